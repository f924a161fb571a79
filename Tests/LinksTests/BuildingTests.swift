import Diagnostics
@testable import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

struct BuildingTests {
  static func sample() throws -> RouteTable {
    try RouteTable([
      .route(
        "/movies/:id", types: [("id", .int)],
        query: [.required("tab", .slug), .optional("ref", .string)],
        bases: ["cinema://", "https://c.example/app", "https://*.c.example"]),
      .route("/files/*", bases: ["cinema://", "https://c.example/#/x"]), .route("/u{/:x}?{/p-:y}?"),
      .route("/me/now"), .route("/me/:when"), .route("/v:x(\\d+)/:rest(a/.+)"),
      .route("/n/:x+", types: [("x", .int)]),
      .route("/@home/:x"), .route("/"), .route("/:first/x"), .route("/o{/plus}?/:z"),
    ])
  }

  static let rows:
    [(route: Int, values: [(name: String, value: String)], base: String?, link: String)] = [
      (0, [("id", "42"), ("tab", "a")], nil, "/movies/42?tab=a"),
      (
        0, [("ref", "a&b=c+ d/é"), ("id", "-1"), ("tab", "a")], nil,
        "/movies/-1?tab=a&ref=a%26b%3Dc%2B%20d/%C3%A9"
      ),
      (0, [("id", "1"), ("tab", "a")], "cinema://", "cinema://movies/1?tab=a"),
      (
        0, [("id", "1"), ("tab", "a")], "https://C.example:443/app/",
        "https://c.example/app/movies/1?tab=a"
      ),
      (1, [("0", "a/b c//d/")], nil, "/files/a/b%20c%2F%2Fd%2F"),
      (1, [("0", "a")], "https://c.example/#/x", "https://c.example/#/x/files/a"),
      (2, [], nil, "/u"), (2, [("x", "ü/?#%:@")], nil, "/u/%C3%BC%2F%3F%23%25%3A%40"),
      (2, [("y", "1")], nil, "/u/p-1"),
      (2, [("y", "1"), ("x", "2")], nil, "/u/2/p-1"),
      (5, [("x", "1"), ("rest", "a/b/c")], nil, "/v1/a/b/c"),
      (6, [("x", "1/2/3")], nil, "/n/1/2/3"), (7, [("x", "1")], "cinema://", "cinema://%40home/1"),
      (8, [], "cinema://", "cinema://"), (8, [], nil, "/"),
      (8, [], "https://c.example/app", "https://c.example/app"),
      (9, [("first", "a:b@c")], "cinema://", "cinema://a%3Ab%40c/x"),
      (10, [("z", "1")], nil, "/o/plus/1"),
    ]

  @Test(arguments: rows)
  func `a link is built from its values, and matching returns them`(
    _ row: (route: Int, values: [(name: String, value: String)], base: String?, link: String)
  ) throws {
    let found = try Self.sample()
    let base = try row.base.map { try Base($0) }
    let text = try found.build(route: row.route, values: row.values, base: base)
    #expect(text == row.link)
    let match = try found.match(try Link(text))
    #expect(match.route == row.route)
    for (parameter, value) in zip(found.parameters(of: row.route), match.values) {
      #expect(value == row.values.first { $0.name == parameter.name }?.value)
    }
  }

  static let refused:
    [(route: Int, values: [(name: String, value: String)], base: String?, error: Diagnostic)] = [
      (0, [("id", "1")], nil, .missing("tab", route: "/movies/:id")),
      (0, [("idd", "1")], nil, .unknownName("idd", route: "/movies/:id", nearest: "id")),
      (0, [("id", "1"), ("id", "1")], nil, .duplicateName("id", route: "/movies/:id")),
      (
        0, [("id", "x"), ("tab", "a")], nil,
        .type(parameter: "id", type: .int, value: "x", route: "/movies/:id")
      ),
      (
        0, [("id", "1"), ("tab", "")], nil,
        .type(parameter: "tab", type: .slug, value: "", route: "/movies/:id")
      ),
      (0, [("id", "1"), ("tab", "a")], "https://*.c.example", .openBase("https://*.c.example")),
      (
        0, [("id", "1"), ("tab", "a")], "other://", .notUnderBase("other://", route: "/movies/:id")
      ),
      (
        1, [("0", "a")], "https://c.example/app",
        .notUnderBase("https://c.example/app", route: "/files/*")
      ),
      (4, [("when", "now")], nil, .taken(text: "/me/now", by: "/me/now", route: "/me/:when")),
      (
        4, [("when", "..")], nil,
        .link(.malformed(.dotSegment, byte: 4), text: "/me/..", route: "/me/:when")
      ),
      (
        4, [("when", "a\u{1B}")], nil,
        .link(.malformed(.controlCharacter, byte: 5), text: "/me/a%1B", route: "/me/:when")
      ),
      (4, [("when", "")], nil, .notMatched(text: "/me/", route: "/me/:when")),
      (
        5, [("x", "a"), ("rest", "a/b")], nil,
        .notMatched(text: "/va/a/b", route: "/v:x(\\d+)/:rest(a/.+)")
      ),
      (6, [("x", "1//2")], nil, .notMatched(text: "/n/1%2F%2F2", route: "/n/:x+")),
    ]

  @Test(arguments: refused)
  func `a link that cannot be built is refused`(
    _ row: (route: Int, values: [(name: String, value: String)], base: String?, error: Diagnostic)
  ) throws {
    let found = try Self.sample()
    let base = try row.base.map { try Base($0) }
    #expect(throws: row.error) { try found.build(route: row.route, values: row.values, base: base) }
    #expect(!row.error.summary.isEmpty && row.error.advice != nil)
  }

  @Test func `an optional parameter cannot be given without the one that it follows`() throws {
    let found = try table(["/a{/:x-b}?"])
    #expect(try found.build(route: 0, values: [("x", "1")]) == "/a/1-b")
    let pair = try table(["/:x?/:y?"])
    // A single value always goes to the first parameter, so the second cannot be given alone.
    #expect(throws: Diagnostic.notMatched(text: "/1", route: "/:x?/:y?")) {
      try pair.build(route: 0, values: [("y", "1")])
    }
  }

  // Goal: a built link matches its route and returns the same values. Method: random values of
  // characters that need care.
  @Test(arguments: seeds(100))
  func `building and matching are inverse`(seed: UInt64) throws {
    let found = try Self.sample()
    var random = SplitMix64(seed: seed)
    let marks = Array("a1-/.%?#&=+:@ é한\u{301}~".unicodeScalars)
    for _ in 0..<50 {
      let route = random.pick([0, 1, 2, 4, 5, 7, 9, 10])
      var values: [(name: String, value: String)] = []
      for parameter in found.parameters(of: route) where !parameter.isOptional || random.chance(50)
      {
        var text = String.UnicodeScalarView()
        for _ in 0...random.below(6) { text.append(random.pick(marks)) }
        values.append(
          (parameter.name, parameter.type == .int ? "\(random.below(99))" : String(text)))
      }
      guard let text = try? found.build(route: route, values: values) else { continue }
      let match = try found.match(try Link(text))
      #expect(match.route == route, "seed \(seed): \(text)")
      for (parameter, value) in zip(found.parameters(of: route), match.values) {
        let wanted = values.first { $0.name == parameter.name }?.value
        #expect(
          value.map { Array($0.utf8) } == wanted.map { Array($0.utf8) }, "seed \(seed): \(text)")
      }
    }
  }
}
