import Diagnostics
@testable import Links
import LinksOracle
import RouteProofs
import Testing

struct BaseTests {
  /// Base, link, value of `/:x`; `nil` if there is no match.
  static let rows: [(base: String, link: String, value: String?)] = [
    ("cinema://", "cinema://a", "a"), ("cinema://", "CINEMA:///a/", "a"),
    ("cinema://", "other://a", nil),
    ("cinema://", "cinema:a", nil), ("cinema://", "cinema://%61b", "ab"),
    ("cinema://", "cinema://a:1", "a:1"),
    ("cinema://open/", "cinema://open/a", "a"), ("cinema://open/", "cinema://a", nil),
    ("cinema://open/", "cinema://Open/a", nil),
    ("https://c.example", "https://c.example/a", "a"),
    ("https://c.example", "HTTPS://C.Example/a?x#y", "a"),
    ("https://c.example", "http://c.example/a", nil),
    ("https://c.example", "https://c.example:443/a", "a"),
    ("https://c.example", "https://c.example:/a", "a"),
    ("https://c.example", "https://c.example:80/a", nil),
    ("https://c.example:8443", "https://c.example:8443/a", "a"),
    ("https://c.example:8443", "https://c.example/a", nil),
    ("http://c.example:80", "http://c.example/a", "a"),
    ("https://c.example", "https://x.c.example/a", nil),
    ("https://c.example", "https://c.example.evil/a", nil),
    ("https://c.example", "https://xc.example/a", nil),
    ("https://*.c.example", "https://x.c.example/a", "a"),
    ("https://*.c.example", "https://x.y.c.example/a", "a"),
    ("https://*.c.example", "https://c.example/a", nil),
    ("https://*.c.example", "https://.c.example/a", nil),
    ("https://*.c.example", "https://xc.example/a", nil),
    ("https://*.c.example", "https://e/x.c.example/a", nil),
    ("https://*", "https://c.example/a", "a"), ("https://*", "HTTPS://C.Example/a?x#y", "a"),
    ("https://*", "http://c.example/a", nil), ("https://*", "https://c.example:8443/a", nil),
    ("https://*:8443", "https://c.example:8443/a", "a"), ("https://*", "https://.c/a", nil),
    ("https://*/app", "https://c.example/app/a", "a"),
    ("https://*/app", "https://c.example/a", nil),
    ("https://*/app", "https://app/a", nil), ("https://*/#", "https://c.example/#/a", "a"),
    ("https://*/#", "https://c.example/a", nil),
    ("cinema://*", "cinema://c.example/a", "a"), ("cinema://*", "CINEMA://C:1/a/", "a"),
    ("cinema://*", "cinema://%C3%A9/a", "a"), ("cinema://*", "cinema:///a", nil),
    ("cinema://*", "cinema://a", nil), ("cinema://*", "cinema:a", nil),
    ("cinema://*", "cinema://.c/a", nil), ("cinema://*", "other://c/a", nil),
    ("cinema://*/app", "cinema://c/app/a", "a"), ("cinema://*/app", "cinema://app/a", nil),
    ("*", "any://c/a", "a"), ("*", "any:///a", "a"), ("*", "https://c.example:81/a", "a"),
    ("*", "https://c.example/b/a", nil), ("*", "mailto:a", nil),
    ("https://c.example/app", "https://c.example/app/a", "a"),
    ("https://c.example/app", "https://c.example/a", nil),
    ("https://c.example/app", "https://c.example//%61pp//a", "a"),
    ("https://c.example/app", "https://c.example/apple/a", nil),
    ("https://c.example/#", "https://c.example/#/a", "a"),
    ("https://c.example/#", "https://c.example#/a?x", "a"),
    ("https://c.example/#", "https://c.example/a", nil),
    ("https://c.example/#", "https://c.example/#a", nil),
    ("https://c.example/#", "https://c.example/x#/a", nil),
    ("https://c.example/#", "https://c.example/#/a/../b", nil),
    ("https://c.example/#", "https://c.example/#/#a:b", "#a:b"),
    ("https://c.example/#", "https://c.example/#/a#b#", "a#b#"),
    ("https://c.example/#", "https://c.example/#/#?x#y", "#"),
    ("https://c.example/#", "https://c.example/#/%23a", "#a"),
    ("https://c.example/#", "https://c.example/##/a", nil),
    ("https://c.example/app#/x", "https://c.example/app#/x/#", "#"),
    ("https://c.example/app#/x", "https://c.example/app#/x/a", "a"),
    ("https://c.example/app#/x", "https://c.example/app#/a", nil),
    ("https://c.example/#", "https://c.example/#https://c.example/a", nil),
  ]

