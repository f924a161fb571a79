import Links

extension RouteSurvey {
  /// The shortest path that a route shares with each of some other routes, encoded; whatever their
  /// queries and bases.
  ///
  /// - Parameter countMax: The most routes that share one with it.
  package func sharedPaths(of route: Int, countMax: Int) -> [(path: String, other: Int)] {
    var found: [(path: String, other: Int)] = []
    var seen: Set = [route]
    for variant in table.routes[route].variants {
      index.visit(meeting: table.variants[variant]) { other in
        let rival = table.variants[other].route
        guard !seen.contains(rival) else { return true }
        if let path = overlap(automaton(variant), automaton(other)) {
          seen.insert(rival)
          found.append((SymbolText.path(path), rival))
        }
        return found.count < countMax && stepsLeft > 0
      }
    }
    return found
  }
}
