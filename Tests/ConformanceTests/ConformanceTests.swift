import TestSupport
import Testing

/// The cases of other projects' tests (in `shared/corpora`, see its README): each holds, or is
/// listed in its adapter under the rule that excludes it.
struct ConformanceTests {
  static let adapters: [any Adapter.Type] = [
    ArtsyEigen.self, ArtsyEigenBuilds.self, KickstarterIOS.self, VueRouterMatches.self,
    VueRouterRanking.self, VueRouterBuilds.self, Matchit.self, PathToRegexpMatches.self,
    PathToRegexpBuilds.self, WebPlatformPatterns.self, WebPlatformSimplePaths.self,
    URLNavigator.self, VaporRoutingKit.self, GoRouterPaths.self, GoRouterCanonical.self,
    AndroidIntentFilters.self, AndroidAdvancedGlobs.self,
    AppleAssociations.self, AppleAssociationLibrary.self, AppleAssociationProbes.self,
  ]

  /// One report per source, in the order of the adapters; `nil` without the corpora.
  static let reports = Result { try makeReports() }

  private static func makeReports() throws -> [Report]? {
    var reports: [Report] = []
    for adapter in adapters {
      if reports.last?.source != adapter.source { reports.append(Report(source: adapter.source)) }
      guard try reports[reports.count - 1].run(adapter) else { return nil }
    }
    return reports
  }

  @Test func `every rule is needed`() {
    let needed = Set(Self.adapters.flatMap { $0.excluded.keys })
    #expect(Rule.allCases.filter { !needed.contains($0) } == [])
  }

  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `every case holds or is excluded by a rule`() throws {
    for report in try #require(try Self.reports.get()) {
      let exclusions = report.exclusions.isEmpty ? "" : ": \(report.exclusions)"
      print(
        "conformance \(report.source): \(report.holding) of \(report.total) hold, "
          + "\(report.total - report.holding) excluded\(exclusions)")
      for fault in report.faults { Issue.record("\(fault)") }
    }
  }
}
