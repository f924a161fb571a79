import Languages
import Links
package import RouteProofs

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
