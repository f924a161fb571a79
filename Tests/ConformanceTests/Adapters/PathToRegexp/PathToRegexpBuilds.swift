import JSONCodec

/// path-to-regexp: building paths from values; `null` where it refuses.
struct PathToRegexpBuilds: Adapter {
  static let source = "path-to-regexp"
  static let file = "build_cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .pathBeginsWithSlash: [29, 30, 31],
    .slashSeparates: [24, 33],
    .decodedOnce: [27, 28],
    .emptySegmentsDropped: [7, 8, 9],
  ]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    guard let text = row["pattern"] else { throw CorpusFault("a row without 'pattern'") }
    let pattern = try PathToRegexpPattern(text)
    let expected = row["expect"]?.stringValue
    return Verdict(in: {
      try CaseTable([try CaseTable.Route([pattern.label], pattern.translated(hasEnd: true))])
    }) { table in
      do {
        let text = try table.build(Values(row["params"]))
        return Verdict(text == expected, otherwise: "makes \(text)")
      } catch {
        return Verdict(expected == nil, otherwise: "makes nothing: \(error)")
      }
    }
  }
}
