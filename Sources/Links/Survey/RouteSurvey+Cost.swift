extension RouteSurvey {
  /// A link whose lookup looks at many places of the table.
  package struct Slowest {
    /// The link.
    package let link: String
    /// A route at the end of the way that it goes.
    package let route: Int
    /// What a lookup tries: one costs about `Limits.tryNanoseconds`.
    package let tries: Int
  }

  /// How many nodes of the table a lookup visits, and how many expressions and types of their
  /// children it tries, at most, whatever the link: every segment leads to one literal child at
  /// most, and to every other child that accepts it. No link need reach this bound.
  package var triesMax: Int { index.worst.tries }

  /// The slowest to look up of sample links of all routes; nil if the table has no routes.
  ///
  /// - Complexity: O(routes × what a lookup of a sample tries); stops at the first that tries more
  ///   than `enough`.
  package func slowest(enough: Int) -> Slowest? {
    var slowest: Slowest?
    var routes = Array(table.routes.indices)
    if let end = index.worst.variant { routes.insert(table.variants[end].route, at: 0) }
    for route in routes {
      guard let variant = table.routes[route].variants.last,
        let path = samplePath(of: variant, 0)
      else { continue }
      let text = link(path, plainQuery(of: [table.routes[route]]) ?? [], base: nil)
      guard let read = try? Link(text) else { continue }
      let tries = index.tries(of: LinkPath(link: read, first: 0))
      if tries > slowest?.tries ?? 0 { slowest = Slowest(link: text, route: route, tries: tries) }
      if tries > enough { break }
    }
    return slowest
  }
}
