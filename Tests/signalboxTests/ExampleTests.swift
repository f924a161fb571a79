import Commands
import Navigation
import ProgramSupport
import TestSupport
import Testing

@testable import signalbox

/// The examples in `help` work in the bundled app.
@MainActor
struct ExampleTests {
  /// The commands to run before a command's example, if it needs any.
  nonisolated static let before: [String: [String]] = [
    "tap": ["/movies/42"], "back": ["/movies"], "dismiss": ["/about"], "root": ["/movies"],
    "pop": ["/movies/42"], "finish": ["/checkout"], "logout": ["login"], "satisfy": ["login"],
    "revoke": ["login", "satisfy premium"], "dirty": ["login", "/me/edit"],
    "confirm": ["login", "/me/edit", "dirty on", "back"],
    "cancel": ["login", "/me/edit", "dirty on", "back"],
    "accept": ["satisfy lock", "/send/bob"], "decline": ["satisfy lock", "/send/bob"],
    "ready": ["cold"], "undo": ["/movies"],
    "redo": ["/movies", "undo"], "expect": ["/movies/42"],
  ]

  @Test(arguments: CommandTable.standard.all.map(\.word))
  func `every example in help succeeds`(word: String) throws {
    // The bundled app opens all links at once.
    let folder = ["accept", "decline"].contains(word) ? "/Examples/Wallet/Routes" : "/Routes"
    let app = try App.load([packageFolder + folder]).get()
    var interpreter = Interpreter(app)
    var workspace = interpreter.workspace()
    for line in Self.before[word] ?? [] {
      #expect(interpreter.run(line, on: &workspace).failure == nil, "\(line)")
    }
    let command = try #require(CommandTable.standard.command(named: word))
    var words = command.example.split(separator: " ").map(String.init)
    #expect(words.first == word)
    if command.usesFiles { words[1] = packageFolder + "/" + words[1] }
    // Skips `save`, which would write a file where the tests run.
    guard word != "save" else { return }
    let response = interpreter.run(words.joined(separator: " "), on: &workspace)
    #expect(response.failure == nil, "\(response.text)")
    if case .refused = response.applied?.outcome { Issue.record("\(response.text)") }
  }
}
