import Diagnostics
package import Languages
import Links

extension RouteSurvey {
  /// Finds a link that opens a route: an in-app path if possible, otherwise a whole link. Nil if
  /// there is none, or if the steps ran out.
  package func link(opening route: Int) -> String? {
    guard case .found(let link) = opening(route) else { return nil }
    return link
  }

  /// What a search for a link has found.
  package enum FoundLink { case found(String), none, undecided }

  /// Tries samples; if none opens the route, searches all links under each of its bases.
  package func opening(_ route: Int) -> FoundLink {
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
  package struct Rival {
    package let route: Int
    package let automaton: NFA

    package init(route: Int, automaton: NFA) {
      (self.route, self.automaton) = (route, automaton)
    }
  }

  /// The links of some languages that fulfil a route's conditions and that no rival takes.
  package func path(_ wanted: [NFA], to route: Int, past rivals: [Rival]) -> LinkSet {
    LinkSet(
      first: route, end: route, wanted: wanted,
      rivals: rivals.map { .init(automaton: $0.automaton, route: table.routes[$0.route]) },
      routes: [table.routes[route]])
  }

  /// The variants that take links from a variant: those that come first or tie, and all under a
  /// base that is tried earlier.
  package func rivals(of variant: Int, base: Int?) -> [Rival] {
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
  package func hasTwin(_ variant: Int, base: Int?) -> Bool {
    index.neighbours(of: variant, maxOrder: table.ranks[variant], &stepsLeft).contains { other in
      table.ranks[other] == table.ranks[variant] && index.areAlike(other, variant)
        && takes(other, from: variant, base: base)
        && table.routes[table.variants[other].route].conditions.isEmpty
        && automaton(other) === automaton(variant)
    }
  }

  /// All variants under the bases that extend a base; they read what follows the extension.
  package func rivals(of route: Int, beneath base: Int) -> [Rival] {
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
}

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
