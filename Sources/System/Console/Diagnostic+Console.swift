import Diagnostics

// Errors of the console itself. Each is shown as one line; unless the terminal fails, the
// conversation continues.
extension Diagnostic {
  /// A line from a pipe or file that exceeds `pipedLineBytesMax`.
  static func lineTooLong(number: Int, start: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .inputTooLong,
      "line \(number), '\(start)…', is longer than \(bytesMax) bytes and was skipped",
      advice: "Split it, or check that the input is a script.")
  }

  /// A line typed at the terminal that exceeds `typedLineBytesMax`.
  static func typedLineTooLong(bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .inputTooLong, "the line is longer than \(bytesMax) bytes and was discarded",
      advice: "Put the pasted text into a file and use 'source FILE'.")
  }

  /// A line from a pipe or file that is not UTF-8.
  static func lineNotUTF8(number: Int) -> Diagnostic {
    Diagnostic(
      .inputEncoding, "line \(number) is not UTF-8 and was skipped",
      advice: "Encode the input as UTF-8; in a link write other bytes as %XX.")
  }

  static let typedLineNotUTF8 = Diagnostic(
    .inputEncoding, "the line is not UTF-8 and was discarded",
    advice: "Set the terminal to UTF-8; in a link write other bytes as %XX.")

  /// A file or folder that cannot be watched for changes.
  static func unwatched(path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .inputUnwatched, "'\(path)' cannot be watched for changes: \(reason)",
      advice: "Use 'reload' after a change.", severity: .warning)
  }

  /// A history that cannot be loaded or saved.
  static func noHistory(reason: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "the history cannot be saved: \(reason)", severity: .warning)
  }

  /// An event loop for the terminal that could not be set up.
  static func noTerminal(reason: String) -> Diagnostic {
    Diagnostic(
      .terminalFailed, "the terminal cannot be used: \(reason)",
      advice: "Pipe the commands in instead.")
  }
}
