import Links

/// Whether the links that a route accepts open it.
package enum RouteReach {
  /// Some do, such as `link`; `lost` is one that another route takes.
  case reached(link: String, lost: Lost?)
  /// None does: other routes take them all; the first value is one such link.
  case shadowed(Lost, others: [Int])
  /// The steps ran out.
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
  /// Finds whether any link opens a route, and whether routes with precedence take some of its
  /// links.
  ///
  /// - Complexity: One or two lookups if a sample opens the route; otherwise a search over the
  ///   routes that can share a path with it.
  package func reach(of route: Int) -> RouteReach {
    switch opening(route) {
    case .found(let link): return .reached(link: link, lost: lost(by: route).first)
    case .none:
      let all = lost(by: route, limit: takersMax)
      guard let first = all.first else { return .undecided }
      return .shadowed(first, others: all.dropFirst().map(\.taker))
    case .undecided: return .undecided
    }
  }

  /// Finds a link that opens a route: an in-app path if possible, otherwise a whole link. Nil if
  /// there is none, or if the steps ran out.
  package func link(opening route: Int) -> String? {
    guard case .found(let link) = opening(route) else { return nil }
    return link
  }

  private enum LinkSearch { case found(String), none, undecided }

  /// Tries samples; if none opens the route, searches all links under each of its bases.
  private func opening(_ route: Int) -> LinkSearch {
    if let link = sampleLinks(of: route).first(where: { winner(of: $0) == route }) {
      return .found(link)
    }
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

  private func search(for variant: Int, base: Int?) -> LinkSearch {
    let route = table.variants[variant].route
    let rivals = rivals(of: variant, base: base)
    let rivalRoutes = Set(rivals.map { table.variants[$0.variant].route }).sorted()
    guard
      let queries = QueryChoices.all(
        for: [table.routes[route]], against: rivalRoutes.map { table.routes[$0] })
    else { return .undecided }
    var isDecided = true
    // The plain query comes first, although more rivals may accept it: its links are the simplest.
    let plain = QueryChoices.plain(for: [table.routes[route]]).map { [$0] } ?? []
    for items in plain + queries {
      let accepting = rivals.filter {
        table.routes[table.variants[$0.variant].route].accepts(items)
      }
      var search = ProductSearch([automaton(variant)], rivals: accepting.map(\.automaton))
      switch search.shortest(stepsLeft: &stepsLeft) {
      case .found(let path):
        let text = link(path, items, base: base)
        if winner(of: text) == route { return .found(text) }
        // The path may exceed a limit of links, or another base may take the link.
        isDecided = false
      case .none: break
      case .undecided: isDecided = false
      }
    }
    return isDecided ? .none : .undecided
  }

  /// A variant of another route that takes links from a route.
  struct Rival {
    let variant: Int
    let automaton: NFA
  }

  /// The variants that take links from a variant: those of a better or equal rank, and all under a
  /// base that is tried earlier.
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

  /// All variants under the bases that extend a base; they read what follows the extension.
  private func rivals(of route: Int, beneath base: Int) -> [Rival] {
    table.bases.indices.flatMap { other -> [Rival] in
      guard let added = table.bases[other].shape.addedSegments(to: table.bases[base].shape) else {
        return []
      }
      let prefix = Expression.sequence(
        added.map { .literal([separator] + $0.map { Symbol($0) }) })
      return table.variants.indices.compactMap { variant in
        let rival = table.variants[variant].route
        guard rival != route, table.routes[rival].isUnderBase[other] else { return nil }
        let whole = Expression.sequence([prefix, table.variants[variant].expression])
        return Rival(variant: variant, automaton: NFA(whole))
      }
    }
  }

  /// Links that a route accepts and others take, at most `limit`, one for each taker. Tries at most
  /// `Limits.overlapsTriedMax` overlaps.
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

  /// A link of a variant under a base that another variant takes under an extension of the base.
  private func lost(_ variant: Int, to rival: Rival, _ base: Int) -> RouteReach.Lost? {
    let route = table.variants[variant].route
    let both = [table.routes[table.variants[rival.variant].route], table.routes[route]]
    guard let items = QueryChoices.plain(for: both),
      let path = overlap(automaton(variant), rival.automaton)
    else { return nil }
    let text = link(path, items, base: base)
    guard accepts(route: route, text), let taker = winner(of: text), taker != route else {
      return nil
    }
    return RouteReach.Lost(link: text, taker: taker)
  }

  /// A link that both variants accept, if it opens a route other than the first variant's.
  private func lost(_ variant: Int, to other: Int) -> RouteReach.Lost? {
    let route = table.variants[variant].route
    let rival = table.variants[other].route
    guard let items = QueryChoices.plain(for: [table.routes[rival], table.routes[route]]) else {
      return nil
    }
    let bases = table.bases.indices.filter {
      table.routes[route].isUnderBase[$0] && table.routes[rival].isUnderBase[$0]
    }
    func lost(_ path: [Symbol]) -> RouteReach.Lost? {
      for base in [nil] + bases.prefix(1).map(Optional.some) {
        let text = link(path, items, base: base)
        // Testing one route is faster than testing all, so it comes first.
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

/// The most takers of a shadowed route that are searched for, to be named in the finding.
private let takersMax = 8

extension Base.Shape {
  /// The segments by which this base extends another; nil if it does not extend it. Links under
  /// both are tried against this base first, whatever their host.
  fileprivate func addedSegments(to other: Base.Shape) -> [[UInt8]]? {
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
