import Links
package import RouteProofs

extension RouteSurvey {
  /// The shortest path that a route shares with each of some other routes, encoded; whatever their
  /// queries and bases.
  ///
  /// - Parameter countMax: The most routes that share one with it.
  package func sharedPaths(of route: Int, countMax: Int) -> [(path: String, other: Int)] {
    var found: [(path: String, other: Int)] = []
    var seen: Set = [route]
    for variant in table.routes[route].variants {
      for other in index.neighbours(of: variant, &stepsLeft) {
        let rival = table.variants[other].route
        guard found.count < countMax, stepsLeft > 0 else { return found }
        guard !seen.contains(rival), let path = overlap(automaton(variant), automaton(other))
        else { continue }
        seen.insert(rival)
        found.append((SymbolText.path(path), rival))
      }
    }
    return found
  }
}
