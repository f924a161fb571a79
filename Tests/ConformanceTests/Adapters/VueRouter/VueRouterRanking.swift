import JSONCodec
import Links

/// Vue Router's ranking: patterns listed by rank, highest first, independent of declaration order.
///
/// Only links reveal ranks: for each pair, every link that matches the higher pattern must open it,
/// whether or not it also matches the lower one.
struct VueRouterRanking: Adapter {
  static let source = "vue-router"
  static let file = "ranking_cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .tieRefused: [1, 23, 24, 45, 46, 47, 48, 52, 53, 54, 55, 101, 103]
  ]

  /// Sample values for links; some contain literal text of the patterns.
  private static let samples = ["1", "a", "-b", "a-b", "1other", "1/2"]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let patterns = try row.list("order").map { try VueRouterPattern(of: $0) }
    for higher in patterns.indices {
      for lower in patterns.indices.dropFirst(higher + 1) {
        let verdict = try Self.verdict(patterns[higher], over: patterns[lower])
        guard case .holds = verdict else { return verdict }
      }
    }
    return .holds
  }

  private static func verdict(
    _ higher: VueRouterPattern, over lower: VueRouterPattern
  ) throws -> Verdict {
    // The two patterns can have the same text with different options, so the text is no label.
    let routes = [try higher.route("higher"), try lower.route("lower")]
    return Verdict(in: { try CaseTable(routes) }) { table in
      for link in try links(of: higher) + links(of: lower) where try table.accepts(link, route: 0) {
        guard case .route(["higher"], _) = table.answer(link) else {
          return .fails("\(link) does not open \(higher.text) but \(lower.text)")
        }
      }
      return .holds
    }
  }

  /// Links that a pattern matches, one for each choice of samples.
  private static func links(of pattern: VueRouterPattern) throws -> [String] {
    let table = try CaseTable([try pattern.route()])
    let names = table.routes[0].names.compactMap { $0 }
    var choices = [Values()]
    for name in names {
      choices = choices.flatMap { choice in
        ([nil] + samples).map { choice.with($0, for: name) }
      }
    }
    return choices.compactMap { try? table.build($0) }
  }
}
