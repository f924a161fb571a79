public import Diagnostics

/// An error of the console itself. Each is shown as one line; unless the terminal fails, the
/// conversation continues.
public enum ConsoleError: Diagnostic, Hashable {
  /// A line from a pipe or file exceeds `pipedLineBytesMax`.
  case lineTooLong(number: Int, start: String, bytesMax: Int)
  /// A line typed at the terminal exceeds `typedLineBytesMax`.
  case typedLineTooLong(bytesMax: Int)
  /// A line from a pipe or file is not UTF-8.
  case lineNotUTF8(number: Int)
  /// A line typed at the terminal is not UTF-8.
  case typedLineNotUTF8
  /// A file or folder cannot be watched for changes.
  case unwatched(path: String, reason: String)
  /// The history cannot be loaded or saved; `reason` says why.
  case noHistory(reason: String)
  /// The event loop for the terminal could not be set up.
  case noTerminal(reason: String)

  /// `input/too-long`, `input/encoding`, `input/unwatched`, `file/unwritable` or `terminal/failed`.
  public var code: DiagnosticCode {
    switch self {
    case .lineTooLong, .typedLineTooLong: .inputTooLong
    case .lineNotUTF8, .typedLineNotUTF8: .inputEncoding
    case .unwatched: .inputUnwatched
    case .noHistory: .fileUnwritable
    case .noTerminal: .terminalFailed
    }
  }

  /// Errors if a line or the terminal is lost, otherwise warnings.
  public var severity: Severity {
    switch self {
    case .lineTooLong, .typedLineTooLong, .lineNotUTF8, .typedLineNotUTF8, .noTerminal: .error
    case .unwatched, .noHistory: .warning
    }
  }

  /// The error, with the line number or path if there is one.
  public var message: String {
    switch self {
    case .lineTooLong(let number, let start, let bytesMax):
      "line \(number), '\(start)…', is longer than \(bytesMax) bytes and was skipped"
    case .typedLineTooLong(let bytesMax):
      "the line is longer than \(bytesMax) bytes and was discarded"
    case .lineNotUTF8(let number): "line \(number) is not UTF-8 and was skipped"
    case .typedLineNotUTF8: "the line is not UTF-8 and was discarded"
    case .unwatched(let path, let reason):
      "'\(path)' cannot be watched for changes: \(reason)"
    case .noHistory(let reason):
      "the history cannot be saved: \(reason)"
    case .noTerminal(let reason):
      "the terminal cannot be used: \(reason)"
    }
  }

  /// The advice; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .lineTooLong: "Split it, or check that the input is a script."
    case .typedLineTooLong: "Put the pasted text into a file and use 'source FILE'."
    case .lineNotUTF8: "Encode the input as UTF-8; in a link write other bytes as %XX."
    case .typedLineNotUTF8: "Set the terminal to UTF-8; in a link write other bytes as %XX."
    case .unwatched: "Use 'reload' after a change."
    case .noHistory: nil
    case .noTerminal: "Pipe the commands in instead."
    }
  }
}
