import Languages
import Links
import LinksOracle
import Testing

@testable import RouteProofs

struct QueryChoicesTests {
  static let types: [ValueType] = [
    .int, .uint, .number, .bool, .uuid, .date, .slug, .string, .oneOf(["x", "12"]),
    .oneOf(["y", "true"]), .oneOf(["-3", "a b"]), .oneOf(["0", "1", "2"]),
  ]

  // Goal: a value that fits two types is found if there is one. Method: the automata of all pairs.
  @Test(arguments: types, types)
  func `a sample fits two types if any value does`(_ one: ValueType, _ other: ValueType) {
    let automata = [one, other].map { type in
      NFA(.sequence([.symbols(SymbolSet(separator)), type.expression(inPath: true)]))
    }
    var search = OverlapSearch(automata[0], automata[1], stepsLeft: 1_000_000)
    var stepsLeft = 1_000_000
    let sample = ValueType.sample(fitting: [one, other], &stepsLeft)
    #expect((sample != nil) == (search.shortest() != nil))
  }

  // Goal: no class of values is omitted. Method: every text of up to four of a few characters.
  @Test(arguments: [
    ["(a*)", "(b*)"], ["([ab]{2,3})", "(.*b)", "(?i:a+)"], ["(é|b.)", "(..)"], ["(a)", "(a|b)"],
    ["(.*)", "(a/b)"],
  ])
  func `every class of values has a sample`(texts: [String]) throws {
    let types =
      try texts.map { ValueType.expression(try ValueExpression($0)) } + [
        .oneOf(["a", "aA"]), .int, .string,
      ]
    var stepsLeft = 1_000_000
    let samples = try #require(ValueType.samples(of: types, &stepsLeft))
    func fitting(_ value: String) -> [Bool] { types.map { $0.fits(value) } }
    var values = [""]
    for count in 0..<4 {
      let longest = values.filter { $0.unicodeScalars.count == count }
      values += longest.flatMap { value in ["a", "A", "b", "é", "/", "1"].map { value + $0 } }
    }
    #expect(Set(values.map(fitting)).isSubset(of: Set(samples.map(fitting))))
    #expect(Set(samples.map(fitting)).count == samples.count)
  }

  @Test func `looking for a value takes steps, and ends with them`() throws {
    let types = try ["((?:a{0,300})*b)", "((?:a|b)*a(?:a|b){9})"].map {
      ValueType.expression(try ValueExpression($0))
    }
    for type in types {
      var stepsLeft = 1_000_000
      #expect(ValueType.sample(fitting: [type], &stepsLeft).map(type.fits) == true)
      #expect(stepsLeft < 1_000_000)
      stepsLeft = 10
      #expect(ValueType.sample(fitting: [type], &stepsLeft) == nil)
      #expect(stepsLeft <= 0)
      stepsLeft = 100
      #expect(ValueType.samples(of: [type], &stepsLeft) == nil)
      #expect(stepsLeft <= 0)
    }
  }

  @Test func `a value of a route's query is searched for once`() throws {
    let value = ValueType.expression(try ValueExpression("((?:a|b)*a(?:a|b){9})"))
    let table = try RouteTable(unchecked: [.route("/a", query: [.required("q", value)])])
    let survey = RouteSurvey(table)
    let before = survey.stepsLeft
    #expect(survey.plainQuery(of: 0) != nil)
    let after = survey.stepsLeft
    #expect(after < before)
    #expect(survey.plainQuery(of: 0) != nil)
    #expect(survey.stepsLeft == after)
  }

  @Test func `a query meets the conditions of all routes, or is nil`() throws {
    let found = try RouteTable(unchecked: [
      .route("/a", query: [.required("q", .int), .optional("r", .bool)]),
      .route("/b", query: [.required("q", .slug), .required("s", .oneOf(["x y"]))]),
      .route("/c", query: [.required("q", .bool)]),
      .route("/d", query: [.required("q", .oneOf(["\n"]))]),
    ])
    func plain(_ routes: Int...) -> [QueryItem]? {
      var stepsLeft = 1_000_000
      return QueryChoices.plain(for: routes.map { found.routes[$0] }, &stepsLeft)
    }
    #expect(plain() == [])
    #expect(plain(0, 1) == [QueryItem(name: "q", value: "0"), QueryItem(name: "s", value: "x y")])
    #expect(plain(0, 2) == nil)
    #expect(plain(3) == nil)
  }
}
