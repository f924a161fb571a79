import JSONCodec

/// Runs the cases of one file of another project's tests.
protocol Adapter: SendableMetatype {
  /// The project's folder in the corpora.
  static var source: String { get }
  /// The file in that folder.
  static var file: String { get }
  /// The cases that do not apply here, by the number at the end of their ids, under the rule that
  /// excludes each.
  static var excluded: [Rule: [Int]] { get }

  /// - Parameter folder: The absolute path of the project's folder.
  init(folder: String) throws

  /// Runs one case.
  mutating func verdict(_ row: JSON) throws -> Verdict
}

/// A rule that excludes a case of another project. The raw value is its name in
/// Tests/Conformance.md.
enum Rule: String, CaseIterable, Comparable {
  /// Only a base that says so puts the route in the fragment (docs/route-files.md, "`links`").
  case fragmentIsNoPath = "fragment"
  /// Patterns have the pathname grammar of WHATWG URL Pattern, in which a wildcard matches any text
  /// and a group inside an expression captures nothing (docs/route-files.md, "`routes`").
  case patternGrammar = "pattern grammar"
  /// A link is a URL or a path from inside; every path starts with a slash, which is not part of
  /// any value.
  case pathBeginsWithSlash = "leading slash"
  /// A repeated parameter or wildcard keeps the rest of the path as written.
  case restAsWritten = "rest as written"
  /// A value is text of the link; its type only constrains it (docs/route-files.md, "Types").
  case valuesAreTexts = "values are texts"
  /// Two routes that tie on a link are refused when they are loaded.
  case tieRefused = "tie refused"
  /// Malformed links are refused: spaces, `.` and `..` segments, and the like.
  case malformedRefused = "malformed"
  /// A link under no base is foreign, and the base of a web link includes its host.
  case baseNamesHost = "base names host"
  /// A path is split only at `/`, before decoding.
  case slashSeparates = "slash separates"
  /// Segments are compared after decoding; values are decoded once.
  case decodedOnce = "decoded once"
  /// Empty segments and a trailing slash are dropped.
  case emptySegmentsDropped = "empty segments"

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The result of a case.
enum Verdict {
  case holds
  /// The case fails, with the actual result.
  case fails(String)
  /// The row is not about paths, or incomplete.
  case outOfScope

  /// `holds` if the condition is true.
  init(_ holds: Bool, otherwise found: @autoclosure () -> String) {
    self = holds ? .holds : .fails(found())
  }
}
