import Diagnostics
import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The exit code of the program.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let done = ExitStatus(rawValue: 0)
  /// The answer is no: an expectation or a check failed, a link did not resolve.
  static let no = ExitStatus(rawValue: 1)
  /// Wrong usage, or input that cannot be read.
  static let usage = ExitStatus(rawValue: 2)
  /// A fault of the program itself.
  static let internalError = ExitStatus(rawValue: 70)

  /// The table in help and in the man page.
  static let table: [(status: ExitStatus, meaning: String)] = [
    (.done, "done"),
    (.no, "the answer is no: an expectation or a check failed, or a link did not resolve"),
    (.usage, "wrong usage, or input that cannot be read"),
    (.internalError, "a fault of signalbox itself"),
  ]
}

extension ExitStatus {
  /// The exit code of a session at the console: `no` if a line failed, unless input is a terminal,
  /// where the user has seen the answer.
  init(ofConversation code: Int32, hasFailed: Bool) {
    let isNo = code == 0 && hasFailed && isatty(STDIN_FILENO) != 1
    self = isNo ? .no : ExitStatus(rawValue: code)
  }
}

/// Ends a subcommand early: what to report, and the exit code.
struct ExitError: Error {
  let status: ExitStatus
  let findings: [any Diagnostic]

  /// Wrong usage or unreadable input.
  static func usage(_ findings: [any Diagnostic]) -> ExitError {
    ExitError(status: .usage, findings: findings)
  }

  /// An unusable file or stream. Output that is no longer read, as when piped to `head`, ends the
  /// program silently.
  static func file(_ error: FileError) -> ExitError {
    if error.fault == .closed { return ExitError(status: .done, findings: []) }
    return .usage([error])
  }
}
