package import Diagnostics

/// Why a source cannot be imported at all.
extension Diagnostic {
  /// Something other than what the kind of source has here.
  static func format(
    _ message: String, advice: String?, at position: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(.importSource, message, advice: advice, at: position)
  }

  /// A value is given for a name that no text of the source asks for.
  static func unusedSetting(_ name: String, asked: [String]) -> Diagnostic {
    definition(
      "no text of the source is unknown as \(inQuotes(name))",
      advice: nearest(to: name, in: asked).map { "Did you mean \(inQuotes($0))?" }
        ?? "Correct '--set', or leave it out.")
  }

  /// The routes do not form an app, for a reason that concerns none of them alone.
  package static func definition(_ message: String, advice: String?) -> Diagnostic {
    Diagnostic(.importSource, message, advice: advice)
  }
}
