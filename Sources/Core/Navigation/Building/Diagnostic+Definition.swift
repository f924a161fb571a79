import Diagnostics

/// Why plugins do not form a valid definition; found while it is built, never while it is used.
extension Diagnostic {
  static func duplicate(
    _ subject: Subject, name: String, at position: SourcePosition?, existing: SourcePosition?
  ) -> Self {
    Diagnostic(
      .nameDuplicate,
      "\(subject.rawValue) '\(name)' is declared twice"
        + (existing.map { ", also at \($0)" } ?? ""),
      advice: "Rename or remove one.", at: position, other: existing)
  }

  static func unknown(
    _ subject: Subject, name: String, nearest: String?, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .nameUnknown, "no \(subject.rawValue) is called '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" }
        ?? "Declare the \(subject.rawValue), or correct the name.", at: position)
  }

  static func limit(name: String, bound: Int, at position: SourcePosition?) -> Self {
    Diagnostic(
      .definitionLimit, "more than \(bound) \(name)", advice: "Split it up.", at: position)
  }

  static func incomplete(_ plugin: Located<String>) -> Self {
    Diagnostic(
      .pluginIncomplete, "plugin '\(plugin.value)' comes from a file with errors",
      advice: "Correct the errors that were returned together with the plugin.",
      at: plugin.position)
  }

  static func tooManyErrors(at position: SourcePosition?) -> Self {
    Diagnostic(
      .formatTooManyErrors, "more than \(Limits.errorsMax) errors in these files",
      advice: "Fix these first to see the rest.", at: position)
  }

  // MARK: Gates

  static func gateCycle(names: [String], at position: SourcePosition?) -> Self {
    Diagnostic(
      .gateCycle, "gates require one another in a cycle: \(names.joined(separator: " → "))",
      advice: "Break the cycle by removing one of the references.", at: position)
  }

  static func challenge(
    gate: String, link: String, why: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .gateUnsatisfiable, "the challenge '\(link)' of gate '\(gate)' \(why)",
      advice: "Set the challenge to a link of this app that opens a screen which can satisfy it.",
      at: position, witness: link)
  }

  /// A switch hides the challenge, because it shows `shown` in a state where the gate is asked for.
  static func hiddenChallenge(
    gate: String, link: String, shown: String, at position: SourcePosition?, rival: SourcePosition?
  ) -> Self {
    Diagnostic(
      .gateUnsatisfiable,
      "the challenge '\(link)' of gate '\(gate)' is hidden in a state in which it is asked for: "
        + "a switch then shows '\(shown)'",
      advice: "Present it as a sheet or cover without 'in', or move it to a coordinator that is "
        + "shown then.", at: position, other: rival, witness: link)
  }

  static func gateBehindItself(
    gate: String, demanded: String, link: String, at position: SourcePosition?,
    route: SourcePosition?
  ) -> Self {
    Diagnostic(
      .gateBehindItself,
      "the challenge of gate '\(gate)' requires gate '\(demanded)', which may be closed then",
      advice: sameBytes(gate, demanded)
        ? "Remove the gate from the challenge's route and from the screens below it."
        : "Add '\(demanded)' to 'requires' of '\(gate)', or remove it from the challenge's route.",
      at: position, other: route, witness: link)
  }

  // MARK: Screens

  static func tapParameter(
    tap: String, name: String, pattern: String, at position: SourcePosition?, route: SourcePosition?
  ) -> Self {
    Diagnostic(
      .tapParameter, "tap '\(tap)' uses ':\(name)', which route '\(pattern)' does not provide",
      advice: plainColon, at: position, other: route)
  }

  static func titleParameter(
    screen: String, name: String, pattern: String, at position: SourcePosition?,
    route: SourcePosition?
  ) -> Self {
    Diagnostic(
      .titleParameter,
      "the title of screen '\(screen)' uses ':\(name)', which route '\(pattern)' does not provide",
      advice: plainColon, at: position, other: route)
  }

  static func tapCommand(
    tap: String, text: String, why: Diagnostic, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .tapCommand, "tap '\(tap)' has the target '\(text)': \(why.message)",
      advice: (why.code == .commandUnknown ? why.advice : nil)
        ?? "Write a link, or a command such as 'back' or 'finish done'.", at: position)
  }

  static let plainColon = "Write '\\:' for a colon that is only text."
}
