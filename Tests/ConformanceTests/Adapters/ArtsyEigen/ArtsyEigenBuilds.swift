import JSONCodec

/// Artsy's app: building paths from patterns and values, and extracting values from paths.
struct ArtsyEigenBuilds: Adapter {
  static let source = "artsy-eigen"
  static let file = "build_cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let arguments = try row.list("args")
    guard let pattern = arguments.first?.stringValue, arguments.count == 2,
      let expected = row["expect"]
    else { throw CorpusFault("a row without a pattern, a value and an answer") }
    return Verdict(in: { try CaseTable([try CaseTable.Route([pattern], Self.writer(pattern))]) }) {
      table in
      if let text = expected.stringValue {
        let built = try table.build(Values(arguments[1]))
        return Verdict(built == text, otherwise: "makes \(built)")
      }
      // The parts of a path. A web view gets the path, which the values must rebuild.
      guard case .route(_, let values) = table.answer("/" + (arguments[1].linkText ?? "")) else {
        return .fails("opens nothing")
      }
      guard let url = expected["url"]?.stringValue else {
        return Verdict(values == Values(expected), otherwise: "takes \(values)")
      }
      let built = try table.build(values)
      return Verdict(built == url, otherwise: "makes \(built)")
    }
  }

  /// `:name`, and `*` for the rest, under that name.
  private static func writer(_ pattern: String) -> PatternWriter {
    var writer = PatternWriter()
    for segment in pattern.split(separator: "/") {
      writer.append(syntax: "/")
      if segment == "*" {
        writer.append(parameter: "*", expression: "(.*)")
      } else if segment.hasPrefix(":") {
        writer.append(parameter: String(segment.dropFirst()))
      } else {
        writer.append(literal: segment)
      }
    }
    return writer
  }
}
