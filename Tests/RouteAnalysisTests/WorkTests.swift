import Languages
import Links
import LinksOracle
import RouteAnalysis
import RouteProofs
import Testing

// Goal: the work of every answer counts as steps, so that no table takes longer than its limits
// allow, and what is not decided is said. Method: tables that once took seconds, with counted steps
// instead of a clock.
struct WorkTests {
  private func isReached(_ reach: RouteReach) -> Bool {
    if case .reached = reach { true } else { false }
  }

  private func isUndecided(_ reach: RouteReach) -> Bool {
    if case .undecided = reach { true } else { false }
  }

  /// Rests that the flat table leaves to the tree, since those of equal rank are not ordered.
  private func unordered(_ count: Int) throws -> RouteTable {
    try table((0..<count).map { "/" + String(repeating: "*/", count: $0 % 20) + "x\($0)" })
  }

  @Test func `a lookup that runs no expression which cannot match takes few steps`() throws {
    let table = try unordered(300)
    let link = try Link("/a/a/a/a/a/x105")
    var stepsLeft = 0
    #expect(try table.match(link, under: nil, stepsLeft: &stepsLeft).route == 105)
    #expect(stepsLeft < -20, "the flat table finds it")
    #expect(stepsLeft > -300)
  }

  @Test func `once the steps of lookups run out, nothing is claimed`() throws {
    let table = try unordered(100)
    let whole = RouteSurvey(table)
    #expect(table.routes.indices.allSatisfy { isReached(whole.reach(of: $0, rivalsMax: 0)) })
    let short = RouteSurvey(table, lookupStepsMax: 2_000)
    let reaches = table.routes.indices.map { short.reach(of: $0, rivalsMax: 0) }
    let first = try #require(reaches.firstIndex { !isReached($0) })
    #expect(first > 0)
    #expect(reaches[first...].allSatisfy(isUndecided))
    #expect(!short.isDecided)
  }

  @Test func `routes that parts of an app write alike are not compared one by one`() throws {
    let routes = try (0..<120).flatMap { number in
      try ["/*", "/:a/{b}?c*"].map {
        try RouteSpecification.route($0, bases: ["https://h\(number).example"])
      }
    }
    let survey = RouteSurvey(try RouteTable(routes), stepsMax: 2_000 * routes.count)
    for route in routes.indices {
      #expect(isReached(survey.reach(of: route, rivalsMax: 0)), "\(route)")
      _ = survey.emptyValue(of: route)
    }
    #expect(survey.isDecided)
  }

  @Test func `a search that keeps too many pairs ends without steps`() throws {
    let automata = try ["(?:a|b)*a(?:a|b){9}", "(?:a|b)*b(?:a|b){8}c"].map {
      NFA(try table(["/:x(\($0))"]).variants[0].expression)
    }
    var whole = OverlapSearch(automata[0], automata[1], stepsLeft: 100_000)
    #expect(whole.shortest() == nil)
    #expect(whole.stepsLeft > 90_000)
    var cut = OverlapSearch(automata[0], automata[1], stepsLeft: 100_000, pairsMax: 10)
    #expect(cut.shortest() == nil)
    #expect(cut.stepsLeft == 0)
  }
}
