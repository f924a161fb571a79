import Diagnostics

/// Findings about the screens, taps and challenges of a definition.
extension Diagnostic {
  static func unreachable(screen: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .screenUnreachable, "no route, tap or challenge leads to screen '\(screen)'",
      advice: "Add a route that shows it, or remove it.", severity: .warning, at: position)
  }

  static func hidden(
    screen: String, at position: SourcePosition?, link: String?, by hiding: Hiding
  ) -> Self {
    Diagnostic(
      .screenUnreachable, "nothing leads to screen '\(screen)': \(hiding.text)",
      advice: listEarlier, severity: .warning, at: position, other: hiding.position, witness: link)
  }

  static func hiddenChallenge(
    gate: String, link: String, at position: SourcePosition?, by hiding: Hiding
  ) -> Self {
    Diagnostic(
      .gateUnsatisfiable,
      "the challenge '\(link)' of gate '\(gate)' is never shown: \(hiding.text)",
      advice: listEarlier, at: position, other: hiding.position, witness: link)
  }

  static func unused(gate: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .gateUnused, "nothing requires gate '\(gate)'",
      advice: "List it in 'gates' of a route or coordinator, or remove it.", severity: .warning,
      at: position)
  }

  private static let listEarlier =
    "List it before the children that require no other gates, or move its routes elsewhere."

  static func tapNothing(
    tap: String, screen: String, link: String, at position: SourcePosition?, route: SourcePosition?
  ) -> Self {
    Diagnostic(
      .tapNothing, "tap '\(tap)' of screen '\(screen)' leads nowhere: '\(link)' opens nothing",
      advice: "Correct the link, or add the route.", at: position, other: route, witness: link)
  }

  static func tapUnknown(
    tap: String, screen: String, what: String, name: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .tapNothing,
      "tap '\(tap)' of screen '\(screen)' leads nowhere: no \(what) is called '\(name)'",
      advice: "Correct the name, or declare it.", at: position)
  }
}
