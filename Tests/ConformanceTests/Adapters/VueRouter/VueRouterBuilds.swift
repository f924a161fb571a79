import JSONCodec

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
