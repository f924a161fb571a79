import JSONCodec

/// Vue Router's path parser: a pattern with options against a path.
struct VueRouterMatches: Adapter {
  static let source = "vue-router"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .restAsWritten: [8, 9],
    .patternGrammar: [79, 80, 81],
    .emptySegmentsDropped: [3, 4, 7, 12, 64, 70],
  ]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let pattern = try VueRouterPattern(of: row)
    let url = try row.text("url")
    let expected = row["expect"]?["params"]
    return Verdict(in: { try CaseTable([try pattern.route()]) }) { table in
      // There, an absent parameter is an empty text.
      Verdict(
        table.answer(link(ofPath: url)), route: expected == nil ? nil : pattern.text,
        values: Values(expected).withoutEmpty)
    }
  }
}

extension VueRouterPattern {
  /// The pattern and options of a row.
  init(of row: JSON) throws {
    self.init(try row.text("pattern"))
    isStrict = row.option("strict") ?? false
    isCaseSensitive = row.option("sensitive") ?? false
    hasStart = row.option("start") ?? true
    hasEnd = row.option("end") ?? true
  }

  /// The pattern as a route of a table.
  ///
  /// - Parameter label: The label; the pattern's text if `nil`.
  func route(_ label: String? = nil) throws -> CaseTable.Route {
    try CaseTable.Route([label ?? text], translated(), isCaseSensitive: isCaseSensitive)
  }
}

/// Vue Router: building paths from values.
struct VueRouterBuilds: Adapter {
  static let source = "vue-router"
  static let file = "build_cases.jsonl"
  static let excluded: [Rule: [Int]] = [.emptySegmentsDropped: [2, 3]]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let pattern = try VueRouterPattern(of: row)
    let expected = row["expect"]?.stringValue
    return Verdict(in: { try CaseTable([try pattern.route()]) }) { table in
      do {
        // There, an absent parameter can be given as an empty text.
        let text = try table.build(Values(row["params"]).withoutEmpty)
        return Verdict(text == expected, otherwise: "makes \(text)")
      } catch {
        return Verdict(expected == nil, otherwise: "makes nothing: \(error)")
      }
    }
  }
}
