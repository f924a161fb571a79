import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

/// Query items of which a value that does not fit counts as missing.
struct MisfitTests {
  private static func route(
    _ path: String, _ items: QueryParameter...
  ) throws -> RouteSpecification {
    RouteSpecification(try Pattern(path), query: items)
  }

  private static let page = QueryParameter(
    name: "page", type: .int, isOptional: true, ignoresMisfits: true)

  static let rows: [(link: String, value: String?)] = [
    ("/films", nil), ("/films?page=2", "2"), ("/films?page=abc", nil), ("/films?page=", nil),
    ("/films?page=%32", "2"), ("/films?page=%61", nil), ("/films?page=abc&page=2", nil),
    ("/films?other=1&page=-3", "-3"), ("/films?page", nil),
  ]

  @Test(arguments: rows)
  func `a value that does not fit is ignored`(link: String, value: String?) throws {
    let table = try RouteTable([try Self.route("/films", Self.page)])
    #expect(try table.match(Link(link)).values == [value])
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  @Test func `the item has its type, and is optional`() throws {
    let table = try RouteTable([try Self.route("/films", Self.page)])
    let parameter = try #require(table.parameters(of: 0).first)
    #expect(parameter.type == .int && parameter.isOptional && parameter.ignoresMisfits)
    #expect(
      QueryParameter(name: "q", type: .int, isOptional: false, ignoresMisfits: true).isOptional)
    #expect(throws: (any Error).self) {
      try table.build(route: 0, values: [(name: "page", value: "abc")])
    }
    #expect(try table.build(route: 0, values: [(name: "page", value: "7")]) == "/films?page=7")
  }

  // A required item comes first; any other link is the lenient route's.
  @Test func `a route with a required item takes the values that fit`() throws {
    let required = QueryParameter(name: "page", type: .int, isOptional: false)
    let table = try RouteTable([
      try Self.route("/films", Self.page), try Self.route("/films", required),
    ])
    #expect(try table.match(Link("/films?page=1")).route == 1)
    #expect(try table.match(Link("/films?page=abc")).route == 0)
    #expect(try table.match(Link("/films")).route == 0)
  }

  // Without it, the value would have to be of one of two different types.
  @Test func `two routes that differ only in the type of such an item conflict`() throws {
    let other = QueryParameter(
      name: "page", type: .oneOf(["a"]), isOptional: true, ignoresMisfits: true)
    let specifications = [try Self.route("/films", Self.page), try Self.route("/films", other)]
    #expect(throws: RouteTableErrors.self) { try RouteTable(specifications) }
  }

  @Test func `a path parameter of the same name keeps its value`() throws {
    let table = try RouteTable([try Self.route("/films/:page", Self.page)])
    #expect(try table.match(Link("/films/x?page=abc")).values == ["x"])
  }
}
