package import Diagnostics

/// Why a source cannot be imported at all.
extension Diagnostic {
  /// Something other than what the kind of source has here.
  static func format(
    _ message: String, advice: String?, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(.importSource, message, advice: advice, at: position)
  }

  /// The routes do not form an app, for a reason that concerns none of them alone.
  package static func definition(_ message: String, advice: String?) -> Diagnostic {
    Diagnostic(.importSource, message, advice: advice)
  }
}
