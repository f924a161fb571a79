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
  /// Steps that one table may spend on comparing routes that tie.
  public static let comparisonStepsMax = 4_000_000
  /// Steps that the search for one route's witness may take.
  public static let witnessStepsMax = 2_000_000
  /// Steps that all questions about one table may take together (`RouteSurvey`).
  public static let surveyStepsMax = 50_000_000
  /// Steps that the comparison of one route with another table may take even if others have used
  /// up all that there are.
  public static let comparedRouteStepsMin = 20_000
  /// Places of an automaton that reads the links of a redirect.
  static let sourcePlacesMax = 20_000
  /// Redirects that are followed one after the other: as many as `Navigation` goes through.
  static let redirectsFollowedMax = 8
  /// Courses that redirects can give the links of one route, as far as they are looked at.
  static let coursesMax = 128
  /// About what a lookup spends on one node of the table, or on one expression or type that a
  /// segment does not fit, in nanoseconds.
  public static let tryNanoseconds = 15
  /// About what an expression that has no table of states takes for each byte of a link and each
  /// state that it can be in, in nanoseconds.
  public static let stateNanoseconds = 25
  /// Queries that the search for one route's witness tries.
  public static let queryChoicesMax = 64
  /// Overlaps with other routes that are looked at to find one link that a route loses.
  public static let overlapsTriedMax = 64
}
