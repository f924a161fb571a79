import Links

/// Which of the links that a route accepts open it.
package enum RouteReach {
  /// Some do, this among them; `lost` is one that another route takes.
  case reached(link: String, lost: Lost?)
  /// None does: other routes take them all, this link among them.
  case shadowed(Lost, others: [Int])
  /// It would take too many steps to tell.
  case undecided

  /// A link that a route accepts and another takes.
  package struct Lost {
    /// The link.
    package let link: String
    /// The route that it opens.
    package let taker: Int
  }
}

extension RouteSurvey {
  /// Whether any link opens a route, and whether it shares links with routes that come first.
  ///
  /// - Complexity: A lookup or two where a first sample opens the route; else a search over the
  ///   routes that can share a path with it.
  package func reach(of route: Int) -> RouteReach {
    if let link = opening(route) { return .reached(link: link, lost: lost(by: route).first) }
    switch search(for: route) {
    case .found(let link): return .reached(link: link, lost: lost(by: route).first)
    case .none:
      let all = lost(by: route, limit: takersMax)
      guard let first = all.first else { return .undecided }
      return .shadowed(first, others: all.dropFirst().map(\.taker))
    case .undecided: return .undecided
    }
  }

  /// A link that opens a route, if a sample does.
  private func opening(_ route: Int) -> String? {
    sampleLinks(of: route).first { winner(of: $0) == route }
  }

  /// Links from inside that a route takes: with a few plain values, and with the cheapest where it
  /// has other pieces than segments.
  package func sampleLinks(of route: Int) -> some Sequence<String> {
    let items = plainQuery(of: [table.routes[route]])
    let numbers = items == nil ? 0..<0 : SegmentMatcher.texts.indices
    return numbers.lazy.flatMap { number in
      self.table.routes[route].variants.lazy.compactMap { variant in
        self.samplePath(of: variant, number).map { self.link($0, items ?? [], base: nil) }
      }
    }
  }

  /// Whether a route has other pieces than segments, so that few of its links are samples.
  package func hasPieces(_ route: Int) -> Bool {
    table.routes[route].variants.contains { samplePath(of: $0, 1) == nil }
  }

  /// The items that all the routes demand; nil if there are none that fit them all.
  func plainQuery(of routes: [TableRoute]) -> [QueryItem]? {
    var items: [QueryItem] = []
    let conditions = routes.flatMap(\.conditions).map(\.query)
    for condition in conditions where !condition.isOptional {
      guard !items.contains(where: { sameBytes($0.name, condition.name) }) else { continue }
      let types = conditions.filter { sameBytes($0.name, condition.name) }.map(\.type)
      let texts = types.flatMap { if case .oneOf(let texts) = $0 { texts } else { [String]() } }
      let value = ValueType.samples(beside: texts).first { value in
        types.allSatisfy { $0.fits(value) }
      }
      guard let value else { return nil }
      items.append(QueryItem(name: condition.name, value: value))
    }
    return items
  }

  private enum Finding { case found(String), none, undecided }

  /// Looks for a link that opens a route, or proves that there is none.
  private func search(for route: Int) -> Finding {
    var isDecided = true
    let bases = table.bases.indices.filter { table.routes[route].isUnderBase[$0] }
    for base in [nil] + bases.map(Optional.some) {
      for variant in table.routes[route].variants {
        switch search(for: variant, base: base) {
        case .found(let link): return .found(link)
        case .none: break
        case .undecided: isDecided = false
        }
      }
    }
    return isDecided ? .none : .undecided
  }

  private func search(for variant: Int, base: Int?) -> Finding {
    let route = table.variants[variant].route
    let rivals = rivals(of: variant, base: base)
    let rivalRoutes = Set(rivals.map { table.variants[$0.variant].route }).sorted()
    guard
      let queries = QueryChoices.all(
        for: [table.routes[route]], against: rivalRoutes.map { table.routes[$0] })
    else { return .undecided }
    var isDecided = true
    for items in queries {
      let taking = rivals.filter { table.routes[table.variants[$0.variant].route].accepts(items) }
      var search = WitnessSearch([automaton(variant)], rivals: taking.map(\.automaton))
      switch search.shortest(stepsLeft: &stepsLeft) {
      case .found(let path):
        let text = link(path, items, base: base)
        if winner(of: text) == route { return .found(text) }
        // The path may be over a limit of links, or a base that this search knows nothing of.
        isDecided = false
      case .none: break
      case .undecided: isDecided = false
      }
    }
    return isDecided ? .none : .undecided
  }

  /// A variant of another route that takes links away from one.
  struct Rival {
    let variant: Int
    let automaton: Closures
  }

  /// The variants that take links from one: those of a better or equal rank, and all that stand
  /// under a base which is tried first.
  func rivals(of variant: Int, base: Int?) -> [Rival] {
    let route = table.variants[variant].route
    var found: [Rival] = []
    index.visit(meeting: table.variants[variant], maxOrder: table.orders[variant]) { other in
      let rival = table.variants[other].route
      if rival != route, base.map({ table.routes[rival].isUnderBase[$0] }) ?? true {
        found.append(Rival(variant: other, automaton: automaton(other)))
      }
      return true
    }
    return found + (base.map { rivals(of: route, beneath: $0) } ?? [])
  }

