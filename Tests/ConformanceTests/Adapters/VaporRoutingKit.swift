import JSONCodec

/// Vapor's RoutingKit: `:name`, `*` for any segment, `**` for the rest, `:{name}` inside a segment.
struct VaporRoutingKit: Adapter {
  static let source = "vapor-routing-kit"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [.tieRefused: [47, 48]]

  private static let rest = "**"

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    // Three rows have no routes.
    guard let routes = row["routes"]?.arrayValue else { return .outOfScope }
    let url = try row.text("url")
    let isCaseSensitive = row["case_insensitive"]?.boolValue != true
    let expected = row["expect"]
    return Verdict(in: {
      try CaseTable(
        try routes.map { route in
          try CaseTable.Route(
            [try route.text("name")], try Self.pattern(of: try route.text("pattern")),
            isCaseSensitive: isCaseSensitive)
        })
    }) { table in
      var values: Values?
      if let params = expected?["params"] { values = Values(params) }
      let answer = table.answer(url)
      if let rest = expected?["catchall"], case .route(_, let found) = answer {
        guard rest.linkText == found[Self.rest] else { return .fails("the rest is \(found)") }
      }
      return Verdict(answer, route: expected?["route"]?.stringValue, values: values)
    }
  }

  private static func pattern(of text: String) throws -> PatternWriter {
    var writer = PatternWriter()
    for segment in text.split(separator: "/") {
      writer.append(syntax: "/")
      switch segment {
      case "*": writer.append(parameter: nil)
      case "**": writer.append(parameter: rest, expression: "(.*)")
      case _ where !segment.hasPrefix(":"): writer.append(literal: segment)
      case _ where !segment.contains("}"): writer.append(parameter: String(segment.dropFirst()))
      default: append(partial: segment.dropFirst(), to: &writer)
      }
    }
    return writer
  }

  /// `prefix-{name}.suffix`; a parameter can be empty and is greedy.
  private static func append(partial segment: Substring, to writer: inout PatternWriter) {
    for piece in segment.split(separator: "}") {
      let parts = piece.split(separator: "{", omittingEmptySubsequences: false)
      writer.append(literal: parts[0])
      guard parts.count > 1 else { continue }
      writer.append(parameter: String(parts[1]), expression: "([^/]*)", isInText: true)
    }
  }
}
