import JSONCodec

/// path-to-regexp: a pattern, or several alternatives, against a path.
struct PathToRegexpMatches: Adapter {
  static let source = "path-to-regexp"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .patternGrammar: [230],
    .pathBeginsWithSlash: [
      76, 77, 78, 83, 85, 117, 118, 119, 120, 121, 154, 155, 156, 157, 172, 173, 174, 176, 177, 178,
    ],
    .restAsWritten: [183, 185],
    .tieRefused: [276],
    .malformedRefused: [138, 269],
    .slashSeparates: [275],
    .decodedOnce: [126],
    .emptySegmentsDropped: [10, 25, 27, 29, 37, 44, 47, 56, 58, 59, 184],
  ]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    guard let pattern = row["pattern"] else { throw CorpusFault("a row without 'pattern'") }
    let patterns = try (pattern.arrayValue ?? [pattern]).map { try PathToRegexpPattern($0) }
    let url = try row.text("url")
    let expected = row["expect"]?["params"]
    return Verdict(in: {
      try CaseTable(
        try patterns.map { pattern in
          // The alternatives share one label.
          try CaseTable.Route(
            ["pattern"], pattern.translated(hasEnd: row.option("end") ?? true),
            isCaseSensitive: row.option("sensitive") ?? false)
        })
    }) { table in
      Verdict(
        table.answer(link(ofPath: url, isRelative: patterns.contains { isRelative($0.label) })),
        route: expected == nil ? nil : "pattern", values: Values(expected))
    }
  }
}

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
