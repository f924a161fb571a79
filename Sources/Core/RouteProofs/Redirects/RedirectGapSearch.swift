import Links

/// Finds links of redirects that open nothing, although other links of the same redirect do.
package struct RedirectGapSearch {
  private let side: ComparedSide
  private let stage: RedirectStage

  /// Prepares the search.
  package init(_ table: ComparedTable, _ survey: RouteSurvey) {
    side = ComparedSide(table, survey)
    stage = RedirectStage(entrances: LinkSite.inside.entrances(of: side.table), otherwise: nil)
  }

  /// An in-app link that a redirect takes and that opens nothing; nil if there is none, or none was
  /// found in `Limits.comparedRouteStepsMin` steps.
  package func linkToNothing(from route: Int) -> String? {
    var stepsLeft = min(side.survey.stepsLeft, Limits.comparedRouteStepsMin)
    side.survey.stepsLeft -= stepsLeft
    defer { side.survey.stepsLeft += max(0, stepsLeft) }
    for candidate in side.candidates(of: route, at: stage) {
      for path in side.paths(of: candidate, at: stage) where path.end == nil {
        var found: String?
        _ = path.search(alongside: nil, stepsLeft: &stepsLeft) { symbols, items in
          let link = LinkSite.inside.link(symbols, items)
          let isConfirmed = side.survey.winner(of: link) == route && side.given.end(link) == nil
          if isConfirmed { found = link }
          return isConfirmed
        }
        if let found { return found }
      }
    }
    return nil
  }
}
