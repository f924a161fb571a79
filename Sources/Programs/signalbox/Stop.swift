import Diagnostics
import FileAccess

/// Why a command cannot go on: what to report, and what to tell the shell.
struct Stop: Error {
  let status: ExitStatus
  let findings: [any Diagnostic]

  /// Wrong usage or unreadable input.
  static func usage(_ findings: [any Diagnostic]) -> Stop {
    Stop(status: .usage, findings: findings)
  }

  /// A file or stream that cannot be used. That nobody reads the output any more, as when it is
  /// piped to `head`, is no fault.
  static func file(_ error: FileError) -> Stop {
    if error.fault == .closed { return Stop(status: .done, findings: []) }
    return .usage([error])
  }
}