  /// All variants under the bases that continue a base, where they see only what follows.
  private func rivals(of route: Int, beneath base: Int) -> [Rival] {
    table.bases.indices.flatMap { other -> [Rival] in
      guard let more = table.bases[other].shape.continuation(of: table.bases[base].shape) else {
        return []
      }
      let prefix = Expression.sequence(
        more.map { .literal([separator] + $0.map { Symbol($0) }) })
      return table.variants.indices.compactMap { variant in
        let rival = table.variants[variant].route
        guard rival != route, table.routes[rival].isUnderBase[other] else { return nil }
        let whole = Expression.sequence([prefix, table.variants[variant].expression])
        return Rival(variant: variant, automaton: Closures(Program(whole)))
      }
    }
  }

  /// Links that a route accepts and others take, each taker once.
  ///
  /// Not all that there are: at most `limit`, and no more overlaps are tried than
  /// `Limits.overlapsTriedMax`.
  func lost(by route: Int, limit: Int = 1) -> [RouteReach.Lost] {
    var found: [RouteReach.Lost] = []
    var triesLeft = Limits.overlapsTriedMax
    for variant in table.routes[route].variants {
      index.visit(meeting: table.variants[variant], maxOrder: table.orders[variant]) { other in
        let rival = table.variants[other].route
        guard rival != route, !found.contains(where: { $0.taker == rival }) else { return true }
        triesLeft -= 1
        if let lost = lost(variant, to: other), !found.contains(where: { $0.taker == lost.taker }) {
          found.append(lost)
        }
        return found.count < limit && triesLeft > 0
      }
      if found.count >= limit || triesLeft <= 0 { return found }
      for base in table.bases.indices where table.routes[route].isUnderBase[base] {
        for rival in rivals(of: route, beneath: base) {
          guard found.count < limit, triesLeft > 0 else { return found }
          let taker = table.variants[rival.variant].route
          guard !found.contains(where: { $0.taker == taker }) else { continue }
          triesLeft -= 1
          guard let lost = lost(variant, to: rival, base),
            !found.contains(where: { $0.taker == lost.taker })
          else { continue }
          found.append(lost)
        }
      }
    }
    return found
  }

  /// A link under a base of a variant that another takes under a base which continues it.
  private func lost(_ variant: Int, to rival: Rival, _ base: Int) -> RouteReach.Lost? {
    let route = table.variants[variant].route
    let both = [table.routes[table.variants[rival.variant].route], table.routes[route]]
    guard let items = plainQuery(of: both),
      let path = overlap(automaton(variant), rival.automaton)
    else { return nil }
    let text = link(path, items, base: base)
    guard accepts(route: route, text), let taker = winner(of: text), taker != route else {
      return nil
    }
    return RouteReach.Lost(link: text, taker: taker)
  }

  /// A link that both variants accept, if it opens another route than the first's.
  private func lost(_ variant: Int, to other: Int) -> RouteReach.Lost? {
    let route = table.variants[variant].route
    let rival = table.variants[other].route
    guard let items = plainQuery(of: [table.routes[rival], table.routes[route]]) else { return nil }
    let bases = table.bases.indices.filter {
      table.routes[route].isUnderBase[$0] && table.routes[rival].isUnderBase[$0]
    }
    func lost(_ path: [Symbol]) -> RouteReach.Lost? {
      for base in [nil] + bases.prefix(1).map(Optional.some) {
        let text = link(path, items, base: base)
        // One route is asked sooner than all.
        guard accepts(route: route, text), let taker = winner(of: text), taker != route else {
          continue
        }
        return RouteReach.Lost(link: text, taker: taker)
      }
      return nil
    }
    if let path = samplePath(of: other, 0), let found = lost(path) { return found }
    return overlap(automaton(variant), automaton(other)).flatMap(lost)
  }
}

/// Takers of a shadowed route that are looked for, to name them.
private let takersMax = 8

extension Base.Shape {
  /// If this base is tried before the other for links that both cover, and such links exist under
  /// every host of the other: the segments by which this one goes on. Nil otherwise.
  fileprivate func continuation(of other: Base.Shape) -> [[UInt8]]? {
    guard self != other, scheme == other.scheme, host == other.host, port == other.port,
      isWildcard == other.isWildcard
    else { return nil }
    switch (fragmentPrefix, other.fragmentPrefix) {
    case (nil, nil):
      guard prefix.starts(with: other.prefix) else { return nil }
      return Array(prefix.dropFirst(other.prefix.count))
    case (let own?, let others?):
      guard prefix == other.prefix, own.starts(with: others) else { return nil }
      return Array(own.dropFirst(others.count))
    default: return nil
    }
  }
}
