import JSONCodec
import Navigation

/// Artsy's app: links, resolved by its route files.
///
/// There, a link without a host belongs to www.artsy.net; here it gets the app's scheme.
struct ArtsyEigen: Adapter {
  static let source = "artsy-eigen"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [.decodedOnce: [12, 15, 18, 20, 22]]

  private let definition: AppDefinition

  init(folder: String) throws { definition = try ArtsyEigenApp.definition(folder: folder) }

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let url = try row.text("url")
    let isWhole = url.contains("://")
    let path = url.hasPrefix("/") ? String(url.dropFirst()) : url
    let answer = AppAnswer(isWhole ? url : "artsy://" + path, in: definition)
    guard let expected = row["expect"] else { throw CorpusFault("a row without 'expect'") }
    guard let name = expected["route"]?.stringValue else {
      if case .refused(.foreign) = answer { return .holds }
      return .fails("\(answer)")
    }
    guard case .screen(let screen, var values, let query) = answer else {
      return .fails("\(answer)")
    }
    // A web view gets the path as it is; elsewhere the rest of a path is named '*'.
    values["*"] = values["url"] == nil ? values["0"] : nil
    values["0"] = nil
    for (name, value) in query.pairs where values[name] == nil { values[name] = value }
    let isSame = screen == ArtsyEigenApp.screenName(name) && values == Values(expected["params"])
    return Verdict(isSame, otherwise: "opens \(screen) \(values)")
  }
}

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
