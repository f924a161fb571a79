/// What this module takes at most; going over a limit is an error with a code (style, rule 4).
public enum Limits {
  /// Bytes of a link, as given (design §5.1).
  public static let linkBytesMax = 8192
  /// Non-empty segments of a link's path (design §5.1).
  public static let segmentsMax = 64
  /// Bytes of a pattern's text.
  public static let patternBytesMax = 2048
  /// Ways to read one pattern: every optional part doubles them.
  public static let patternVariantsMax = 64
  /// States of one automaton: a regular expression, or all that follows a wildcard.
  public static let regexStatesMax = 2000
  /// Groups of a regular expression that stand inside each other.
  public static let regexDepthMax = 32
}
