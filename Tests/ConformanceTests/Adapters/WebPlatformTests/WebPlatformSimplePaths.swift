import JSONCodec

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
