package import Languages
package import Links

/// A set of links: those whose path some automata accept and others do not, and whose query fulfils
/// the conditions of some routes. Sets can be searched together for a link that is in both.
///
/// A set for one path through a table also holds the route that its links match first, and the one
/// that redirects lead them to.
package struct LinkSet {
  /// A variant whose links are not in the set.
  package struct Rival {
    package let automaton: NFA
    /// The route whose conditions the link's query must fulfil; nil if it is known to.
    package let route: TableRoute?

    /// Creates a rival.
    package init(automaton: NFA, route: TableRoute?) {
      (self.automaton, self.route) = (automaton, route)
    }
  }

  /// The route that is matched first; nil for none.
  package let first: Int?
  /// The route that is matched last; nil if nothing is opened.
  package let end: Int?
  /// Automata that accept the link's path.
  package let wanted: [NFA]
  /// Automata that do not accept it.
  package let rivals: [Rival]
  /// Routes whose conditions the link's query fulfils.
  package let routes: [TableRoute]

  /// Creates a set.
  package init(
    first: Int?, end: Int?, wanted: [NFA], rivals: [Rival], routes: [TableRoute]
  ) {
    (self.first, self.end, self.wanted) = (first, end, wanted)
    (self.rivals, self.routes) = (rivals, routes)
  }

  /// Searches for links that are in this set and in another one.
  ///
  /// - Parameters:
  ///   - first: A query that is tried before all others.
  ///   - isConfirmed: Called with the shortest URL path for each query that is tried, until it
  ///     returns true.
  /// - Returns: True if a link was confirmed or it is proven that there is none.
  package func search(
    alongside other: LinkSet?, first: [QueryItem]? = nil, stepsLeft: inout Int,
    isConfirmed: (_ path: [Symbol], _ items: [QueryItem]) -> Bool
  ) -> Bool {
    let rivals = rivals + (other?.rivals ?? [])
    let others = rivals.compactMap { $0.route }.filter { !$0.conditions.isEmpty }
    guard
      let queries = QueryChoices.all(
        for: routes + (other?.routes ?? []), against: others, &stepsLeft)
    else { return false }
    var isDecided = true
    for items in (first.map { [$0] } ?? []) + queries {
      let accepting = rivals.filter { $0.route?.accepts(items) ?? true }.map { $0.automaton }
      let wanted = wanted + (other?.wanted ?? [])
      guard stepsLeft > 0 else { return false }
      var search = ProductSearch(wanted, rivals: accepting)
      switch search.shortest(stepsLeft: &stepsLeft) {
      case .found(let path):
        if isConfirmed(path, items) { return true }
        isDecided = false
      case .none: break
      case .undecided: isDecided = false
      }
    }
    return isDecided
  }
}
