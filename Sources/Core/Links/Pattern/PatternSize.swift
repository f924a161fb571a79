/// What of a pattern was too large: a unit, and what to do.
package struct PatternSize: Sendable {
  let unit: String
  let advice: String

  static let bytes = Self(unit: "bytes", advice: "Shorten it.")
  /// Its variants: the combinations of its optional parts.
  static let variants = Self(
    unit: "combinations of optional parts",
    advice: "Write several routes with fewer optional parts.")
  static let states = Self(unit: "states in its automaton", advice: automatonAdvice)
  static let transitions = Self(unit: "transitions in its automaton", advice: automatonAdvice)
  /// Steps to compare it with the routes that it ties with.
  package static let comparison = Self(
    unit: "steps to compare it with routes of equal precedence",
    advice: "Use types in place of large regular expressions.")

  private static let automatonAdvice =
    "Lower the counts in its regular expressions, or use a type instead."
}
