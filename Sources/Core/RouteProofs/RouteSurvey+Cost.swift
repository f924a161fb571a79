import Links

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

  /// The slowest to look up of sample links of all routes, and of one that is made to be slow; nil
  /// if the table has no routes.
  ///
  /// - Complexity: O(routes × what a lookup of a sample tries); stops at the first that tries more
  ///   than `enough`.
  package func slowest(enough: Int) -> Slowest? {
    var slowest: Slowest?
    var routes = Array(table.routes.indices)
    if let end = index.worst.variant {
      let route = table.variants[end].route
      routes.insert(route, at: 0)
      var search = SlowPathSearch(index)
      let path = search.path().flatMap { [separator] + $0.map { Symbol($0) } }
      slowest = tried(path, route)
    }
    for route in routes where slowest?.tries ?? 0 <= enough {
      guard let variant = table.routes[route].variants.last,
        let path = samplePath(of: variant, 0), let found = tried(path, route)
      else { continue }
      if found.tries > slowest?.tries ?? 0 { slowest = found }
    }
    return slowest
  }

  private func tried(_ path: [Symbol], _ route: Int) -> Slowest? {
    let text = link(path, plainQuery(of: [table.routes[route]]) ?? [], base: nil)
    guard let read = try? Link(text) else { return nil }
    return Slowest(
      link: text, route: route, tries: index.tries(of: LinkPath(link: read, first: 0)))
  }

  /// A route with an expression that is run state by state, because a table of its states would be
  /// too large.
  package struct Stepwise {
    /// A link of the route.
    package let link: String
    /// The route.
    package let route: Int
    /// How many states it can be in at once; a text that brings it into more may exist.
    package let states: Int

    /// About what the longest link takes.
    package var nanoseconds: Int { states * Links.Limits.linkBytesMax * Limits.stateNanoseconds }
  }

  /// Every route with such an expression that can be in many states, with the worst.
  package func stepwise() -> [Stepwise] {
    var known: [Expression: Int] = [:]
    return table.routes.indices.compactMap { route in
      var worst: (states: Int, variant: Int)?
      for variant in table.routes[route].variants {
        for (expression, program) in table.variants[variant].programs {
          let states = known[expression] ?? program.statesAtOnce
          known[expression] = states
          if states >= manyStates, states > worst?.states ?? 0 { worst = (states, variant) }
        }
      }
      guard let (states, variant) = worst, let path = samplePath(of: variant, 0) else { return nil }
      let text = link(path, plainQuery(of: [table.routes[route]]) ?? [], base: nil)
      return Stepwise(link: text, route: route, states: states)
    }
  }
}

/// In fewer states, links of usual length take no longer than what else a lookup does.
private let manyStates = 10

/// So many are looked at to see into how many at once a run comes: a second at most.
private let statesVisitedMax = 100_000

extension TableVariant {
  /// The expressions of its segments, and of what follows them.
  fileprivate var programs: [(Expression, Program)] {
    var found: [(Expression, Program)] = segments.compactMap { matcher in
      guard case .piece(let expression, let program) = matcher else { return nil }
      return (expression, program)
    }
    if case .program(let program)? = rest { found.append((expression, program)) }
    return found
  }
}

extension Program {
  /// How many states a run is in at once, if the text goes wherever the most come next; 1 where a
  /// table tells the only one.
  fileprivate var statesAtOnce: Int {
    let readers = instructions.count { if case .symbols = $0 { true } else { false } }
    guard readers >= manyStates, ByteAutomaton(self) == nil else { return 1 }
    let closures = Closures(self)
    var states = Set(closures.start)
    var most = states.count
    var stepsLeft = statesVisitedMax
    while stepsLeft > 0 {
      stepsLeft -= states.count
      let sets = Set(states.compactMap(closures.set))
      let next = sets.compactMap(LinkShape.readable(of:)).map { symbol in
        states.filter { closures.set($0)?.contains(symbol) ?? false }
          .reduce(into: Set<Int>()) { $0.formUnion(closures.next($1)) }
      }
      guard let largest = next.max(by: { $0.count < $1.count }), !largest.isEmpty else { break }
      states = largest
      most = max(most, states.count)
    }
    return most
  }
}
