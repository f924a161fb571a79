import Links
import LinksOracle
import RouteProofs
import Testing

struct NearMissTests {
  static func sample() throws -> RouteTable {
    try RouteTable([
      .route("/movies/:id", types: [("id", .int)], bases: ["cinema://"]),
      .route("/movies/:id/reviews", types: [("id", .int)], bases: ["cinema://"]),
      .route("/search", query: [.required("q", .string), .optional("page", .uint)]),
      .route("/files/:x(\\d+)-:y/*"), .route("/web", bases: ["https://c.example"]),
    ])
  }

  static let rows: [(link: String, route: Int, reason: NearMiss.Reason)] = [
    ("/movie/42", 0, .segment(number: 1, expected: "movies", found: "movie")),
    ("/movies/x", 0, .type(parameter: "id", type: .int, value: "x")),
    ("/movies", 0, .tooShort(expected: ":id")),
    ("/movies/1/review", 1, .segment(number: 3, expected: "reviews", found: "review")),
    ("/movies/1/reviews/2", 1, .tooLong(number: 4, found: "2")),
    ("/search", 2, .query(name: "q", type: .string, found: nil)),
    ("/search?q=a&page=-1", 2, .query(name: "page", type: .uint, found: "-1")),
    ("/files/x-y/z", 3, .segment(number: 2, expected: ":x(…)-:y", found: "x-y")),
    ("/files/1-y", 3, .tooShort(expected: "*")),
    ("cinema://web", 4, .base(expected: ["https://c.example"])),
    ("other://movies/1", 0, .base(expected: ["cinema://"])),
  ]

  @Test(arguments: rows)
  func `the nearest miss gives the first reason why its route fails`(
    _ row: (link: String, route: Int, reason: NearMiss.Reason)
  ) throws {
    let misses = try Self.sample().misses(of: try Link(row.link), limit: 3)
    #expect(misses.first?.route == row.route)
    #expect(misses.first?.reason == row.reason)
    #expect(misses.allSatisfy { !$0.description.isEmpty } && misses.count == 3)
  }

  @Test(arguments: [
    ("/movie/42", [0, 1]), ("/movies", [0, 1]), ("/search", [2]), ("/nowhere/x", []), ("/", []),
    ("/files", [3]), ("cinema://web", [4]),
  ])
  func `a miss is near if it shares a literal, allowing for typos`(
    link: String, routes: [Int]
  ) throws {
    let misses = try Self.sample().misses(of: try Link(link), limit: 9)
    #expect(Set(misses.filter(\.isNear).map(\.route)) == Set(routes))
  }

  @Test(arguments: [
    ("/de/items/0a", [0]), ("/de/itms/1", [0]), ("/gifts/a", [1]), ("/gifts", []), ("/a/b/c", []),
  ])
  func `a placeholder alone makes no miss near, except in a pattern of placeholders`(
    link: String, routes: [Int]
  ) throws {
    let table = try RouteTable([
      .route("/:lang/items/:id", types: [("id", .int)]), .route("/:a/:b", types: [("b", .int)]),
      .route("/doc"),
    ])
    let parsed = try Link(link)
    let near = table.misses(of: parsed, limit: 9).filter(\.isNear)
    #expect(near.map(\.route) == routes)
  }

  @Test func `a link in a fragment is not taken for the path ahead of it`() throws {
    let bases = ["https://a.example", "https://a.example/app/#/"]
    let table = try RouteTable([.route("/need", query: [.required("q", .string)], bases: bases)])
    let miss = table.misses(of: try Link("https://a.example/app/#/need"), limit: 1).first
    #expect(miss?.reason == .query(name: "q", type: .string, found: nil))
  }

  @Test func `a match is not a miss, and the limit is kept`() throws {
    let found = try Self.sample()
    #expect(found.misses(of: try Link("/movies/1"), limit: 9).map(\.route).contains(0) == false)
    #expect(found.misses(of: try Link("/"), limit: 9).count == 5)
    #expect(found.misses(of: try Link("/"), limit: 0).isEmpty)
    #expect(found.misses(of: try Link("/"), limit: -1).isEmpty)
  }
}
