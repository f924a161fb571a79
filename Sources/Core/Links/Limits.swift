/// The limits of this module. Exceeding one is an error with a code.
public enum Limits {
  /// Bytes of a link as given.
  public static let linkBytesMax = 8192
  /// Non-empty segments of a link's path.
  public static let segmentsMax = 64
  /// Bytes of a pattern's text.
  public static let patternBytesMax = 2048
  /// Variants of one pattern; each optional part doubles them.
  public static let patternVariantsMax = 64
  /// States of one automaton: of a regular expression, or of everything from a wildcard on.
  public static let regexStatesMax = 2000
  /// The nesting depth of groups in a regular expression.
  public static let regexDepthMax = 32
  /// States of expressions visited to build the automata of a table; the other expressions are run
  /// without one, which is slower.
  static let automataStepsMax = 40_000_000
}
