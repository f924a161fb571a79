import JSONCodec
import Links
import RouteProofs

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

/// go_router's canonical form of a link: the link that a route builds from the values it extracted.
struct GoRouterCanonical: Adapter {
  static let source = "go_router"
  static let file = "canonical_cases.jsonl"
  static let excluded: [Rule: [Int]] = [.fragmentIsNoPath: [13]]

  private let table: RouteTable
  private let base: Base

  init(folder: String) throws {
    let base = try Base("https://www.example.com")
    self.base = base
    table = try RouteTable(
      ["/", "/:a", "/:a/:b"].map { RouteSpecification(try Pattern($0), bases: [base]) })
  }

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let expected = try row.text("expect")
    do {
      let link = try Link(try row.text("input"))
      let match = try table.match(link)
      let values = zip(table.parameters(of: match.route), match.values).compactMap { pair in
        pair.1.map { (name: pair.0.name, value: $0) }
      }
      var text = try table.build(
        route: match.route, values: values, base: match.base == nil ? nil : base)
      if !match.query.isEmpty { text += "?" + match.query.map(\.encoded).joined(separator: "&") }
      return Verdict(text == expected, otherwise: "makes \(text)")
    } catch {
      return .fails("\(error)")
    }
  }
}
