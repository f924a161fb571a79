import Links

/// Finds links of redirects that open nothing, though others of the same redirect do.
package final class RedirectSurvey {
  private let side: ComparedSide
  private let level: CourseLevel

  /// Begins a survey.
  package init(_ table: ComparedTable, _ survey: RouteSurvey) {
    side = ComparedSide(table, survey)
    level = CourseLevel(entrances: LinkSite.inside.entrances(of: side.table), otherwise: nil)
  }

  /// A path from inside that a redirect takes and that opens nothing; nil if there is none, or none
  /// was found in `Limits.comparedRouteStepsMin` steps.
  package func linkToNothing(from route: Int) -> String? {
    var stepsLeft = min(side.survey.stepsLeft, Limits.comparedRouteStepsMin)
    side.survey.stepsLeft -= stepsLeft
    defer { side.survey.stepsLeft += max(0, stepsLeft) }
    for opening in side.openings(of: route, at: level) {
      for course in side.courses(of: opening, at: level) where course.end == nil {
        var found: String?
        _ = course.search(beside: nil, stepsLeft: &stepsLeft) { path, items in
          let link = LinkSite.inside.link(path, items)
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
