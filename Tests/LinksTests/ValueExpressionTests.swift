import Diagnostics
import Languages
import LinksOracle
import RouteProofs
import Testing

@testable import Links

struct ValueExpressionTests {
  static let rows: [(text: String, fits: [String], fails: [String])] = [
    (#"(\d+(?:,\d+)?)"#, ["1", "12,345"], ["", "1,", "a1", "1,2,3", "1 "]),
    ("(/settings/.+)", ["/settings/a", "/settings/a/b"], ["/settings/", "settings/a", "/a"]),
    ("(new|sale)", ["new", "sale"], ["New", "newsale", ""]),
    ("(?i:new|sale)", ["new", "NEW", "sAlE"], ["newsale", "ne"]),
    ("(?:a|b)", ["a", "b"], ["A", "ab"]),
    ("(a(?i:b[c-e])f)", ["abcf", "aBDf", "aBef"], ["Abcf", "abcF", "abff"]),
    ("(?i:[^a])", ["b", "B", "é", "1"], ["a", "A", ""]),
    (#"(?i:[\w--[ab]])"#, ["c", "C", "_", "1"], ["a", "A", "b", "B"]),
    ("(?i:[a-z&&[b-d]]x)", ["bx", "CX", "dX"], ["ax", "AX", "ex"]),
    ("(?i:É)", ["É"], ["é"]),
    ("(a?)", ["", "a"], ["aa", "b"]),
    ("(^a$)", ["a"], ["^a$"]),
    (
      "url(https: shop.example, *.shop.example)",
      [
        "https://shop.example", "https://shop.example/", "HTTPS://Shop.Example/a?b=c#d",
        "https://shop.example?a", "https://shop.example#a", "https://a.shop.example/@user",
        "https://a.b.shop.example/é", "https://shop.example/a:b@c",
      ],
      [
        "", "/a", "shop.example", "//shop.example", "https:shop.example", "https:/shop.example",
        "http://shop.example", "https://shop.example.evil", "https://evil.example",
        "https://shopxexample", "https://evilshop.example", "https://.shop.example",
        "https://shop.example@evil", "https://user@shop.example", "https://a:b@shop.example/",
        "https://shop.example:443/", "https://shop.example:x@evil/", "https://shop.example\\@evil",
        "https://shop.example/\\evil", "https://evil\\.shop.example", "https://evil/.shop.example",
        "https://evil?.shop.example", "https://evil#.shop.example", "https://shop.example./",
        " https://shop.example", "https://shop.example ", "https://shop.example/a b",
        "https://shop.example/\n", "https://shop%2eexample/", "https://shop。example/",
        "javascript://shop.example/%0aalert(1)", "javascript:alert(1)", "data:text/html,a",
        "file:///etc/passwd", "intent://shop.example/#Intent;scheme=https;end",
      ]
    ),
    (
      "url(http: a.example:8080; shop: *;mailto:)",
      ["http://a.example:8080/b", "shop://x", "shop://x.y:1/z", "mailto:a@b.example"],
      ["http://a.example", "http://a.example:80", "shop:", "shop:///a", "mailto:", "mailto:a b"]
    ),
  ]

  @Test(arguments: rows)
  func `an expression matches whole values`(
    _ row: (text: String, fits: [String], fails: [String])
  ) throws {
    let type = ValueType.expression(try ValueExpression(row.text))
    for value in row.fits { #expect(type.fits(value), "\(value)") }
    for value in row.fails { #expect(!type.fits(value), "\(value)") }
    let program = Program(type.expression(inPath: false))
    for value in row.fits + row.fails {
      let accepted = program.match(value.utf8.map { Symbol($0) }, capturing: false) != nil
      #expect(accepted == type.fits(value), "\(value)")
    }
    #expect(type.description == row.text)
    #expect(type == .expression(try ValueExpression(row.text)) && type != .string)
  }

  static let faults: [(text: String, fault: PatternFault, column: Int)] = [
    ("()", .empty, 2), ("(a", .unbalanced, 2), ("a)", .unbalanced, 2), ("(", .unbalanced, 1),
    ("(a)(b)", .unbalanced, 3), ("(a(b))", .capturingGroup, 4), ("(?=a)", .lookAround, 3),
    ("(?i)", .unknownGroup, 3), ("(?-i:a)", .unknownGroup, 3), ("(a**)", .nothingToRepeat, 4),
    (#"(\1)"#, .backReference, 3), ("(?i:a", .unbalanced, 5), ("url(", .unbalanced, 4),
    ("url()", .noURLScheme, 5), ("url(https)", .noURLScheme, 5), ("url(: a)", .noURLScheme, 5),
    ("url(https: a;)", .noURLScheme, 14), ("url(https:)", .noURLHost, 5),
    ("url(https: a,)", .noURLHost, 5), ("url(https: a b)", .noURLHost, 5),
    ("url(https: a/b)", .noURLHost, 5), ("url(https: u@a)", .noURLHost, 5),
    ("url(https: *.*)", .noURLHost, 5), ("url(a: *; JavaScript: *)", .dangerousScheme, 10),
    ("url(data:)", .dangerousScheme, 5), ("url(file: *)", .dangerousScheme, 5),
  ]

  @Test(arguments: faults)
  func `an invalid expression is refused`(
    _ row: (text: String, fault: PatternFault, column: Int)
  ) {
    let error = Diagnostic.syntax(row.fault, pattern: row.text, column: row.column, at: nil)
    #expect(throws: error) { try ValueExpression(row.text) }
  }

  @Test(arguments: [
    ("(" + String(repeating: "a", count: 3_000) + ")", PatternSize.bytes, 2_048),
    ("(a{3000})", .states, 2_000), ("((?:a|b)*a(?:a|b){16})", .transitions, 16_384),
  ])
  func `a large expression is refused`(text: String, size: PatternSize, limit: Int) {
    let error = Diagnostic.tooLarge(size, pattern: text, limit: limit, at: nil)
    #expect(throws: error) { try ValueExpression(text) }
  }

  private static func sampleTable() throws -> RouteTable {
    try RouteTable([
      .route("/share/:id"),
      .route(
        "/share/:id", query: [.required("t", .expression(ValueExpression(#"(\d+(?:,\d+)?)"#)))]),
      .route("/list", query: [.required("kind", .expression(ValueExpression("(?i:new|sale)")))]),
      .route("/list", query: [.optional("page", .expression(ValueExpression("([1-9]\\d*)")))]),
    ])
  }

  @Test(arguments: [
    ("/share/a?t=12", 1), ("/share/a?t=12,5", 1), ("/share/a?t=12%2C5", 1), ("/share/a?t=x", 0),
    ("/share/a?t=", 0), ("/share/a", 0), ("/share/a?x=1&t=7&t=x", 1), ("/list?kind=SALE", 2),
    ("/list?kind=%53ale", 2), ("/list?kind=old", 3), ("/list", 3), ("/list?page=0", nil),
    ("/list?page=12", 3),
  ])
  func `an expression of a query item is a condition`(link: String, route: Int?) throws {
    let table = try Self.sampleTable()
    #expect(table.route(link) == route)
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  @Test func `a path parameter has its expression in the pattern`() throws {
    let type = ValueType.expression(try ValueExpression("(a)"))
    #expect(throws: RouteTableErrors.self) {
      try RouteTable([.route("/:x", types: [("x", type)])])
    }
    #expect(try table(["/:x((?i:a|b))"]).values("/B") == ["B"])
  }
}
