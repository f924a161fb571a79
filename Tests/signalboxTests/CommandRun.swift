import PseudoTerminal
import TestSupport

@testable import signalbox

extension Arguments {
  /// Reads words that are texts.
  @MainActor init(_ words: [String]) throws(UsageError) {
    try self.init(words.map { Array($0.utf8) })
  }
}

/// A command line of the program as a shell runs it, its output in files: how it ended, and what it
/// wrote.
struct CommandRun {
  /// The exit code, as a text.
  let status: String
  /// What stands on standard output.
  let output: String
  /// What stands on standard error.
  let errors: String

  /// - Parameter words: What follows `signalbox`, as one types it.
  init(_ words: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try ShellSession.start()
    try terminal.send("cd \(folder.path)\r")
    // The quotes tell what the shell prints from what was typed.
    try terminal.send("signalbox \(words) >out 2>err; echo $? >status; echo the'' end\r")
    try terminal.wait(for: "the end")
    status = try folder.text(of: "status").replacing("\n", with: "")
    output = try folder.text(of: "out")
    errors = try folder.text(of: "err")
  }
}
