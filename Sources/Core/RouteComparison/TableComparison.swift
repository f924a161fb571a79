import Diagnostics
import Languages
import Links
import RouteAnalysis
import RouteProofs

/// Finds links that two tables answer differently, one for each pair of paths through redirects.
///
/// A route of one table is the same as one of the other if both accept the same links and have the
/// same rank. It then keeps all links that no changed route takes, so only changed routes are
/// searched. Redirects are followed; an unchanged one only to changed routes that it leads to.
///
/// A class, because it caches what it computes.
package final class TableComparison {
  /// The result for a route.
  package struct Answer {
    /// Links that may be answered differently.
    package var links: [String] = []
    /// Whether these links are proven to show all differences.
    package var isDecided = true
  }

  /// What determines the links that a route accepts.
  private struct Identity: Hashable {
    let pattern: Pattern
    let types: [ValueType]
    let query: Set<QueryParameter>
    let bases: Set<Base>
    let isInternal: Bool
    let isCaseSensitive: Bool

    init(_ route: TableRoute, in table: RouteTable) {
      pattern = route.specification.pattern
      types = route.parameters.filter { $0.place == .path }.map { $0.type }
      query = Set(route.conditions.map { $0.query })
      bases = Set(table.bases.indices.filter { route.isUnderBase[$0] }.map { table.bases[$0] })
      isInternal = route.isInternal
      isCaseSensitive = route.specification.isCaseSensitive
    }
  }

  let old: ComparedSide
  let new: ComparedSide
  let sites: [ComparedSite]
  private var counterparts: [Int?] = []
  private var isAdded: [Bool]
  private let isEqual: Bool
  private var stepsLeft: Int
  /// The steps that the route that is being compared may take.
  private var routeSteps = 0
  private var answer = Answer()

  /// Prepares a comparison.
  ///
  /// - Parameter stepsMax: About how many steps all searches may take together.
  package init(
    old: ComparedTable, new: ComparedTable, stepsMax: Int = Limits.comparedStepsMax
  ) {
    stepsLeft = stepsMax
    self.old = ComparedSide(old)
    self.new = ComparedSide(new)
    sites = ComparedSite.all(old: self.old, new: self.new)
    var known: [Identity: Int] = [:]
    for (index, route) in new.table.routes.enumerated() {
      known[Identity(route, in: new.table)] = index
    }
    isAdded = new.table.routes.map { _ in true }
    var isEqual = true
    for (index, route) in old.table.routes.enumerated() {
      let same = known[Identity(route, in: old.table)]
      counterparts.append(same)
      guard let same else {
        isEqual = false
        continue
      }
      isAdded[same] = false
      isEqual =
        isEqual && old.destinationIDs[index] == new.destinationIDs[same]
        && old.targets[index] == new.targets[same] && Self.haveSameText(old, index, new, same)
    }
    self.isEqual = isEqual && !isAdded.contains(true)
  }

  private static func haveSameText(
    _ old: ComparedTable, _ route: Int, _ new: ComparedTable, _ other: Int
  ) -> Bool {
    sameBytes(
      old.table.routes[route].specification.pattern.text,
      new.table.routes[other].specification.pattern.text)
  }

  /// Returns links that an old route opens and the new table answers differently.
  package func differences(from route: Int) -> Answer {
    guard !isEqual else { return Answer() }
    begin()
    if counterparts[route] == nil || old.given.targets[route] != nil {
      answer.links += samples(of: route, in: old)
    }
    for site in sites {
      for candidate in old.candidates(of: route, at: site.old) where hasSteps() {
        compare(candidate, site.old, site.new, site.site)
      }
    }
    return end()
  }

  /// Returns links that a new route opens and the old table did not open.
  package func gains(of route: Int) -> Answer {
    guard isAdded[route] else { return Answer() }
    begin()
    answer.links += samples(of: route, in: new)
    for site in sites {
      for candidate in new.candidates(of: route, at: site.new) where hasSteps() {
        gain(candidate, site.old, site.new, site.site)
      }
    }
    return end()
  }

  private func begin() {
    answer = Answer()
    old.isDecided = true
    new.isDecided = true
    // One hard route must not use up all steps, or the losses of others would be missed.
    routeSteps = max(
      stepsLeft / 2,
      min(Limits.comparedRouteStepsMin, stepsLeft + Limits.comparedRoutesStepsMax))
    old.survey.stepsLeft = routeSteps
    new.survey.stepsLeft = routeSteps
    stepsLeft -= routeSteps
  }

  /// The steps of both tables that are left for the route.
  private var routeStepsLeft: Int {
    old.survey.stepsLeft + new.survey.stepsLeft - routeSteps
  }

  /// Whether the route has steps left; otherwise it is undecided.
  private func hasSteps() -> Bool {
    if routeStepsLeft <= 0 { answer.isDecided = false }
    return routeStepsLeft > 0
  }

  private func end() -> Answer {
    stepsLeft += max(0, routeStepsLeft)
    answer.isDecided = answer.isDecided && old.isDecided && new.isDecided
    return answer
  }

  // MARK: Comparison

  /// Compares the links that an old variant takes.
  private func compare(
    _ candidate: ComparedSide.Candidate, _ stage: RedirectStage, _ newStage: RedirectStage,
    _ site: LinkSite
  ) {
    let route = old.route(of: candidate)
    let isGone = counterparts[route] == nil
    let takers = new.candidates(
      meeting: old.table.variants[candidate.variant], at: candidate.mount, newStage)
    var paths: [LinkSet]?
    func search(_ others: [LinkSet]) {
      guard !others.isEmpty else { return }
      let own = paths ?? old.paths(of: candidate, at: stage)
      paths = own
      self.search(own, others, site)
    }
    for taker in takers where hasSteps() {
      let other = new.route(of: taker)
      if other == counterparts[route] {
        guard mayDiffer(route, other) else { continue }
        if follow(candidate, taker, stage, newStage, site) { continue }
      } else if !isGone, !isAdded[other] {
        continue
      }
      search(new.paths(of: taker, at: newStage))
    }
    guard isGone || takers.contains(where: { isAdded[new.route(of: $0)] }) else { return }
    search(new.ties(among: takers, at: newStage))
    guard isGone else { return }
    search([new.otherwise(takers, at: newStage)])
    let rivals = old.candidates(
      meeting: old.table.variants[candidate.variant], at: candidate.mount, stage)
    let ties = old.ties(among: rivals, at: stage)
    for taker in takers where !ties.isEmpty && hasSteps() {
      self.search(ties, new.paths(of: taker, at: newStage), site)
    }
  }

  /// Whether links that both a route and its counterpart take could be answered differently.
  private func mayDiffer(_ route: Int, _ same: Int) -> Bool {
    old.given.targets[route] != nil || new.given.targets[same] != nil
      || old.given.destinationIDs[route] != new.given.destinationIDs[same]
      || !Self.haveSameText(old.given, route, new.given, same)
  }

  /// Searches for links of a new variant that no old route took.
  private func gain(
    _ candidate: ComparedSide.Candidate, _ stage: RedirectStage, _ newStage: RedirectStage,
    _ site: LinkSite
  ) {
    let takers = old.candidates(
      meeting: new.table.variants[candidate.variant], at: candidate.mount, stage)
    let paths = new.paths(of: candidate, at: newStage)
    search([old.otherwise(takers, at: stage)] + old.ties(among: takers, at: stage), paths, site)
  }

  /// Follows a redirect that leads to the same links in both tables: only changes in what it leads
  /// to make a difference.
  ///
  /// - Returns: False if it leads to different links, so that the paths must be compared one by
  ///   one.
  private func follow(
    _ candidate: ComparedSide.Candidate, _ taker: ComparedSide.Candidate, _ stage: RedirectStage,
    _ newStage: RedirectStage, _ site: LinkSite
  ) -> Bool {
    let route = old.route(of: candidate)
    guard let target = old.given.targets[route], target == new.given.targets[new.route(of: taker)],
      old.wholeLink(target) == nil
    else { return false }
    // Among the variants of one route, the first wins in both tables.
    guard old.table.variants[candidate.variant].number == new.table.variants[taker.variant].number
    else { return true }
    guard stage.sources.count < Limits.redirectsFollowedMax,
      let step = old.step(candidate, at: stage),
      let newStep = new.step(taker, at: newStage)
    else { return true }
    guard let image = old.image(of: route), let next = old.next(candidate, stage, step),
      let newNext = new.next(taker, newStage, newStep)
    else {
      if mayLeadToChanges(route) { answer.isDecided = false }
      return true
    }
    for one in old.candidates(meeting: image, at: next) where hasSteps() {
      compare(one, next, newNext, site)
    }
    for one in new.candidates(meeting: image, at: newNext)
    where isAdded[new.route(of: one)] && hasSteps() {
      gain(one, next, newNext, site)
    }
    return true
  }

  /// Whether a redirect may lead to a changed route, under any base.
  private func mayLeadToChanges(_ route: Int) -> Bool {
    guard let image = old.wholeImage(of: route) else { return true }
    let automaton = NFA(image.path)
    func meets(_ side: ComparedSide, _ hasChanged: (Int) -> Bool) -> Bool {
      let table = side.table
      let bases = table.bases.indices.flatMap { base in
        let shape = table.bases[base].shape
        return (shape.scheme.isEmpty ? [true, false] : [shape.skipsSegment]).map {
          LinkSite.Mount(base: base, prefix: shape.prefix, skipsSegment: $0)
        }
      }
      let inside = LinkSite.Mount(base: nil, prefix: [])
      let stage = RedirectStage(mounts: [inside] + bases, otherwise: nil)
      var isDecided = true
      return side.candidates(meeting: image, at: stage).contains { candidate in
        guard hasChanged(side.route(of: candidate)),
          let own = stage.automaton(
            of: candidate.variant, at: candidate.mount, in: side.survey, &isDecided)
        else { return false }
        return side.survey.overlap(automaton, own) != nil || side.survey.stepsLeft <= 0
      }
    }
    return meets(old) { route in counterparts[route].map { mayDiffer(route, $0) } ?? true }
      || meets(new) { isAdded[$0] }
  }

  // MARK: Search

  private func search(_ ones: [LinkSet], _ others: [LinkSet], _ site: LinkSite) {
    for one in ones {
      new.survey.stepsLeft -= others.count
      for other in others where !isSame(one, other) && hasSteps() { search(one, other, site) }
    }
  }

  /// Whether links of both paths get the same answer.
  private func isSame(_ one: LinkSet, _ other: LinkSet) -> Bool {
    guard let end = one.end, let otherEnd = other.end, let first = one.first,
      let otherFirst = other.first
    else { return one.end == nil && other.end == nil }
    return old.given.destinationIDs[end] == new.given.destinationIDs[otherEnd]
      && Self.haveSameText(old.given, first, new.given, otherFirst)
  }

  /// Searches for a link that takes both paths.
  private func search(_ one: LinkSet, _ other: LinkSet, _ site: LinkSite) {
    let isDecided = one.search(alongside: other, stepsLeft: &old.survey.stepsLeft) { path, items in
      let link = site.link(path, items)
      new.survey.stepsLeft -= Limits.stepsPerLink
      answer.links.append(link)
      // If it differs, the link may exceed a limit, or match another variant.
      return old.given.end(link) == one.end && new.given.end(link) == other.end
    }
    if !isDecided { answer.isDecided = false }
  }

  /// Sample links of a route, in-app and under each of its bases.
  private func samples(of route: Int, in side: ComparedSide) -> [String] {
    let survey = side.survey
    guard let items = survey.plainQuery(of: route) else { return [] }
    let bases = side.table.bases(of: route)
    var links: [String] = []
    for variant in side.table.routes[route].variants {
      for number in SegmentMatcher.sampleTexts.indices where hasSteps() {
        survey.stepsLeft -= (bases.count + 1) * Limits.stepsPerLink
        guard let path = survey.samplePath(of: variant, number) else { continue }
        links += ([nil] + bases.map(Optional.some)).map { survey.link(path, items, base: $0) }
      }
    }
    return links
  }
}
