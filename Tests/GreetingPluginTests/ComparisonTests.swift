import Screens
import TestSupport
import Testing

@testable import GreetingPlugin

extension Pattern: CustomTestStringConvertible {
  /// The name of the pattern in test output.
  public var testDescription: String { name }
}

/// Checks the claims of the comparison screen.
@MainActor
struct ComparisonTests {
  private func source(of pattern: Pattern) throws -> CodeFile {
    try CodeFile("Sources/Plugins/GreetingPlugin/\(pattern.name).swift")
  }

  @Test(arguments: Pattern.all)
  func `line counts and types match the sources`(pattern: Pattern) throws {
    let file = try source(of: pattern)
    #expect(file.lines.count == pattern.lines)
    #expect(file.types.sorted() == pattern.roles.map(\.type))
  }

  @Test(arguments: Pattern.all)
  func `the listed tests exist and use no screen`(pattern: Pattern) throws {
    let folder = "Tests/GreetingPluginTests/WithoutScreen"
    let files = try CodeFile.all(in: folder).filter { $0.name == pattern.name + "Tests" }
    #expect(files.flatMap(\.tests) == pattern.tests)
    for file in files {
      for word in ["Screens", "content", "tapped", "GreetingController"] {
        #expect(!file.mentions(word), "\(file.path) needs a screen: \(word)")
      }
    }
  }

  /// Only MVC's controller composes the greeting and is also a screen.
  @Test func `only in MVC does a screen compose the greeting`() throws {
    let types = try Pattern.all.flatMap { try source(of: $0).declarations }
    let composing = types.filter { $0.mentions("fullName") }
    #expect(
      composing.map(\.name)
        == ["GreetingController", "GreetingPresenter", "PersonGreetingViewModel"])
    #expect(composing.filter { $0.mentions("Screen") }.map(\.name) == ["GreetingController"])
  }

  @Test func `the screen shows every type, limit and test`() {
    let content = ComparisonScreen().content
    #expect(
      content.sections.map(\.heading) == [
        "MVC: \(Pattern.mvc.lines) lines of code in 2 types, 0 tests without a screen",
        "MVP: \(Pattern.mvp.lines) lines of code in 3 types, 3 tests without a screen",
        "MVVM: \(Pattern.mvvm.lines) lines of code in 3 types, 3 tests without a screen",
      ])
    for (pattern, section) in zip(Pattern.all, content.sections) {
      let roles = pattern.roles.map { Row($0.type, subtitle: $0.duty) }
      let tests = pattern.tests.map { Row("Test", subtitle: $0, badge: "✓") }
      let limit = Row("Without a screen", subtitle: pattern.limit)
      #expect(section.rows == roles + [limit] + tests)
    }
    #expect(content.taps.map(\.target) == ["/greeting/mvc", "/greeting/mvp", "/greeting/mvvm"])
  }
}
