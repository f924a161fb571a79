/// A rule of design.md that forbids what a case of another project expects. The raw value is the
/// word for it in the README.
enum Rule: String, CaseIterable, Comparable {
  /// §4 Bases: the route stands in the fragment only under a base that says so.
  case fragmentIsNoPath = "fragment"
  /// §4 Patterns: the pathname grammar of WHATWG URL Pattern, where a wildcard takes any text and a
  /// group within an expression captures nothing.
  case patternGrammar = "pattern grammar"
  /// §3, §5.1.4: a link is a URL or a path from inside; the slash that a path begins with is no
  /// part of a value, and no path is without it.
  case pathBeginsWithSlash = "leading slash"
  /// §4 Patterns: a repeated parameter or wildcard keeps the rest of the path as it stood.
  case restAsItStood = "rest as it stood"
  /// §4 Types: a value stays the text that stood in the link; the types are those of the list.
  case valuesAreTexts = "values are texts"
  /// §4 Precedence: two routes that still tie and share a link are refused at load.
  case tieRefused = "tie refused"
  /// §5.1.2: what is malformed is refused: spaces, `.` and `..`, and the like.
  case malformedRefused = "malformed"
  /// §5.1.3: a link under no base is foreign, and the base of a web link names its host.
  case baseNamesHost = "base names host"
  /// §5.1.4: the path is split on `/` before decoding, and on nothing else.
  case slashSeparates = "slash separates"
  /// §5.1.4: segments are compared decoded; values are decoded once.
  case decodedOnce = "decoded once"
  /// §5.1.4: empty segments and a trailing slash are dropped.
  case emptySegmentsDropped = "empty segments"

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
