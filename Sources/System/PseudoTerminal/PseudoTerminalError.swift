public import Diagnostics

/// Why a program did not start, or did not behave as expected in its terminal.
public enum PseudoTerminalError: Diagnostic, Hashable {
  /// The program could not be started; `reason` is the system's.
  case notStarted(program: String, reason: String)
  /// The awaited condition did not occur in time.
  case silent(awaited: String, seconds: Int, screen: String)
  /// The program ended, or closed its terminal, before the awaited condition occurred.
  case ended(awaited: String, screen: String)

  /// `terminal/failed` or `terminal/silent`.
  public var code: DiagnosticCode {
    switch self {
    case .notStarted: .terminalFailed
    case .silent, .ended: .terminalSilent
    }
  }

  /// The error, with the whole screen.
  public var message: String {
    switch self {
    case .notStarted(let program, let reason):
      "cannot start '\(program)': \(reason)"
    case .silent(let awaited, let seconds, let screen):
      "\(awaited) did not appear within \(seconds) s; the screen shows\n\(screen)"
    case .ended(let awaited, let screen):
      "the program ended before \(awaited) appeared; the screen shows\n\(screen)"
    }
  }
}
