import Diagnostics
import Languages
import Links
import LinksOracle
import TestSupport
import Testing

@testable import RouteProofs

struct OverlapIndexTests {
  /// Patterns for tables with many siblings; `@` is replaced by a number.
  static let shapes = [
    "/:x(a|n@)/n@", "/:x(a|n@)-y/n@", "/:x(n@|a@)/b", "/n@/:x(a|b)", "/:x(a|n@)/n@/:y?",
    "/:x(a|n@)/n@/*", "/:x(a|n@)/:y(n@|m@)", "/:x([a-z]*|n@)/n@", "/:x(a|n@){/:y(b|c)}?/n@",
  ]

  // Goal: the number of comparisons is linear in the size of the table. Method: count them.
  @Test(arguments: shapes)
  func `routes that differ in one text are not compared`(_ shape: String) throws {
    let count = 300
    let table = try table(
      (0..<count).map { number in
        shape.split(separator: "@", omittingEmptySubsequences: false).joined(separator: "\(number)")
      })
    let survey = RouteSurvey(table)
    var compared = 0
    for variant in table.variants { compared += survey.index.variants(near: variant).count }
    #expect(compared <= 2 * table.variants.count)
  }

  /// A pattern and the lowercase texts of its first segment; `nil` if there are too many.
  static let rows: [(pattern: String, texts: [String]?)] = [
    ("/a", ["a"]), ("/:x", nil), ("/:x(a|N1)", ["a", "n1"]),
    ("/:x([ab]c?)", ["a", "ac", "b", "bc"]),
    ("/:x(a{2,3})", ["aa", "aaa"]), ("/:x(a{0})b", ["b"]),
    ("/:x(a|b)-:y(c|d)", ["a-c", "a-d", "b-c", "b-d"]),
    ("/x-:y(a|b).:z(c)", ["x-a.c", "x-b.c"]), ("/:x(a|A)", ["a"]),
    ("/:x([0-3])", ["0", "1", "2", "3"]), ("/:x(\\d{2})", nil), ("/:x(a*)b", nil),
    ("/:x(a{0,16})b", nil),
    ("/:x(a{300})", nil), ("/:x(é)", ["é"]), ("/:x((?:a|b)(?:c|d))", ["ac", "ad", "bc", "bd"]),
  ]

  @Test(arguments: rows)
  func `a segment lists its texts unless too many`(_ row: (pattern: String, texts: [String]?))
    throws
  {
    let segments = try table([row.pattern]).variants[0].segments
    #expect(segments[0].fewTexts == row.texts.map { Set($0.map { Array($0.utf8) }) })
  }

  static let pool = [
    "/", "/a", "/A", "/:x", "/:x(a|b)", "/:x(b|A)", "/:x(a|b1)/b", "/:x(a|b2)/:y?", "/a/*", "/a*",
    "/:x(\\d+)", "/*", "/b{/:y(a|c)}*", "/:x([ab]?)c", "/:x+/b", "/:x/b", "/:x(bc|1)/:y(a|b)",
    "/x-:x(a|b)", "/a/:y(b|1)/c", "/:x/:y", "/:x(true|1)",
  ]

  // Goal: every variant that shares a path is found, and the survey's winner is the matcher's.
  // Method: all pairs of variants of small random tables.
  @Test(arguments: seeds(200))
  func `variants that share a path are found`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let types: [ValueType] = [.string, .int, .bool, .oneOf(["a", "B"])]
    var routes: [RouteSpecification] = []
    for _ in 0..<8 {
      let pattern = try Pattern(random.pick(Self.pool))
      var named: [(name: String, type: ValueType)] = []
      if pattern.text == "/:x" || pattern.text == "/:x/b" { named = [("x", random.pick(types))] }
      let more = RouteSpecification(
        pattern, types: named, isCaseSensitive: random.below(2) == 0)
      // Leaves out routes that conflict.
      if (try? RouteTable(routes + [more])) != nil { routes.append(more) }
    }
    let table = try RouteTable(routes)
    let survey = RouteSurvey(table)
    for (one, variant) in table.variants.enumerated() {
      let met = survey.index.neighbours(of: one, &survey.stepsLeft)
      #expect(Set(met).count == met.count)
      #expect(met == survey.index.neighbours(of: variant, &survey.stepsLeft))
      for other in table.variants.indices {
        guard let path = survey.overlap(survey.automaton(one), survey.automaton(other)) else {
          continue
        }
        #expect(met.contains(other), "seed \(seed): \(routes[variant.route].pattern.text)")
        let link = try Link(SymbolText.path(path))
        #expect(
          survey.winner(of: link.text) == (try? table.match(link).route),
          "seed \(seed): \(SymbolText.path(path))")
      }
    }
  }

  /// Targets of taps and redirects; the values are those of the route's parameters.
  static let targets: [[TargetPiece]] = [
    [.text("/")], [.text("/a")], [.text("/A/b")], [.text("//a/")], [.text("/"), .value(0)],
    [.text("/"), .value(0), .text("/b")], [.text("/x-"), .value(0)], [.text("/a/"), .value(0)],
    [.text("/b"), .value(0), .text("/c?q=1")], [.text("/%61/"), .value(0), .text("/"), .value(0)],
  ]

  // Method: all targets with the values of each route of small random tables.
  @Test(arguments: seeds(100))
  func `variants that a target can open are found`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var routes: [RouteSpecification] = []
    for _ in 0..<8 {
      let more = RouteSpecification(
        try Pattern(random.pick(Self.pool)), isCaseSensitive: random.below(2) == 0)
      if (try? RouteTable(routes + [more])) != nil { routes.append(more) }
    }
    let table = try RouteTable(routes)
    let survey = RouteSurvey(table)
    for target in Self.targets {
      for route in table.routes {
        let image = try #require(TargetImage(target, parameters: route, keepsQuery: true))
        let near = survey.variants(near: image)
        for other in table.variants.indices where !near.contains(other) {
          let path = survey.overlap(NFA(image.path), survey.automaton(other))
          #expect(
            path == nil, "seed \(seed): \(target) opens \(routes[table.variants[other].route])")
        }
      }
    }
  }

  // Goal: redirects of a large table are followed without comparing all pairs. Method: count them.
  @Test(arguments: [":id", ":id*", ":id(\\d+)?"])
  func `targets that differ in one text are not compared`(_ parameter: String) throws {
    let count = 300
    let table = try table(
      (0..<count).flatMap { ["/old\($0)/\(parameter)", "/f\($0 % 7)/r\($0)/:id"] })
    let survey = RouteSurvey(table)
    var compared = 0
    for (number, route) in table.routes.enumerated() where number % 2 == 0 {
      let target: [TargetPiece] = [.text("/f\(number / 2 % 7)/r\(number / 2)/"), .value(0)]
      let image = try #require(TargetImage(target, parameters: route, keepsQuery: true))
      compared += survey.variants(near: image).count
    }
    #expect(compared == count)
  }
}
