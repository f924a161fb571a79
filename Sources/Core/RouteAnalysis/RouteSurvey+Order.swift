import Diagnostics
import Links
package import RouteProofs

extension RouteSurvey {
  /// Links that open another route than in a source that tries its routes in an order: for a route,
  /// the shortest link that is found for each later one which opens it here.
  ///
  /// Nothing is missing unless `stepsLeft` is 0 afterwards.
  ///
  /// - Parameter precedes: Whether the source tries a route ahead of another; false if that is not
  ///   known.
  package func linksLost(
    by route: Int, although precedes: (Int, Int) -> Bool
  ) -> [RouteReach.Lost] {
    var found: [Int: String] = [:]
    for variant in table.routes[route].variants {
      var earlier: [Rival] = []
      var takers: [Int] = []
      for other in index.neighbours(of: variant, &stepsLeft) {
        let rival = table.variants[other].route
        if precedes(rival, route) {
          earlier.append(Rival(route: rival, automaton: automaton(other)))
        } else if precedes(route, rival), table.takes(other, from: variant) {
          takers.append(other)
        }
      }
      for other in takers where stepsLeft > 0 {
        let taker = table.variants[other].route
        guard let link = link(of: variant, openedBy: other, past: earlier) else { continue }
        if link.utf8.count < found[taker]?.utf8.count ?? .max { found[taker] = link }
      }
    }
    return found.inOrder { $0.key < $1.key }.map { RouteReach.Lost(link: $0.value, taker: $0.key) }
  }

  /// The shortest path from inside that two variants accept and that opens the second one's route.
  /// - Parameter rivals: Those whose links are left out.
  private func link(of variant: Int, openedBy taker: Int, past rivals: [Rival]) -> String? {
    let routes = [table.variants[variant].route, table.variants[taker].route]
    let all = (rivals + self.rivals(of: taker, base: nil)).inOrder { $0.route < $1.route }
    let links = LinkSet(
      first: routes[1], end: routes[1], wanted: [automaton(variant), automaton(taker)],
      rivals: all.map { .init(automaton: $0.automaton, route: table.routes[$0.route]) },
      routes: routes.map { table.routes[$0] })
    var found: String?
    _ = links.search(alongside: nil, stepsLeft: &stepsLeft) { path, items in
      let text = link(path, items, base: nil)
      if winner(of: text) == routes[1], accepts(route: routes[0], text) { found = text }
      return found != nil
    }
    return found
  }

  /// Whether all questions so far have been answered.
  package var isDecided: Bool { stepsLeft > 0 }
}