  @Test(arguments: rows)
  func `a base covers only its links`(_ row: (base: String, link: String, value: String?)) throws {
    let found = try RouteTable([.route("/:x", bases: [row.base])])
    #expect(found.disagreement(about: Array(row.link.utf8)) == nil)
    #expect(found.values(row.link) == row.value.map { [$0] })
  }

  @Test func `a link under no base is foreign, an unknown link under a base is not found`() throws {
    let found = try RouteTable([.route("/a", bases: ["cinema://", "https://c.example/#"])])
    for text in ["other://a", "mailto:a", "https://c.example/a"] {
      let link = try Link(text)
      #expect(throws: MatchError.foreign(link)) { try found.match(link) }
    }
    for text in ["cinema://b", "/b", "https://c.example/#/a/.."] {
      let link = try Link(text)
      #expect(throws: (text.contains("..") ? MatchError.foreign(link) : .notFound(link))) {
        try found.match(link)
      }
    }
    let bare = try table(["/a"])
    #expect(throws: MatchError.foreign(try Link("x://a"))) { try bare.match(try Link("x://a")) }
  }

  @Test func `the path and query come from the fragment`() throws {
    let found = try RouteTable([
      .route("/a", query: [.required("q", .int)], bases: ["https://c.example/#"])
    ])
    #expect(found.values("https://c.example/?q=x#/a?q=1") == ["1"])
    #expect(found.values("https://c.example/?q=1#/a") == nil)
    #expect(found.values("https://c.example/#/a?q=1#2") == nil)
    let text = try RouteTable([
      .route("/a", query: [.required("q", .string)], bases: ["https://c.example/#"])
    ])
    #expect(text.values("https://c.example/#/a?q=1#2#") == ["1#2#"])
  }

  @Test func `the most specific base is tried first`() throws {
    let found = try RouteTable([
      .route("/:x", bases: ["https://*.c.example"]), .route("/:x", bases: ["https://w.c.example"]),
      .route("/:x+", bases: ["https://w.c.example/app"]),
      .route("/:x", bases: ["https://*.d.c.example"]),
      .route("/:x", bases: ["https://w.c.example/#"]),
      .route("/b/c", bases: ["https://*.c.example"]),
    ])
    #expect(found.route("https://v.c.example/a") == 0)
    #expect(found.route("https://w.c.example/a") == 1)
    #expect(found.route("https://w.c.example/app/a") == 2)
    #expect(found.route("https://x.d.c.example/a") == 3)
    #expect(found.route("https://w.c.example/#/a") == 4)
    #expect(found.route("https://w.c.example/b/c") == 5)  // the next base, where no route matches
    let link = try Link("/a")
    #expect(throws: MatchError.ambiguous(link, routes: [0, 1, 3, 4])) { try found.match(link) }
  }

  @Test func `bases for any host come after those for some, a base for any link last`() throws {
    let found = try RouteTable([
      .route("/:x", bases: ["*"]), .route("/:x", bases: ["https://*"]),
      .route("/:x", bases: ["https://*/app"]), .route("/:x", bases: ["https://*.c.example"]),
      .route("/a", bases: ["https://c.example"]), .route("/:x", bases: ["cinema://*"]),
      .route("/:x/b", bases: ["cinema://"]), .route("/{*}?", bases: ["*"]),
    ])
    let links = [
      "https://c.example/a", "https://c.example/b", "https://x.c.example/a", "https://x.example/a",
      "https://x.example/app/a", "http://c.example/a", "cinema://a/b", "cinema://a/c",
      "other://a/b", "mailto:a@c.example", "https://x.example/a/b",
    ]
    #expect(links.map { found.route($0) } == [4, 1, 3, 1, 2, 0, 6, 5, 0, 7, 7])
    for link in links { #expect(found.disagreement(about: Array(link.utf8)) == nil, "\(link)") }
  }

  static let parts: [(link: String, values: [String?])] = [
    ("https://C.Example/a?x=%41&y#z", ["a", "https", "c.example", "x=%41&y"]),
    ("HTTPS://c.example:443/a", ["a", "https", "c.example", nil]),
    ("http://c.example:8080/a?", ["a", "http", "c.example:8080", ""]),
    ("https://c.example/?x#/a?y#z", ["a", "https", "c.example", "y#z"]),
    ("Cinema://Some.Host:7/a?x", ["a", "cinema", "Some.Host:7", "x"]),
    ("any:///a", ["a", "any", nil, nil]), ("/a?x", ["a", nil, nil, "x"]),
  ]

  @Test(arguments: parts)
  func `other parts of a link are values`(_ row: (link: String, values: [String?])) throws {
    let found = try RouteTable([
      RouteSpecification(
        Pattern("/:x"), parts: [.scheme, .host, .query],
        bases: ["*", "cinema://*", "https://c.example/#"].map { try Base($0) })
    ])
    #expect(found.values(row.link) == row.values)
    #expect(found.disagreement(about: Array(row.link.utf8)) == nil)
    #expect(found.parameters(of: 0).map(\.name) == ["x", "scheme", "host", "query"])
  }

  @Test func `a part of a link has a name of its own`() throws {
    for query in [[], [QueryParameter.optional("host", .string)]] {
      let route = RouteSpecification(
        try Pattern(query.isEmpty ? "/:host" : "/:x"), query: query, parts: [.host])
      #expect(throws: RouteTableErrors.self) { try RouteTable([route]) }
    }
  }

  @Test func `a route without bases is under all bases`() throws {
    let found = try RouteTable([.route("/a", bases: ["cinema://"]), .route("/b")])
    #expect(found.route("cinema://b") == 1)
    #expect(found.bases == [try Base("CINEMA://")])
    #expect(try Base("https://A:443") == Base("https://a/"))
  }

  static let refused: [(text: String, fault: PatternFault)] = [
    ("", .link(.malformed(.empty, byte: 0))), ("/a", .noScheme), ("cinema:", .noScheme),
    ("cinema", .link(.malformed(.noScheme, byte: 0))),
    ("https://", .link(.malformed(.host, byte: 8))), ("https://a?b", .query),
    ("https://a/#b", .fragment), ("https://a/#/b?c", .query), ("cinema://*.a", .wildcard),
    ("https://a.*.b", .link(.malformed(.host, byte: 10))),
    ("https://u@a", .link(.malformed(.userInfo, byte: 9))),
    ("https://*a", .link(.malformed(.host, byte: 8))), ("cinema://*:80", .wildcard),
    ("cinema://*/#", .wildcard), ("https://*?x", .query),
    ("*://a", .link(.malformed(.noScheme, byte: 0))),
    ("https://a/#/..", .link(.malformed(.dotSegment, byte: 1))),
  ]

  @Test(arguments: refused)
  func `an invalid base is refused`(_ row: (text: String, fault: PatternFault)) {
    let error = Diagnostic.base(row.fault, text: row.text, at: nil)
    #expect(throws: error) { try Base(row.text) }
    #expect(error.advice != nil)
    // The advice for links, which can be paths, would cause another error.
    #expect(error.advice?.contains("path such as") == false)
  }
}
