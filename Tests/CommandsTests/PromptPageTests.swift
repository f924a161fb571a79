import TestSupport
import Testing

@testable import Commands

/// Checks the lists of docs/repl.md and docs/replay.md.
@MainActor
struct PromptPageTests {
  @Test func `the page lists what help prints`() throws {
    var interpreter = Interpreter(LoadedApp(TestApp.definition))
    var workspace = interpreter.workspace()
    let help = interpreter.run("help", on: &workspace).text
    try expectBlock(
      "help", of: "repl", String(help.split(separator: "\n").dropLast().joined(separator: "\n")))
  }

  @Test func `the page lists every expectation`() throws {
    try expectBlock(
      "expect", of: "replay",
      ExpectationKind.allCases.map { "expect \($0.usage)" }.joined(separator: "\n"))
  }

  private func expectBlock(_ kind: String, of page: String, _ text: String) throws {
    let blocks = try Page("docs/\(page).md").blocks(kind)
    #expect(blocks.map(\.text) == [text + "\n"])
  }
}
