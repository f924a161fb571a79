import Diagnostics
import FileAccess
import PseudoTerminal
import TestSupport

@testable import signalbox

extension Arguments {
  /// Parses words given as strings.
  @MainActor init(_ words: [String]) throws(Diagnostic) {
    try self.init(words.map { Array($0.utf8) })
  }
}

/// A run of the program by a shell, with its output in files: exit code and output.
struct CommandRun {
  /// The exit code, as text.
  let status: String
  /// The text on standard output.
  let output: String
  /// The text on standard error.
  let errors: String

  /// - Parameter words: The text after `signalbox`, in shell syntax.
  init(_ words: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try ShellSession.start()
    try terminal.send("cd \(folder.path)\r")
    // The quotes distinguish the shell's output from the typed line.
    try terminal.send("signalbox \(words) >out 2>err; echo $? >status; echo the'' end\r")
    try terminal.wait(for: "the end")
    status = try folder.text(of: "status").replacing("\n", with: "")
    output = try folder.text(of: "out")
    errors = try folder.text(of: "err")
  }
}
