import JSONCodec
import Links

/// The web platform tests of URL Pattern: the rows with only a pathname in pattern and input.
///
/// The grammar is the same, so nothing is translated. A pattern without a leading slash gets one
/// that belongs to none of its parameters, as does its path.
struct WebPlatformPatterns: Adapter {
  static let source = "wpt-urlpattern"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .malformedRefused: [178, 179, 185, 212, 339, 340],
    .decodedOnce: [182],
    .emptySegmentsDropped: [3, 33, 39, 40, 45, 49, 60, 68, 69, 80, 81, 92, 93, 105, 115, 336],
  ]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    guard row["pathname_only"]?.boolValue == true,
      let pattern = row["pattern"]?.arrayValue?.first?["pathname"]?.stringValue,
      let inputs = row["inputs"]?.arrayValue, let path = inputs.first?["pathname"]?.stringValue
    else { return .outOfScope }
    // There, a path with a base URL is an error.
    guard inputs.count == 1 else { return .outOfScope }
    let expected = row["expect"]?["groups"]
    return Self.verdict(pattern, path, expected.map { Values($0["pathname"]) })
  }

  /// - Parameter expected: The values; `nil` if the path must not match.
  static func verdict(_ pattern: String, _ path: String, _ expected: Values?) -> Verdict {
    Verdict(in: { try CaseTable([try route(pattern)]) }) { table in
      Verdict(
        table.answer(link(ofPath: path, isRelative: isRelative(pattern))),
        route: expected == nil ? nil : pattern, values: expected)
    }
  }

  private static func route(_ text: String) throws -> CaseTable.Route {
    let pattern = try Pattern(isRelative(text) ? rooted(text) : text)
    let specification = RouteSpecification(pattern, bases: [try Base(relativeBase)])
    return CaseTable.Route([text], specification, names: pattern.parameters.map(\.name))
  }
}

/// The rows of `WebPlatformPatterns` that only use `:name` and `*`, as pattern and path.
struct WebPlatformSimplePaths: Adapter {
  static let source = "wpt-urlpattern"
  static let file = "simple_path_cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .malformedRefused: [17, 18, 23, 26, 35, 36],
    .decodedOnce: [21],
    .emptySegmentsDropped: [3, 7, 11, 32],
  ]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let expected = row["expect"]?["params"].map { Values($0) }
    return WebPlatformPatterns.verdict(try row.text("pattern"), try row.text("url"), expected)
  }
}
