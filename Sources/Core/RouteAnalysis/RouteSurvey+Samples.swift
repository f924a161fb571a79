import Links
package import RouteProofs

extension RouteSurvey {
  /// Links that open a route and cover what the table distinguishes: every value of an enumeration,
  /// two of another type. Empty if no link is known to open it.
  package func coveringLinks(of route: Int) -> [String] {
    let counts = table.routes[route].parameters.map { parameter in
      if case .oneOf(let texts) = parameter.type { texts.count } else { 2 }
    }
    let wanted = counts.max() ?? 1
    var links: [String] = []
    firstSample(of: route, count: max(4, wanted)) { link in
      if !links.contains(link) { links.append(link) }
      return links.count == wanted
    }
    if links.isEmpty, let link = link(opening: route) { links.append(link) }
    return links
  }

  /// Whether a route has pieces other than whole segments, so that its samples cover little.
  package func hasPieces(_ route: Int) -> Bool {
    table.routes[route].variants.contains { samplePath(of: $0, 1) == nil }
  }

  /// The segments of `samplePath`, encoded.
  package func sampleSegments(of variant: Int, _ number: Int) -> [String]? {
    samplePath(of: variant, number).map {
      SymbolText.path($0).split(separator: "/").map(String.init)
    }
  }
}
