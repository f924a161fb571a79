import Diagnostics
import Navigation
import RouteAnalysis
import RouteProofs

/// Finds links that two imported routes match, where the source opens the other one or may do so.
struct ImportOverlaps {
  private let definition: AppDefinition
  private let routes: [ImportedRoute]
  /// The index of the imported route, for each route of the definition; `nil` for an added one.
  private let numbers: [Int?]
  /// Whether the order of all routes in the source is known.
  private let isOrdered: Bool

  /// - Parameter firstRoute: The line that the first imported route has as its position.
  init(_ definition: AppDefinition, _ routes: [ImportedRoute], firstRoute: Int) {
    (self.definition, self.routes) = (definition, routes)
    let taken = routes.filter { $0.draft != nil }
    isOrdered = taken.allSatisfy {
      $0.order.map { sameBytes($0.group, taken.first?.order?.group) } ?? false
    }
    numbers = definition.routes.map { route in
      route.position.flatMap { $0.line >= firstRoute ? $0.line - firstRoute : nil }
    }
  }

  private func route(_ index: Int) -> ImportedRoute? { numbers[index].map { routes[$0] } }

  /// Whether the source is known to try a route ahead of another.
  private func precedes(_ first: Int, _ second: Int) -> Bool {
    SourceOrder.precedes(route(first)?.order, route(second)?.order)
  }

  /// The pairs, at most `ImportLimits.overlapsMax`, and whether these are all.
  func found() -> ([RouteOverlap], Bool) {
    let survey = RouteSurvey(definition.table, stepsMax: ImportLimits.overlapStepsMax)
    var overlaps: [RouteOverlap] = []
    for index in numbers.indices {
      guard let loser = route(index)?.source else { continue }
      for loss in lost(by: index, survey) {
        guard let taker = route(loss.taker)?.source else { continue }
        guard overlaps.count < ImportLimits.overlapsMax else { return (overlaps, false) }
        overlaps.append(
          RouteOverlap(
            link: loss.link, route: loser, taker: taker,
            isDecided: precedes(index, loss.taker)))
      }
    }
    return (overlaps, survey.isDecided)
  }

  /// The links that a route does not open, each with the one that does.
  private func lost(by index: Int, _ survey: RouteSurvey) -> [RouteReach.Lost] {
    let hasOrder = route(index)?.order != nil
    let known = hasOrder ? survey.linksLost(by: index, although: precedes) : []
    guard !isOrdered, case .reached(_, let lost) = survey.reach(of: index, rivalsMax: rivalsMax)
    else { return known }
    // A route that is more specific everywhere would win in the source, too.
    return known
      + lost.filter { loss in
        !precedes(index, loss.taker) && !precedes(loss.taker, index)
          && survey.coveringLinks(of: loss.taker).contains {
            !survey.accepts(route: index, $0)
          }
      }
  }
}

/// The routes that are looked for among those that take links of one route.
private let rivalsMax = 4
