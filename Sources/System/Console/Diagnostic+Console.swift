import Diagnostics

// Errors of the console itself. Each is shown as one line; unless the terminal fails, the
// conversation continues.
extension Diagnostic {
  static func lineTooLong(number: Int, start: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .inputTooLong,
      "line \(number), '\(start)…', is longer than \(bytesMax) bytes and was skipped",
      advice: "Split it, or check that the input is a script.")
  }

  static func typedLineTooLong(bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .inputTooLong, "the line is longer than \(bytesMax) bytes and was discarded",
      advice: "Put the pasted text into a file and use 'source FILE'.")
  }

  static func lineNotUTF8(number: Int) -> Diagnostic {
    Diagnostic(
      .inputEncoding, "line \(number) is not UTF-8 and was skipped",
      advice: "Encode the input as UTF-8; in a link write other bytes as %XX.")
  }

  static let typedLineNotUTF8 = Diagnostic(
    .inputEncoding, "the line is not UTF-8 and was discarded",
    advice: "Set the terminal to UTF-8; in a link write other bytes as %XX.")

  static func unwatched(path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .inputUnwatched, "'\(path)' cannot be watched for changes: \(reason)",
      advice: "Use 'reload' after a change.", severity: .warning)
  }

  static func noHistory(reason: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "the history cannot be saved: \(reason)", severity: .warning)
  }

  static func noTerminal(reason: String) -> Diagnostic {
    Diagnostic(
      .terminalFailed, "the terminal cannot be used: \(reason)",
      advice: "Pipe the commands in instead.")
  }
}
