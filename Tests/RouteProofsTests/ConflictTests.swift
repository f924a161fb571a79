import Diagnostics
@testable import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

struct ConflictTests {
  /// Two routes and their witness; `nil` if they do not conflict.
  struct Row: Sendable, CustomTestStringConvertible {
    let first: RouteSpecification
    let second: RouteSpecification
    let witness: String?
    var testDescription: String { "\(first.label) \(second.label)" }

    init(_ first: RouteSpecification, _ second: RouteSpecification, _ witness: String?) {
      self.first = first
      self.second = second
      self.witness = witness
    }

    init(_ first: String, _ second: String, _ witness: String?) throws {
      self.init(try .route(first), try .route(second), witness)
    }
  }

  static func paths() throws -> [Row] {
    try [
      Row("/", "/", "/"), Row("/a", "/a", "/a"), Row("/a", "/b", nil), Row("/:x", "/:y", "/a"),
      Row("/a/:x", "/a/:y/", "/a/a"), Row("/a/:x", "/b/:x", nil), Row("/:x/a", "/:y/b", nil),
      Row("/:x/a", "/:x", nil), Row("/*", "/:x(.*)", "/a"), Row("/:x+", "/:x*", nil),
      Row("/:x([a-m]+)", "/:x([m-z]+)", "/m"), Row("/:x([a-m]+)", "/:x([n-z]+)", nil),
      Row("/:x(a.*c)", "/:x([^z]*)", "/ac"), Row("/a-:x", "/:x-b", "/a-b"),
      Row("/a-:x", "/b-:x", nil),
      Row("/:x([\\d]{2})", "/:x([0-9a]{3})", nil), Row("/:x(é)", "/:x([à-ü])", nil),
      Row("/:x(é|a)", "/:x([à-ü])", "/%C3%A9"),
      Row("/:x(\\.+)", "/:x(\\.{1,3})", nil), Row("/:x(\\.+)", "/:x(a|\\.{1,3})", "/..."),
      Row("/:x(\\.)", "/:x([.])", nil),
      Row("/a{/:x}?", "/a", nil), Row("/a{/b}?", "/a{/c}?", "/a"), Row("/a{/:x}?", "/:y?", nil),
      Row("/:x?", "/:y", nil), Row("/x{/b}?/c", "/x/b{/c}?", "/x/b/c"),
      Row("/:x+/a", "/:y+/b", nil), Row("/:x([^z]+)/b/c", "/:x(\\d+)/b/c", nil),
      Row("/:x([^z]+)/b/c", "/:x([\\dz]+)/b/c", "/0/b/c"),
      Row("/:x+/a/:y", "/:x+/b/:y", nil), Row("/:x+/a/:y+", "/:x+/b/:y+", "/a/b/a/a"),
      Row("/a%2Fb", "/a/b", nil), Row("/%61", "/a", "/a"),
      Row("/\u{E9}", "/e\u{301}", nil), Row("/:x(a/b)", "/:x([a-c]/b)", nil),
      Row("/:x([ad]/b)", "/:x([a-c]/b)", "/a/b"),
    ]
  }

  static func types() throws -> [Row] {
    try [
      Row(.route("/A", isCaseSensitive: false), .route("/a"), nil),
      Row(.route("/A", isCaseSensitive: false), .route("/A"), nil),
      Row(.route("/A", isCaseSensitive: false), .route("/a", isCaseSensitive: false), "/a"),
      Row(.route("/A"), .route("/a"), nil),
      Row(.route("/:x", types: [("x", .int)]), .route("/:x", types: [("x", .uint)]), nil),
      Row(.route("/:x", types: [("x", .int)]), .route("/:y", types: [("y", .int)]), "/0"),
      Row(.route("/:x", types: [("x", .int)]), .route("/:x(\\d{20})"), nil),
      Row(.route("/:x", types: [("x", .int)]), .route("/:x", types: [("x", .bool)]), nil),
      Row(.route("/:x", types: [("x", .int)]), .route("/:x"), nil),
      // Two parameters of a segment: the looser decides, so that the ranges of types matter.
      Row(
        .route("/:x:y(e)", types: [("x", .int)]), .route("/:x(\\d{20}e)"), "/00000000000000000000e"),
      Row(.route("/:x:y(e)", types: [("x", .int)]), .route("/:x([1-9]\\d{19}e|n)"), nil),
      Row(
        .route("/:x:y(e)", types: [("x", .uint)]), .route("/:x([1-9]\\d{19}e)"),
        "/10000000000000000000e"),
      Row(
        .route("/:x:y(e)", types: [("x", .int)]), .route("/:x(92233720368547758\\d\\de)"),
        "/9223372036854775800e"),
      Row(.route("/:d:y(e)", types: [("d", .date)]), .route("/:d(\\d{3}4-02-29e)"), "/0004-02-29e"),
      Row(.route("/:d:y(e)", types: [("d", .date)]), .route("/:d(\\d{3}[1357]-02-29e)"), nil),
      Row(
        .route("/:x", types: [("x", .oneOf(["a", "b"]))]),
        .route("/:x", types: [("x", .oneOf(["b", "c"]))]), "/b"),
      Row(
        .route("/:x", types: [("x", .oneOf(["a", "b"]))]),
        .route("/:x", types: [("x", .oneOf(["b"]))]), nil),
      Row(
        .route("/:x", types: [("x", .oneOf(["a"]))]), .route("/:x", types: [("x", .oneOf(["c"]))]),
        nil),
      Row(.route("/:x+", types: [("x", .int)]), .route("/:x+", types: [("x", .bool)]), nil),
      Row(.route("/:x+", types: [("x", .int)]), .route("/:x+", types: [("x", .slug)]), nil),
      Row(.route("/:x+", types: [("x", .slug)]), .route("/:y+", types: [("y", .slug)]), "/a"),
    ]
  }

