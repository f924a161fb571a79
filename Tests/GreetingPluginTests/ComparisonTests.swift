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
  @Test(arguments: Pattern.all)
  func `line counts and types match the sources`(pattern: Pattern) throws {
    let files = try CodeFile.all(in: "Sources/Plugins/GreetingPlugin/\(pattern.name)")
    #expect(files.map(\.lines.count).reduce(0, +) == pattern.lines)
    #expect(files.flatMap(\.types).sorted() == pattern.roles.map(\.type))
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

  /// Only MVC's controller decides the greeting and is also a screen.
  @Test func `only in MVC does a screen decide the greeting`() throws {
    let files = try Pattern.all.flatMap {
      try CodeFile.all(in: "Sources/Plugins/GreetingPlugin/\($0.name)")
    }
    let deciding = files.filter { $0.mentions("fullName") }
    #expect(
      deciding.map(\.name).sorted()
        == ["GreetingController", "GreetingPresenter", "PersonGreetingViewModel"])
    #expect(deciding.filter { $0.mentions("Screens") }.map(\.name) == ["GreetingController"])
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
