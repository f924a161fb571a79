import JSONCodec
import Links
import RouteProofs

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
