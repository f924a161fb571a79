import JSONCodec
import Links

/// Swift's URLNavigator: complete links with `<name>` and `<type:name>`; `<path:name>` is the rest.
struct URLNavigator: Adapter {
  static let source = "urlnavigator"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [.valuesAreTexts: [13], .baseNamesHost: [16, 17]]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let url = try row.text("url")
    let patterns = try row.list("routes").map { $0.stringValue ?? "" }
    let expected = row["expect"]
    return Verdict(in: { try CaseTable(try patterns.map(Self.route(of:))) }) { table in
      let answer = table.answer(url)
      let values = Values(expected?["params"])
      guard case .route(_, let found) = answer, let count = expected?["param_count"]?.intValue,
        count != values.pairs.count
      else {
        return Verdict(answer, route: expected?["pattern"]?.stringValue, values: values)
      }
      // For some values, a row only states their number.
      guard count == found.pairs.count else { return .fails("the values are \(found)") }
      return Verdict(answer, route: expected?["pattern"]?.stringValue, values: nil)
    }
  }

  /// A route: `scheme://` is the base and the rest the path, for https too.
  private static func route(of text: String) throws -> CaseTable.Route {
    var base = relativeBase
    var path = Substring(text)
    if let range = text.firstRange(of: "://") {
      base = String(text[..<range.upperBound])
      path = text[range.upperBound...]
    }
    var writer = PatternWriter()
    var types: [(name: String, type: ValueType)] = []
    for segment in path.split(separator: "/") {
      writer.append(syntax: "/")
      guard segment.hasPrefix("<"), segment.hasSuffix(">") else {
        writer.append(literal: segment)
        continue
      }
      let parts = segment.dropFirst().dropLast().split(separator: ":").map(String.init)
      let type = parts.count > 1 ? parts[0] : "string"
      if type != "path" { types.append(("p\(writer.names.count)", try valueType(type))) }
      writer.append(parameter: parts.last, expression: type == "path" ? "(.*)" : "")
    }
    return try CaseTable.Route([text], writer, types: types, base: base)
  }

  private static func valueType(_ name: String) throws -> ValueType {
    switch name {
    case "string": .string
    case "int": .int
    case "float": .number
    case "uuid": .uuid
    default: throw CorpusFault("no type is called '\(name)'")
    }
  }
}
