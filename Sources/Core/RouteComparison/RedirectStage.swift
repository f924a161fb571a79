import Languages
import Links
import RouteAnalysis
package import RouteProofs

/// What is known about links when they are looked up: as given at the first stage, as rewritten by
/// redirects at later stages.
final class RedirectStage {
  /// The redirects followed so far, in order.
  let sources: [RedirectSource]
  /// The bases under which the link is looked up, in the order they are tried.
  let mounts: [LinkSite.Mount]
  /// The query that replaces the link's own after redirects; nil if none replaced it.
  let items: [QueryItem]?
  /// The route that was matched first; nil at the first stage.
  let first: Int?
  let rivals: [LinkSet.Rival]
  let routes: [TableRoute]
  /// The route that a link opens if none of the mounts takes it.
  let otherwise: Int?

  private struct Key: Hashable {
    let variant: Int
    let mount: LinkSite.Mount
  }

  private var known: [Key: NFA?] = [:]

  init(mounts: [LinkSite.Mount], otherwise: Int?) {
    (sources, items, first, rivals, routes) = ([], nil, nil, [], [])
    self.mounts = mounts
    self.otherwise = otherwise
  }

  /// The stage after a redirect.
  ///
  /// - Parameters:
  ///   - path: The path of the links that the redirect takes.
  ///   - items: The query that the redirect gives them, if not their own.
  init(
    after source: RedirectSource, of stage: RedirectStage, _ path: LinkSet, base: Int?,
    items: [QueryItem]?
  ) {
    sources = stage.sources + [source]
    mounts = [LinkSite.Mount(base: base, prefix: [])]
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
    of variant: Int, at mount: LinkSite.Mount, in survey: RouteSurvey,
    _ isDecided: inout Bool
  ) -> NFA? {
    let key = Key(variant: variant, mount: mount)
    if let found = known[key] { return found }
    var automaton: NFA? =
      mount.isEmpty
      ? survey.automaton(variant)
      : NFA(.sequence([mount.expression, survey.table.variants[variant].expression]))
    for source in sources.reversed() {
      guard let target = automaton else { break }
      guard let preimage = RedirectPreimage(of: source, into: target) else {
        survey.stepsLeft -= Limits.preimageStatesMax * Limits.stepsPerInstruction
        isDecided = false
        return nil
      }
      automaton = preimage.automaton
    }
    survey.stepsLeft -= (automaton?.count ?? 0) * Limits.stepsPerInstruction
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
    stage = RedirectStage(mounts: LinkSite.inside.mounts(of: side.table), otherwise: nil)
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
