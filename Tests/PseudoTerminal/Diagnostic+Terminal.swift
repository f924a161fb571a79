import Diagnostics

// Why a program did not behave as expected in its terminal.
extension Diagnostic {
  static func silent(awaited: String, seconds: Int, screen: String) -> Diagnostic {
    Diagnostic(
      .terminalFailed, "\(awaited) did not appear within \(seconds) s; the screen shows\n\(screen)")
  }

  static func ended(awaited: String, screen: String) -> Diagnostic {
    Diagnostic(
      .terminalFailed, "the program ended before \(awaited) appeared; the screen shows\n\(screen)")
  }
}
