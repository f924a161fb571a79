import Diagnostics
import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

struct PrecedenceTests {
  /// Two patterns, the one that wins first, and a link that both accept.
  static let rows: [(better: String, worse: String, link: String)] = [
    ("/a", "/:x", "/a"), ("/a", "/(a)", "/a"), ("/a", "/*", "/a"), ("/a/:x", "/:x/b", "/a/b"),
    ("/a/*", "/:x/b", "/a/b"), ("/(\\d+)", "/:x", "/1"), ("/:x", "/:x+", "/a"),
    ("/:x+", "/*", "/a"),
    ("/a-:x", "/:x", "/a-b"), ("/a-:x", "/a:x", "/a-b"), ("/a:x", "/:x", "/ab"),
    ("/:x.html", "/:x", "/a.html"),
    ("/:x/b", "/:x/:y", "/a/b"), ("/:x/:y", "/:x+", "/a/b"), ("/:x/:y", "/:x/:y+", "/a/b"),
    ("/:x+/b", "/:x+", "/a/b"), ("/:x", "/a-*", "/a-b"), ("/:x", "/a*", "/ab"),
    ("/a*", "/*", "/ab"),
    ("/a/b{/c}?", "/a/:x{/:y}?", "/a/b"), ("/a/b{/c}?", "/a/:x{/:y}?", "/a/b/c"),
    ("/:x(.+)/b", "/:x/:y", "/a/b"),
    ("/:x(\\d+)-:y(\\d+)", "/:x(\\d+):z", "/1-2"), ("/:x/:y/c", "/:x/*", "/a/b/c"),
  ]

  @Test(arguments: rows)
  func `the more specific pattern wins in any order of registration`(
    _ row: (better: String, worse: String, link: String)
  ) throws {
    let inOrder = try table([row.better, row.worse])
    #expect(inOrder.accepts(route: 1, link: try Link(row.link)))
    #expect(inOrder.route(row.link) == 0)
    #expect(try table([row.worse, row.better]).route(row.link) == 1)
  }

  @Test func `types and query conditions affect precedence`() throws {
    let found = try RouteTable([
      .route("/m/:id"), .route("/m/:id", types: [("id", .int)]),
      .route("/m/:id", query: [.required("tab", .oneOf(["reviews"]))]),
      .route("/m/:id", query: [.required("tab", .oneOf(["cast"])), .optional("n", .int)]),
      .route("/m/:id", query: [.required("a", .string), .required("tab", .string)]),
    ])
    #expect(found.route("/m/1?tab=cast") == 1)  // the path takes precedence
    #expect(found.route("/m/x") == 0)
    #expect(found.route("/m/x?tab=reviews&tab=cast") == 2)
    #expect(found.route("/m/x?tab=cast") == 3)
    #expect(found.route("/m/x?tab=cast&n=x") == 0)  // a declared query item must fit its type
    #expect(found.route("/m/x?tab=cast&a=") == 4)
    #expect(found.values("/m/x?tab=cast&n=7&n=x", route: 3) == ["x", "cast", "7"])
    #expect(found.values("/m/x?tab=cast", route: 3) == ["x", "cast", nil])
  }

  @Test func `literal text can ignore ASCII case, values never do`() throws {
    let found = try RouteTable([
      .route("/Movies/:id/v-:x.HTML", isCaseSensitive: false),
      .route("/Straße", isCaseSensitive: false),
      .route("/movies/1/:y"),
    ])
    #expect(found.values("/mOVIES/Ab/V-Cd.html") == ["Ab", "Cd"])
    #expect(found.route("/STRAßE") == 1)
    #expect(found.route("/STRASSE") == nil)
    #expect(found.route("/movies/1/v-a.html") == 2)  // a literal beats a parameter
    #expect(found.route("/Movies/1/v-a.html") == 0)
  }

  @Test func `a path parameter and a query item with the same name are one parameter`() throws {
    let found = try RouteTable([
      .route("/:id", query: [.required("id", .int), .optional("n", .int)])
    ])
    #expect(found.parameters(of: 0).map(\.name) == ["id", "n"])
    #expect(found.parameters(of: 0).map(\.place) == [.path, .query])
    #expect(found.values("/a?id=5&n=1") == ["a", "1"])
    #expect(found.values("/a") == nil)
    #expect(try found.build(route: 0, values: [("id", "5")]) == "/5?id=5")
  }

  @Test func `a match keeps all query items of the link`() throws {
    let link = try Link("/a?x=1&y=2&x=3")
    let match = try RouteTable([.route("/a", query: [.optional("x", .int)])]).match(link)
    #expect(match.values == ["1"] && match.query == link.query)
  }

  // Goal: the order of registration does not affect matches. Method: a table with every kind of
  // pattern, shuffled.
  @Test(arguments: seeds(100))
  func `a shuffled table gives the same matches`(seed: UInt64) throws {
    let patterns = PrecedenceTests.shuffled
    try #require(patterns.count == 17)
    let links = [
      "/", "/a", "/b", "/1", "/a/b", "/a/1", "/a/b/c", "/x/b", "/x/y/z", "/a-1", "/a-b.html",
      "/1/2/3",
      "/files", "/files/a//b/", "/x-y/b", "/a/b?q=1", "/a/b?q=x", "/docs/2/3",
    ]
    let plain = try RouteTable(patterns)
    var random = SplitMix64(seed: seed)
    let order = patterns.indices.shuffled(using: &random)
    let mixed = try RouteTable(order.map { patterns[$0] })
    for text in links {
      let link = try Link(text)
      let expected = Self.answer(to: link, in: plain)
      let found = Self.answer(to: link, in: mixed) { order[$0] }
      #expect(found == expected, "seed \(seed): \(text)")
    }
  }

  /// The route and its values, or the error. Routes have their numbers before shuffling.
  private static func answer(
    to link: Link, in table: RouteTable, number: (Int) -> Int = { $0 }
  ) -> String {
    do {
      let match = try table.match(link)
      return "\(number(match.route)) \(match.values)"
    } catch {
      if case .ambiguous(_, let routes) = error { return "\(routes.map(number).sorted())" }
      return error.diagnostic.code.rawValue
    }
  }

  static let shuffled: [RouteSpecification] =
    (try? [
      .route("/"), .route("/a"), .route("/:x"), .route("/:x", types: [("x", .int)]), .route("/a/b"),
      .route("/a/:y"), .route("/:x/b"), .route("/:x/:y"), .route("/:x+"), .route("/*"),
      .route("/a-:x(\\d+)"), .route("/a-:x.html"), .route("/files/*"), .route("/files/:x+"),
      .route("/:x-:y/b"), .route("/a/b", query: [.required("q", .int)]), .route("/docs{/:p}?/:q"),
    ]) ?? []
}
