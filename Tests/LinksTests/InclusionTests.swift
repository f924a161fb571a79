import Links
import LinksOracle
import RouteProofs
import Testing

struct InclusionTests {
  // Goal: in whatever order routes are registered, a table is refused exactly if two routes tie on
  // a link by the rules, and otherwise every link opens the route that the rules name. So no three
  // routes come before each other in a circle. Method: all pairs and triples of a few routes of
  // every kind that tie or include one another, in all orders, compared with the slow matcher.
  @Test(arguments: 0..<SmallWorld.count)
  func `all pairs and triples of a small world agree with the rules`(first: Int) throws {
    for second in first + 1..<max(first + 1, SmallWorld.count) {
      #expect(try SmallWorld.faults([first, second]) == [])
      for third in second + 1..<max(second + 1, SmallWorld.triplesCount) {
        #expect(try SmallWorld.faults([first, second, third]) == [])
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    /// Links, and the pattern that each opens.
    let links: KeyValuePairs<String, String>
    var testDescription: String { patterns.joined(separator: " ") }

    init(_ patterns: String..., links: KeyValuePairs<String, String>) {
      self.patterns = patterns
      self.links = links
    }
  }

  // Tables that routers with optional segments accept, such as React Router and React Navigation.
  static let optionals = [
    Row("/one", "/one/:p?", links: ["/one": "/one", "/one/a": "/one/:p?"]),
    Row("/files", "/files/:p*", links: ["/files": "/files", "/files/a/b": "/files/:p*"]),
    Row("/", "/:lang?", links: ["/": "/", "/en": "/:lang?"]),
    Row("/", "/:rest*", links: ["/": "/", "/a": "/:rest*", "/a/b": "/:rest*"]),
    Row("/:lang", "/:lang?", links: ["/en": "/:lang", "/": "/:lang?"]),
    Row("/:p+", "/:p*", links: ["/a": "/:p+", "/a/b": "/:p+", "/": "/:p*"]),
    Row(
      "/one/:p", "/one/:p?", "/one",
      links: ["/one": "/one", "/one/a": "/one/:p"]),
    Row(
      "/users/new", "/users/:id?",
      links: ["/users/new": "/users/new", "/users": "/users/:id?", "/users/7": "/users/:id?"]),
    Row(
      "/users", "/users/:id", "/users/:id?/edit",
      links: ["/users": "/users", "/users/7": "/users/:id", "/users/edit": "/users/:id?/edit"]),
    Row(
      "{/:lang}?/about", "/about",
      links: ["/about": "/about", "/en/about": "{/:lang}?/about"]),
    Row(
      "{/:lang}?/about", "/:lang/about",
      links: ["/about": "{/:lang}?/about", "/en/about": "/:lang/about"]),
    Row(
      "/docs{/v1}?/intro", "/docs/v1/intro",
      links: ["/docs/intro": "/docs{/v1}?/intro", "/docs/v1/intro": "/docs/v1/intro"]),
    Row(
      "/a{/b}?{/c}?", "/a{/b}?", "/a",
      links: ["/a": "/a", "/a/b": "/a{/b}?", "/a/c": "/a{/b}?{/c}?", "/a/b/c": "/a{/b}?{/c}?"]),
    Row(
      "/:y(\\d{4})", "/:n(\\d+)", "/:any([^/]+)",
      links: ["/2024": "/:y(\\d{4})", "/24": "/:n(\\d+)", "/x": "/:any([^/]+)"]),
    Row(
      "/via/:rest(.*)", "/via/:url(https:.*)",
      links: ["/via/a": "/via/:rest(.*)", "/via/https:/a": "/via/:url(https:.*)"]),
    Row(
      "/a/*", "/a/:p*/edit", "/a",
      links: ["/a": "/a", "/a/b": "/a/*", "/a/b/edit": "/a/:p*/edit", "/a/edit": "/a/:p*/edit"]),
  ]

  @Test(arguments: optionals)
  func `a route whose links are all links of another comes before it`(_ row: Row) throws {
    for patterns in [row.patterns, row.patterns.reversed()] {
      let table = try table(patterns)
      for (link, pattern) in row.links {
        #expect(table.route(link).map { patterns[$0] } == pattern, "\(link)")
        #expect(table.disagreement(about: Array(link.utf8)) == nil)
      }
    }
  }

  // Tables in which two routes tie on a link that only one of three opens.
  static let thirds = [
    Row(
      "/:x([ab])", "/:y([bc])", "/b",
      links: ["/a": "/:x([ab])", "/b": "/b", "/c": "/:y([bc])"]),
    Row(
      "/:x([ab])", "/:y([bc])", "/:z(b)",
      links: ["/a": "/:x([ab])", "/b": "/:z(b)", "/c": "/:y([bc])"]),
    Row(
      "/x{/b}?/c", "/x/b{/c}?", "/x/b/c",
      links: ["/x/c": "/x{/b}?/c", "/x/b": "/x/b{/c}?", "/x/b/c": "/x/b/c"]),
    Row(
      "/a{/b}?", "/a{/c}?", "/a",
      links: ["/a": "/a", "/a/b": "/a{/b}?", "/a/c": "/a{/c}?"]),
    Row(
      "/:x([abc])", "/:y([bcd])", "/b", "/c",
      links: ["/a": "/:x([abc])", "/b": "/b", "/c": "/c", "/d": "/:y([bcd])"]),
  ]

  @Test(arguments: thirds)
  func `routes that tie only on links of a third route do not conflict`(_ row: Row) throws {
    for patterns in [row.patterns, row.patterns.reversed()] {
      let table = try table(patterns)
      for (link, pattern) in row.links {
        #expect(table.route(link).map { patterns[$0] } == pattern, "\(link)")
        #expect(table.disagreement(about: Array(link.utf8)) == nil)
      }
    }
    let without = Array(row.patterns.dropLast())
    #expect(throws: RouteTableErrors.self) { try table(without) }
  }

  @Test func `a third route with both query items settles a tie of two with one each`() throws {
    let routes: [RouteSpecification] = try [
      .route("/w", query: [.required("a", .string)]),
      .route("/w", query: [.required("b", .string)]),
      .route("/w", query: [.required("a", .string), .required("b", .string)]),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let table = try RouteTable(order.map { routes[$0] })
      #expect(table.route("/w?a").map { order[$0] } == 0)
      #expect(table.route("/w?b").map { order[$0] } == 1)
      #expect(table.route("/w?b&a").map { order[$0] } == 2)
    }
    #expect(throws: RouteTableErrors.self) { try RouteTable(Array(routes.dropLast())) }
    var third = routes
    third[2].query[1] = .required("b", .int)
    #expect(throws: RouteTableErrors.self) { try RouteTable(third) }
  }

  @Test func `a third route settles a tie only under its own bases`() throws {
    func table(_ bases: [String]) throws -> RouteTable {
      try RouteTable([
        .route("/:x([ab])", bases: ["x://", "y://"]), .route("/:x([bc])", bases: ["x://", "y://"]),
        .route("/b", bases: bases),
      ])
    }
    #expect(try table(["x://", "y://"]).route("y://b") == 2)
    #expect(throws: RouteTableErrors.self) { try table(["x://"]) }
  }

  static let types: [ValueType] = [
    .oneOf(["1", "true", "a"]), .bool, .uint, .int, .number, .date, .uuid, .slug,
  ]

  @Test func `types have an order, narrower first, before expressions and free parameters`() throws
  {
    let routes: [RouteSpecification] =
      try Self.types.map { try .route("/m/:x", types: [("x", $0)]) }
      + [.route("/m/:x([!-~]+)"), .route("/m/:x")]
    let links = [
      "/m/a": 0, "/m/false": 1, "/m/2": 2, "/m/-2": 3, "/m/2.5": 4, "/m/2024-02-29": 5,
      "/m/00000000-0000-0000-0000-000000000000": 6, "/m/x-y": 7, "/m/!": 8, "/m/%C3%A9": 9,
      "/m/1": 0, "/m/true": 0,
    ]
    for isReversed in [false, true] {
      let table = try RouteTable(isReversed ? routes.reversed() : routes)
      for (link, route) in links {
        #expect(table.route(link) == (isReversed ? routes.count - 1 - route : route), "\(link)")
        #expect(table.disagreement(about: Array(link.utf8)) == nil)
      }
    }
  }

  @Test func `an earlier segment decides before a later one, also by type`() throws {
    let table = try RouteTable([
      .route("/:x/b", types: [("x", .slug)]), .route("/:x/:y", types: [("x", .int)]),
      .route("/v:x", types: [("x", .slug)]), .route("/:x", types: [("x", .int)]),
    ])
    #expect(table.route("/5/b") == 1)
    #expect(table.route("/a/b") == 0)
  }

  @Test func `a path from inside that ties between bases is ambiguous, whatever includes it`()
    throws
  {
    let table = try RouteTable([
      .route("/:x([abc])", bases: ["x://"]), .route("/:x([bcd])", bases: ["y://"]),
      .route("/:x(a)", bases: ["x://"]), .route("/:x(c)", bases: ["y://"]),
    ])
    #expect(table.route("/a") == 2)
    #expect(table.route("/c") == 3)
    #expect(table.route("/d") == 1)
    #expect(table.route("x://b") == 0)
    #expect(table.route("y://b") == 1)
    #expect(throws: MatchError.self) { try table.match(Link("/b")) }
    for link in ["/a", "/b", "/c", "/d", "x://a", "x://b", "x://c", "y://b", "y://c"] {
      #expect(table.disagreement(about: Array(link.utf8)) == nil, "\(link)")
    }
  }
}
