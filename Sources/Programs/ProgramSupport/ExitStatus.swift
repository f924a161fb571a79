import CLibrary
package import Diagnostics
package import FileAccess

/// The exit code of `signalbox` and `signalbox-bench`.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let done = ExitStatus(rawValue: 0)
  /// The answer is no: an expectation or a check failed, a link did not resolve.
  package static let negative = ExitStatus(rawValue: 1)
  /// Wrong usage, or input that cannot be read.
  package static let usage = ExitStatus(rawValue: 2)
  /// Neither yes nor no: a rule was neither proved nor broken, or a search ended at a limit.
  package static let undecided = ExitStatus(rawValue: 3)
  /// A fault of the program itself.
  package static let internalError = ExitStatus(rawValue: 70)
  /// Nobody reads the output any more: as of a program that SIGPIPE ends, so that a pipe to `head`
  /// does not hide a negative result.
  package static let unread = ExitStatus(rawValue: 128 + SIGPIPE)

  /// The table in help and in the man page.
  package static let table: [(status: ExitStatus, meaning: String)] = [
    (.done, "success"),
    (.negative, "a negative result: an expectation or check failed, or a link did not resolve"),
    (.usage, "wrong usage, or input that cannot be read"),
    (.undecided, "undecided: a rule was neither proved nor broken, or a search ended at a limit"),
    (.internalError, "an internal error of signalbox"),
    (.unread, "the reader of the output ended before the work did"),
  ]
}

/// Ends a subcommand early: what to report, and the exit code.
package struct ExitError: Error {
  package let status: ExitStatus
  package let findings: [Diagnostic]

  package init(status: ExitStatus, findings: [Diagnostic]) {
    self.status = status
    self.findings = findings
  }

  /// Wrong usage or unreadable input.
  package static func usage(_ findings: [Diagnostic]) -> ExitError {
    ExitError(status: .usage, findings: findings)
  }

  /// Wrong usage or unreadable input.
  package static func usage(_ error: some DiagnosticError) -> ExitError {
    .usage([error.diagnostic])
  }

  /// An unusable file or stream. Output that is no longer read, as when piped to `head`, ends the
  /// program silently.
  package static func file(_ error: FileError) -> ExitError {
    if error.fault == .closed { return ExitError(status: .unread, findings: []) }
    return .usage(error)
  }
}