  static func queriesAndBases() throws -> [Row] {
    try [
      Row(
        .route("/a", query: [.required("t", .oneOf(["x"]))]),
        .route("/a", query: [.required("t", .oneOf(["y"]))]), nil),
      Row(
        .route("/a", query: [.required("t", .oneOf(["x", "y z"]))]),
        .route("/a", query: [.required("t", .oneOf(["y z"]))]), nil),
      Row(
        .route("/a", query: [.required("t", .oneOf(["x", "y z"]))]),
        .route("/a", query: [.required("t", .oneOf(["y z", "w"]))]), "/a?t=y%20z"),
      Row(.route("/a", query: [.required("t", .int)]), .route("/a"), nil),
      Row(
        .route("/a", query: [.required("t", .int)]), .route("/a", query: [.required("t", .slug)]),
        nil),
      Row(
        .route("/a", query: [.required("t", .int)]), .route("/a", query: [.required("t", .uint)]),
        "/a?t=0"),
      Row(
        .route("/a", query: [.required("t", .int)]), .route("/a", query: [.required("u", .bool)]),
        "/a?t=0&u=true"),
      Row(
        .route("/a", query: [.required("t", .int), .optional("u", .int)]),
        .route("/a", query: [.required("u", .bool)]), nil),
      Row(.route("/a", query: [.optional("u", .int)]), .route("/a"), nil),
      Row(.route("/a", query: [.optional("u", .string)]), .route("/a"), "/a"),
      Row(
        .route("/a/:x", query: [.optional("u", .int)]),
        .route("/a/:x*", query: [.optional("u", .bool)]),
        nil),
      Row(
        .route("/a/:x+", query: [.optional("u", .int)]),
        .route("/a/:x*", query: [.optional("u", .bool)]), "/a/a"),
      Row(.route("/a", bases: ["x://"]), .route("/a", bases: ["y://"]), nil),
      Row(.route("/a", bases: ["x://", "z://"]), .route("/a", bases: ["y://", "Z://"]), "/a"),
      Row(.route("/a", bases: ["x://"]), .route("/a"), "/a"),
      Row(.route("/a", bases: ["https://*.a.b"]), .route("/a", bases: ["https://c.a.b"]), nil),
    ]
  }

  @Test(arguments: try paths() + types() + queriesAndBases())
  func `routes that tie and share a link are refused with that link`(_ row: Row) throws {
    for isSwapped in [false, true] {
      var one = isSwapped ? row.second : row.first
      var two = isSwapped ? row.first : row.second
      one.position = SourcePosition(file: "a.yaml", line: 1, column: 2)
      two.position = SourcePosition(file: "b.yaml", line: 3, column: 4)
      do {
        _ = try RouteTable([one, two])
        #expect(row.witness == nil)
      } catch {
        let errors = error.diagnostics
        #expect(errors.map(\.code) == [.routeConflict])
        #expect(errors.first?.position == two.position && errors.first?.other == one.position)
        #expect(errors.first?.witness?.utf8.count == row.witness?.utf8.count)
        if !isSwapped { #expect(errors.first?.witness == row.witness) }
        let link = try Link(errors.first?.witness ?? "")
        #expect(try RouteTable([one]).accepts(route: 0, link: link))
        #expect(try RouteTable([two]).accepts(route: 0, link: link))
      }
    }
  }

  @Test func `all errors are reported together, in the order of the routes`() throws {
    let specifications: [RouteSpecification] = try [
      .route("/a/:id", types: [("di", .int), ("id", .oneOf([]))]),
      .route("/b/:x(\\d)/*", types: [("x", .int), ("0", .int)]),
      .route("/c", query: [.required("q", .int), .optional("q", .int)]),
      .route("/d/:x", types: [("x", .int), ("x", .int)]),
    ]
    let expected: [Diagnostic] = [
      .unknownParameter(name: "di", pattern: "/a/:id", nearest: "id", known: ["id"], at: nil),
      .type(.noTexts, parameter: "id", pattern: "/a/:id", at: nil),
      .type(.hasRegex, parameter: "x", pattern: "/b/:x(\\d)/*", at: nil),
      .type(.isWildcard, parameter: "0", pattern: "/b/:x(\\d)/*", at: nil),
      .duplicateQuery(name: "q", pattern: "/c", at: nil),
      .duplicateParameter(name: "x", pattern: "/d/:x", at: nil),
    ]
    do {
      _ = try RouteTable(specifications)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics == expected)
    }
    for error in expected { #expect(!error.summary.isEmpty && error.advice != nil) }
    let twice = try ["/a", "/b", "/a", "/b", "/a"].map { RouteSpecification(try Pattern($0)) }
    do {
      _ = try RouteTable(twice)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics.count == 3)
    }
  }

  // An import drops all routes with errors, and then compares what is left.
  @Test(arguments: [1, 100, 10_000])
  func `once the steps run out, every route that is left is refused`(stepsMax: Int) throws {
    let specifications = try (0..<60).map { number in
      try RouteSpecification.route("/:x((?:[a-z]|[b-y]{0,9}|c{0,9}){0,20}\(number)a{0,30})")
    }
    func table(_ specifications: [RouteSpecification]) throws(RouteTableErrors) -> RouteTable {
      var stepsLeft = stepsMax
      return try RouteTable(specifications, stepsLeft: &stepsLeft)
    }
    let errors = try #require(
      #expect(throws: RouteTableErrors.self) { try table(specifications) })
    #expect(errors.diagnostics.allSatisfy { $0.code == .patternTooLarge })
    let left = specifications.indices.filter { !errors.routes.contains($0) }
    _ = try table(left.map { specifications[$0] })
  }
}
