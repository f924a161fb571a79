import Diagnostics
import Languages
import Links

/// Whether the links that a route accepts open it.
package enum RouteReach {
  /// Some do, such as `link`; `lost` has one link for each route that takes some.
  case reached(link: String, lost: [Lost])
  /// None does: other routes take them all; the first value is one such link.
  case shadowed(Lost, others: [Int])
  /// The route accepts no link at all.
  case impossible
  case undecided

  /// A link that a route accepts and another takes.
  package struct Lost {
    package let link: String
    package let taker: Int
  }
}

extension RouteSurvey {
  /// Finds whether any link opens a route, and whether routes with precedence take some of its
  /// links.
  ///
  /// - Parameter rivalsMax: The number of routes to find that take some links of a reached route.
  /// - Complexity: One or two lookups if a sample opens the route and no rivals are wanted;
  ///   otherwise a search over the routes that can share a path with it.
  package func reach(of route: Int, rivalsMax: Int) -> RouteReach {
    switch opening(route) {
    case .found(let link):
      return .reached(link: link, lost: rivalsMax > 0 ? lost(by: route, limit: rivalsMax) : [])
    case .none:
      let all = lost(by: route, limit: takersMax)
      guard let first = all.first else { return isImpossible(route) ? .impossible : .undecided }
      return .shadowed(first, others: all.dropFirst().map { $0.taker })
    case .undecided: return isImpossible(route) ? .impossible : .undecided
    }
  }

  /// Whether it is proven that a route accepts no link: its path or query is one that no link can
  /// have, or all of its paths exceed a limit of links.
  private func isImpossible(_ route: Int) -> Bool {
    guard plainQuery(of: route) != nil else { return stepsLeft > 0 }
    return table.routes[route].variants.allSatisfy { variant in
      guard let path = overlap(automaton(variant), Self.paths) else { return stepsLeft > 0 }
      return path.count > Links.Limits.linkBytesMax
    }
  }

  /// The paths with no more segments than a link can have.
  private static var paths: NFA {
    let any = SymbolSet(0...255)
    return NFA(
      .repeated(
        .sequence([
          .symbols(SymbolSet(separator)),
          .repeated(.symbols(any), least: 1, most: nil, isLazy: false),
        ]), least: 0, most: Links.Limits.segmentsMax, isLazy: false))
  }

  /// Finds a link that opens a route: an in-app path if possible, otherwise a whole link. Nil if
  /// there is none, or if the steps ran out.
  package func link(opening route: Int) -> String? {
    guard case .found(let link) = opening(route) else { return nil }
    return link
  }

  private enum FoundLink { case found(String), none, undecided }

