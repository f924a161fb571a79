import JSONCodec

/// Flutter's go_router: a pattern with `:name` against a path.
struct GoRouterPaths: Adapter {
  static let source = "go_router"
  static let file = "path_cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let text = try row.text("pattern")
    let url = try row.text("url")
    let expected = row["expect"]
    return Verdict(in: { try CaseTable([try CaseTable.Route([text], Self.pattern(of: text))]) }) {
      Verdict(
        $0.answer(link(ofPath: url)), route: expected?["params"] == nil ? nil : text,
        values: Values(expected?["params"]))
    }
  }

  private static func pattern(of text: String) -> PatternWriter {
    var writer = PatternWriter()
    for segment in text.split(separator: "/") {
      writer.append(syntax: "/")
      if segment.hasPrefix(":") {
        writer.append(parameter: String(segment.dropFirst()))
      } else {
        writer.append(literal: segment)
      }
    }
    return writer
  }
}
