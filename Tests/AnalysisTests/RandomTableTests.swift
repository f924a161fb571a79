import Analysis
import Diagnostics
import Links
import Navigation
import RouteAnalysis
import RouteProofs
import TestSupport
import Testing

// Goal: the findings of a check hold for all links, and every witness confirms its finding. Method:
// random tables over a small set of links, by seed; every claim is compared with the matcher's
// result for each of those links.
struct RandomTableTests {
  @Test(arguments: seeds(60))
  func `findings agree with the matcher on every link`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (app, definition) = RandomTable.app(&random)
    let findings = Check.findings(in: [app], of: definition)
    for finding in findings {
      #expect(finding.isConfirmed(by: definition), "seed \(seed): \(finding.summary)")
      #expect(finding.code != .routeUndecided, "seed \(seed): \(finding.summary)")
    }
    var reached: Set<Int> = []
    var losing: Set<Int> = []
    for link in RandomTable.world {
      guard let match = try? definition.table.match(link) else { continue }
      reached.insert(match.route)
      for route in definition.routes.indices
      // With the same path, the query selects the screen: no finding.
      where definition.routes[route].pattern != definition.routes[match.route].pattern
        && !losing.contains(route)
        && definition.table.accepts(route: route, link: link)
      {
        losing.insert(route)
      }
    }
    let survey = RouteSurvey(definition.table)
    for (index, route) in definition.routes.enumerated() {
      let codes = Set(findings.filter { $0.position == route.position }.map(\.code))
      let isShadowed = codes.contains(.routeShadowed) || codes.contains(.redirectDead)
      #expect(!(isShadowed && reached.contains(index)), "seed \(seed): \(route.pattern)")
      let isReported = isShadowed || codes.contains(.routePartlyShadowed)
      #expect(isReported || !losing.contains(index), "seed \(seed): \(route.pattern)")
      if case .reached(let link, _) = survey.reach(of: index, rivalsMax: 0) {
        #expect(survey.winner(of: link) == index, "seed \(seed): \(route.pattern): \(link)")
      }
    }
  }
}
