/// Finds links of which two tables make something different, one for each pair of routes.
///
/// A route of one table is the same as one of the other if both take the same links and rank alike:
/// then it keeps all its links that no changed route takes, so only changed routes are searched.
package final class TableComparison {
  /// A link, and the routes that it opens; nil where it opens none.
  package struct Change {
    /// The link.
    package let link: String
    /// The route of the old table.
    package let old: Int?
    /// The route of the new table.
    package let new: Int?
  }

  /// What decides which links a route takes.
  private struct Identity: Hashable {
    let pattern: Pattern
    let types: [ValueType]
    let query: Set<QueryParameter>
    let bases: Set<Base>
    let isCaseSensitive: Bool

    init(_ route: TableRoute, in table: RouteTable) {
      pattern = route.specification.pattern
      types = route.parameters.filter { $0.place == .path }.map(\.type)
      query = Set(route.conditions.map(\.query))
      bases = Set(table.bases.indices.filter { route.isUnderBase[$0] }.map { table.bases[$0] })
      isCaseSensitive = route.specification.isCaseSensitive
    }
  }

  private let old: RouteSurvey
  private let new: RouteSurvey
  /// For each route of the old table the same one of the new table.
  package private(set) var counterparts: [Int?] = []
  private var isAdded: [Bool]

  /// Begins a comparison.
  package init(old: RouteTable, new: RouteTable) {
    self.old = RouteSurvey(old)
    self.new = RouteSurvey(new)
    var known: [Identity: Int] = [:]
    for (index, route) in new.routes.enumerated() { known[Identity(route, in: new)] = index }
    isAdded = new.routes.map { _ in true }
    for route in old.routes {
      let same = known[Identity(route, in: old)]
      if let same { isAdded[same] = false }
      counterparts.append(same)
    }
  }

  /// A link that opens a route of the old table and its counterpart of the new one.
  package func shared(by route: Int) -> Change? {
    guard let same = counterparts[route] else { return nil }
    if case .reached(let link, _) = old.reach(of: route), new.winner(of: link) == same {
      return Change(link: link, old: route, new: same)
    }
    return search(old: route, new: same, bases: sharedBases(route, same)).change
  }

  /// Links that an old route opens and that open something else in the new table, or nothing.
  /// - Returns: One for each new route, and whether all searches came to an end.
  package func changes(from route: Int) -> (changes: [Change], isDecided: Bool) {
    let isGone = counterparts[route] == nil
    let takers = meeting(route, of: old, in: new).filter { isGone || isAdded[$0] }
    var changes: [Change] = []
    var isDecided = true
    for taker in takers {
      let found = search(old: route, new: taker, bases: sharedBases(route, taker))
      if let change = found.change ?? tie(route, taker) { changes.append(change) }
      isDecided = isDecided && found.isDecided
    }
    guard isGone else { return (changes, isDecided) }
    let lost = search(wanted: route, of: old, besides: new)
    if let link = lost.link { changes.append(Change(link: link, old: route, new: nil)) }
    changes += wholeLinks(of: route, old).filter { new.winner(of: $0) == nil }.prefix(1).map {
      Change(link: $0, old: route, new: nil)
    }
    return (changes, isDecided && lost.isDecided)
  }

  /// A link that a new route opens and nothing opened before.
  package func gain(of route: Int) -> (change: Change?, isDecided: Bool) {
    guard isAdded[route] else { return (nil, true) }
    let gained = search(wanted: route, of: new, besides: old)
    let link =
      gained.link ?? wholeLinks(of: route, new).first { old.winner(of: $0) == nil }
    return (link.map { Change(link: $0, old: nil, new: route) }, gained.isDecided)
  }

  // MARK: Searching

  /// Routes of a table that could share a path with a route of the other.
  private func meeting(_ route: Int, of one: RouteSurvey, in other: RouteSurvey) -> [Int] {
    var found: Set<Int> = []
    for variant in one.table.routes[route].variants {
      other.index.visit(meeting: one.table.variants[variant]) { index in
        found.insert(other.table.variants[index].route)
        return true
      }
    }
    return found.sorted()
  }

  /// Bases of both tables under which the routes stand, by their numbers in each.
  private func sharedBases(_ route: Int, _ other: Int) -> [(old: Int, new: Int)] {
    old.table.bases.indices.compactMap { base in
      guard old.table.routes[route].isUnderBase[base],
        let same = new.table.bases.firstIndex(of: old.table.bases[base]),
        new.table.routes[other].isUnderBase[same]
      else { return nil }
      return (base, same)
    }
  }

  /// A link that opens one route in the old table and the other in the new one.
  private func search(
    old route: Int, new other: Int, bases: [(old: Int, new: Int)]
  ) -> (change: Change?, isDecided: Bool) {
    var isDecided = true
    for base in [nil] + bases.map(Optional.some) {
      for one in old.table.routes[route].variants {
        for two in new.table.routes[other].variants {
          let rivals =
            old.rivals(of: one, base: base?.old).map { Taking($0, of: old) }
            + new.rivals(of: two, base: base?.new).map { Taking($0, of: new) }
          let found = search(
            [old.automaton(one), new.automaton(two)],
            routes: [old.table.routes[route], new.table.routes[other]], rivals: rivals,
            base: base?.old)
          for link in found.links
          where old.winner(of: link) == route && new.winner(of: link) == other {
            return (Change(link: link, old: route, new: other), true)
          }
          isDecided = isDecided && found.isDecided && found.links.isEmpty
        }
      }
    }
    return (nil, isDecided)
  }

  /// A path that became ambiguous: the routes tie under different bases.
  private func tie(_ route: Int, _ other: Int) -> Change? {
    guard
      let items = old.plainQuery(of: [old.table.routes[route], new.table.routes[other]])
    else { return nil }
    for one in old.table.routes[route].variants {
      for two in new.table.routes[other].variants {
        guard let path = old.overlap(old.automaton(one), new.automaton(two)) else { continue }
        let link = old.link(path, items, base: nil)
        if old.winner(of: link) == route, new.winner(of: link) == nil {
          return Change(link: link, old: route, new: nil)
        }
      }
    }
    return nil
  }

  /// A path from inside that opens a route of one table and nothing in the other.
  private func search(
    wanted route: Int, of one: RouteSurvey, besides other: RouteSurvey
  ) -> (link: String?, isDecided: Bool) {
    var isDecided = true
    for variant in one.table.routes[route].variants {
      var rivals = one.rivals(of: variant, base: nil).map { Taking($0, of: one) }
      other.index.visit(meeting: one.table.variants[variant]) { index in
        let rival = RouteSurvey.Rival(variant: index, automaton: other.automaton(index))
        rivals.append(Taking(rival, of: other))
        return true
      }
      let found = search(
        [one.automaton(variant)], routes: [one.table.routes[route]], rivals: rivals, base: nil)
      for link in found.links
      where one.winner(of: link) == route && other.winner(of: link) == nil {
        return (link, true)
      }
      isDecided = isDecided && found.isDecided && found.links.isEmpty
    }
    return (nil, isDecided)
  }

  /// A variant that takes links away, with its route.
  private struct Taking {
    let automaton: Closures
    let route: TableRoute

    init(_ rival: RouteSurvey.Rival, of survey: RouteSurvey) {
      automaton = rival.automaton
      route = survey.table.routes[survey.table.variants[rival.variant].route]
    }
  }

  /// Links that all automata accept and no rival does, one for each query that is tried.
  private func search(
    _ wanted: [Closures], routes: [TableRoute], rivals: [Taking], base: Int?
  ) -> (links: [String], isDecided: Bool) {
    var others: [TableRoute] = []
    for rival in rivals where !others.contains(where: { $0 === rival.route }) {
      others.append(rival.route)
    }
    guard let queries = QueryChoices.all(for: routes, against: others) else { return ([], false) }
    var links: [String] = []
    var isDecided = true
    for items in queries {
      let taking = rivals.filter { $0.route.accepts(items) }.map(\.automaton)
      var search = WitnessSearch(wanted, rivals: taking)
      switch search.shortest(stepsLeft: &old.stepsLeft) {
      case .found(let path): links.append(old.link(path, items, base: base))
      case .none: break
      case .undecided: isDecided = false
      }
    }
    return (links, isDecided)
  }

  /// A link under each of a route's bases that opens it.
  private func wholeLinks(of route: Int, _ survey: RouteSurvey) -> [String] {
    guard let items = survey.plainQuery(of: [survey.table.routes[route]]) else { return [] }
    return survey.table.bases.indices.filter { survey.table.routes[route].isUnderBase[$0] }
      .compactMap { base in
        for number in SegmentMatcher.texts.indices {
          for variant in survey.table.routes[route].variants {
            guard let path = survey.samplePath(of: variant, number) else { continue }
            let link = survey.link(path, items, base: base)
            if survey.winner(of: link) == route { return link }
          }
        }
        return nil
      }
  }
}
