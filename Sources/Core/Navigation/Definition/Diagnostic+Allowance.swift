package import Diagnostics

extension Diagnostic {
  package static func unusedAllowance(_ allowed: Located<DiagnosticCode>) -> Self {
    Diagnostic(
      .allowUnused, "'\(allowed.value.rawValue)' is allowed, but not found here",
      advice: "Remove it.", severity: .warning, at: allowed.position)
  }
}
