import Languages
import Links

/// A path that links take through a table: the route that they match, the route that its redirect
/// leads to, and so on until a route that does not redirect, or nothing.
///
/// A link takes the path if a list of conditions all hold, so the paths of two tables can be
/// searched together for links that take both.
struct RedirectPath {
  /// A variant that keeps links off the path.
  struct Rival {
    let automaton: NFA
    /// The route whose conditions the link's query must fulfil; nil if it is known to.
    let route: TableRoute?
  }

  /// The route that is matched first; nil if none is.
  let first: Int?
  /// The route that is matched last; nil if nothing is opened.
  let end: Int?
  /// Automata that accept the link's path.
  let wanted: [NFA]
  /// Automata that do not accept it.
  let rivals: [Rival]
  /// Routes whose conditions the link's query fulfils.
  let routes: [TableRoute]

  /// Searches for links that take this path and another one.
  ///
  /// - Parameters:
  ///   - first: A query that is tried before all others.
  ///   - isConfirmed: Called with the shortest URL path for each query that is tried, until it
  ///     returns true.
  /// - Returns: True if a link was confirmed or it is proven that there is none.
  func search(
    alongside other: RedirectPath?, first: [QueryItem]? = nil, stepsLeft: inout Int,
    isConfirmed: (_ path: [Symbol], _ items: [QueryItem]) -> Bool
  ) -> Bool {
    let rivals = rivals + (other?.rivals ?? [])
    var others: [TableRoute] = []
    for route in rivals.compactMap({ $0.route }) where !others.contains(route) {
      others.append(route)
    }
    guard let queries = QueryChoices.all(for: routes + (other?.routes ?? []), against: others)
    else { return false }
    var isDecided = true
    for items in (first.map { [$0] } ?? []) + queries {
      let accepting = rivals.filter { $0.route?.accepts(items) ?? true }.map { $0.automaton }
      var search = ProductSearch(wanted + (other?.wanted ?? []), rivals: accepting)
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

/// What is known about links when they are looked up: as given at the first stage, as rewritten by
/// redirects at later stages.
final class RedirectStage {
  /// The redirects followed so far, in order.
  let sources: [RedirectSource]
  /// The bases under which the link is looked up, in the order in which they are tried.
  let entrances: [LinkSite.Entrance]
  /// The query that replaces the link's own after redirects; nil if none replaced it.
  let items: [QueryItem]?
  /// The route that was matched first; nil at the first stage.
  let first: Int?
  let rivals: [RedirectPath.Rival]
  let routes: [TableRoute]
  /// The route that a link opens if none of the entrances takes it.
  let otherwise: Int?

  private struct Key: Hashable {
    let variant: Int
    let entrance: LinkSite.Entrance
  }

  private var known: [Key: NFA?] = [:]

  init(entrances: [LinkSite.Entrance], otherwise: Int?) {
    (sources, items, first, rivals, routes) = ([], nil, nil, [], [])
    self.entrances = entrances
    self.otherwise = otherwise
  }

  /// The stage after a redirect.
  ///
  /// - Parameters:
  ///   - path: The path of the links that the redirect takes.
  ///   - items: The query that the redirect gives them, if not their own.
  init(
    after source: RedirectSource, of stage: RedirectStage, _ path: RedirectPath, base: Int?,
    items: [QueryItem]?
  ) {
    sources = stage.sources + [source]
    entrances = [LinkSite.Entrance(base: base, prefix: [])]
    self.items = items
    first = path.first
    rivals = path.rivals
    routes = path.routes
    otherwise = nil
  }

  /// The automaton of the links that reach this stage as a path of a variant.
  ///
  /// - Parameter isDecided: Set to false if the automaton would be too large.
  /// - Returns: Nil if there are no such links, or if it would be too large.
  func automaton(
    of variant: Int, at entrance: LinkSite.Entrance, in survey: RouteSurvey,
    _ isDecided: inout Bool
  ) -> NFA? {
    let key = Key(variant: variant, entrance: entrance)
    if let found = known[key] { return found }
    var automaton: NFA? =
      entrance.isEmpty
      ? survey.automaton(variant)
      : NFA(.sequence([entrance.expression, survey.table.variants[variant].expression]))
    for source in sources.reversed() {
      guard let target = automaton else { break }
      guard let preimage = RedirectPreimage(of: source, into: target) else {
        isDecided = false
        return nil
      }
      automaton = preimage.automaton
    }
    known[key] = .some(automaton)
    return automaton
  }
}

/// Finds links of redirects that open nothing, although other links of the same redirect do.
package struct RedirectGapSearch {
  private let side: ComparedSide
  private let stage: RedirectStage

  package init(_ table: ComparedTable, _ survey: RouteSurvey) {
    side = ComparedSide(table, survey)
    stage = RedirectStage(entrances: LinkSite.inside.entrances(of: side.table), otherwise: nil)
  }

  /// An in-app link that a redirect takes and that opens nothing; nil if there is none, or none was
  /// found in `Limits.comparedRouteStepsMin` steps.
  package func linkToNothing(from route: Int) -> String? {
    var stepsLeft = min(side.survey.stepsLeft, Limits.comparedRouteStepsMin)
    side.survey.stepsLeft -= stepsLeft
    defer { side.survey.stepsLeft += max(0, stepsLeft) }
    for candidate in side.candidates(of: route, at: stage) {
      for path in side.paths(of: candidate, at: stage) where path.end == nil {
        var found: String?
        _ = path.search(alongside: nil, stepsLeft: &stepsLeft) { symbols, items in
          let link = LinkSite.inside.link(symbols, items)
          let isConfirmed = side.survey.winner(of: link) == route && side.given.end(link) == nil
          if isConfirmed { found = link }
          return isConfirmed
        }
        if let found { return found }
      }
    }
    return nil
  }
}