  /// Tries samples; if none opens the route, searches all links under each of its bases.
  private func opening(_ route: Int) -> FoundLink {
    if let link = firstSample(of: route) { return .found(link) }
    var isDecided = true
    for base in [nil] + table.bases(of: route).map(Optional.some) {
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

  private func search(for variant: Int, base: Int?) -> FoundLink {
    guard stepsLeft > 0 else { return .undecided }
    guard !hasTwin(variant, base: base) else { return .none }
    let route = table.variants[variant].route
    let rivals = rivals(of: variant, base: base).inOrder { $0.route < $1.route }
    let path = path([automaton(variant)], to: route, past: rivals)
    var found: String?
    // The plain query comes first, although more rivals may accept it: its links are the simplest.
    let isDecided = path.search(
      alongside: nil, first: plainQuery(of: route), stepsLeft: &stepsLeft
    ) { symbols, items in
      let text = link(symbols, items, base: base)
      // The path may exceed a limit of links, or another base may take the link.
      if winner(of: text) == route { found = text }
      return found != nil
    }
    return found.map { .found($0) } ?? (isDecided ? .none : .undecided)
  }

  /// A variant of another route that takes links from a route.
  struct Rival {
    let route: Int
    let automaton: NFA
  }

  /// The links of some languages that fulfil a route's conditions and that no rival takes.
  func path(_ wanted: [NFA], to route: Int, past rivals: [Rival]) -> LinkSet {
    LinkSet(
      first: route, end: route, wanted: wanted,
      rivals: rivals.map { .init(automaton: $0.automaton, route: table.routes[$0.route]) },
      routes: [table.routes[route]])
  }

  /// The variants that take links from a variant: those that come first or tie, and all under a
  /// base that is tried earlier.
  func rivals(of variant: Int, base: Int?) -> [Rival] {
    let route = table.variants[variant].route
    let found = index.neighbours(of: variant, maxOrder: table.ranks[variant], &stepsLeft)
      .filter { takes($0, from: variant, base: base) }
      .map { Rival(route: table.variants[$0].route, automaton: automaton($0)) }
    return found + (base.map { rivals(of: route, beneath: $0) } ?? [])
  }

  private func takes(_ other: Int, from variant: Int, base: Int?) -> Bool {
    let rival = table.variants[other].route
    return rival != table.variants[variant].route && table.takes(other, from: variant)
      && base.map { table.routes[rival].isUnderBase[$0] } ?? true
  }

  /// Whether a variant of another route that needs no query takes each link of a variant, since
  /// both are written alike. So it is in an app of many parts, each with routes such as `/*` under
  /// a base of its own.
  func hasTwin(_ variant: Int, base: Int?) -> Bool {
    index.neighbours(of: variant, maxOrder: table.ranks[variant], &stepsLeft).contains { other in
      table.ranks[other] == table.ranks[variant] && index.areAlike(other, variant)
        && takes(other, from: variant, base: base)
        && table.routes[table.variants[other].route].conditions.isEmpty
        && automaton(other) === automaton(variant)
    }
  }

  /// All variants under the bases that extend a base; they read what follows the extension.
  private func rivals(of route: Int, beneath base: Int) -> [Rival] {
    table.bases.indices.flatMap { other -> [Rival] in
      guard let added = table.bases[other].shape.addedSegments(to: table.bases[base].shape) else {
        return []
      }
      let prefix = LinkSite.Mount(base: other, prefix: added).expression
      return table.variants.indices.compactMap { variant in
        let rival = table.variants[variant].route
        guard stepsLeft > 0, rival != route, table.routes[rival].isUnderBase[other] else {
          return nil
        }
        let whole = NFA(.sequence([prefix, table.variants[variant].expression]))
        stepsLeft -= whole.count
        return Rival(route: rival, automaton: whole)
      }
    }
  }

  /// Links that a route accepts and others take, at most `limit`, one for each taker. Tries at most
  /// `Limits.overlapsTriedMax` overlaps, or twice the limit.
  ///
  /// Routes that share no base with this one are left out, although paths from inside the app may
  /// open them.
  func lost(by route: Int, limit: Int) -> [RouteReach.Lost] {
    var found: [RouteReach.Lost] = []
    var triesLeft = max(Limits.overlapsTriedMax, 2 * limit)
    let bases = table.bases(of: route)
    let isInside = table.bases.isEmpty || table.routes[route].isInternal
    /// Tries one overlap, unless its taker is known; returns whether to continue.
    func tryOverlap(with rival: Int, _ lost: () -> RouteReach.Lost?) -> Bool {
      func isKnown(_ taker: Int) -> Bool { found.contains { $0.taker == taker } }
      guard rival != route, !isKnown(rival) else { return true }
      triesLeft -= 1
      stepsLeft -= stepsPerTry
      if let lost = lost(), !isKnown(lost.taker) { found.append(lost) }
      return found.count < limit && triesLeft > 0 && stepsLeft > 0
    }
    for variant in table.routes[route].variants {
      let near = index.neighbours(of: variant, maxOrder: table.ranks[variant], &stepsLeft)
      for other in near where table.takes(other, from: variant) {
        let rival = table.variants[other].route
        let shared = bases.first { table.routes[rival].isUnderBase[$0] }
        guard isInside || shared != nil else { continue }
        let isOpen = tryOverlap(with: rival) {
          lost(
            variant, to: rival, under: [nil] + (shared.map { [$0] } ?? []),
            sample: samplePath(of: other, 0), automaton(other))
        }
        if !isOpen { break }
      }
      if found.count >= limit || triesLeft <= 0 { return found }
      for base in bases {
        for rival in rivals(of: route, beneath: base) {
          let isOpen = tryOverlap(with: rival.route) {
            lost(variant, to: rival.route, under: [base], sample: nil, rival.automaton)
          }
          if !isOpen { return found }
        }
      }
    }
    return found
  }

  /// A link of a variant under one of some bases that opens another route.
  ///
  /// - Parameters:
  ///   - sample: A path of the rival that is tried first.
  ///   - rivals: The automaton of the rival's paths.
  private func lost(
    _ variant: Int, to rival: Int, under bases: [Int?], sample: @autoclosure () -> [Symbol]?,
    _ rivals: @autoclosure () -> NFA
  ) -> RouteReach.Lost? {
    let route = table.variants[variant].route
    guard
      let items = QueryChoices.plain(
        for: [table.routes[rival], table.routes[route]], &stepsLeft)
    else { return nil }
    func lost(_ path: [Symbol]) -> RouteReach.Lost? {
      for base in bases {
        let text = link(path, items, base: base)
        // Testing one route is faster than testing all, so it comes first.
        guard accepts(route: route, text), let taker = winner(of: text), taker != route else {
          continue
        }
        return RouteReach.Lost(link: text, taker: taker)
      }
      return nil
    }
    return sample().flatMap(lost) ?? overlap(automaton(variant), rivals()).flatMap(lost)
  }
}

/// A link is made and looked up twice for each overlap, whatever the size of its automata.
private let stepsPerTry = 16

/// The most takers of a shadowed route that are searched for, to be named in the finding.
private let takersMax = 8

extension Base.Shape {
  /// The segments that this base adds to another; nil if it does not extend it. Links under both
  /// are tried against this base first, regardless of their host.
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
