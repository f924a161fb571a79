import Diagnostics

// Why a program did not start, or did not behave as expected in its terminal.
extension Diagnostic {
  static func notStarted(program: String, reason: String) -> Diagnostic {
    Diagnostic(.terminalFailed, "cannot start '\(program)': \(reason)")
  }

  /// The awaited condition did not occur in time.
  static func silent(awaited: String, seconds: Int, screen: String) -> Diagnostic {
    Diagnostic(
      .terminalSilent, "\(awaited) did not appear within \(seconds) s; the screen shows\n\(screen)")
  }

  /// The program ended, or closed its terminal, before the awaited condition occurred.
  static func ended(awaited: String, screen: String) -> Diagnostic {
    Diagnostic(
      .terminalSilent, "the program ended before \(awaited) appeared; the screen shows\n\(screen)")
  }
}
