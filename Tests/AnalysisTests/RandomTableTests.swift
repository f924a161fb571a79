import Analysis
import Diagnostics
import Links
import Navigation
import RouteProofs
import TestSupport
import Testing

// Goal: a check tells the truth about all links, and every witness is one. Method: random tables
// over a small world of links, by seed; what is claimed is compared with what the matcher does with
// each link of that world.
struct RandomTableTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `what is claimed about links is so`(seed: UInt64) throws {
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
      where route != match.route && !losing.contains(route)
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
      let told = isShadowed || codes.contains(.routePartlyShadowed)
      #expect(told || !losing.contains(index), "seed \(seed): \(route.pattern)")
      if case .reached(let link, _) = survey.reach(of: index) {
        #expect(survey.winner(of: link) == index, "seed \(seed): \(route.pattern): \(link)")
      }
    }
  }
}
