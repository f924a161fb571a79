import Links

/// Finds links of which two tables make something different, one for each pair of courses.
///
/// A route of one table is the same as one of the other if both take the same links and rank alike:
/// then it keeps all its links that no changed route takes, so only changed routes are searched.
/// Redirects are followed; where one has not changed, only changed routes that it leads to are.
///
/// A class, because what is found out once is kept.
package final class TableComparison {
  /// What was found out about a route.
  package struct Answer {
    /// Links that may be opened differently.
    package var links: [String] = []
    /// Whether there are surely no differences but those that these links show.
    package var isDecided = true
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

  let old: ComparedSide
  let new: ComparedSide
  let sites: [ComparedSite]
  private var counterparts: [Int?] = []
  private var isAdded: [Bool]
  private let isEqual: Bool
  /// Steps of searches that are left.
  private var stepsLeft: Int
  private var answer = Answer()

  /// Begins a comparison.
  /// - Parameter stepsMax: Steps that all searches may take together, about.
  package init(
    old: ComparedTable, new: ComparedTable, stepsMax: Int = Limits.surveyStepsMax
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
        isEqual && old.answers[index] == new.answers[same]
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

  /// Links that an old route opens and of which the new table makes something else.
  package func differences(from route: Int) -> Answer {
    guard !isEqual else { return Answer() }
    begin()
    if counterparts[route] == nil || old.given.targets[route] != nil {
      answer.links += samples(of: route, in: old)
    }
    for site in sites {
      for opening in old.openings(of: route, at: site.old) {
        compare(opening, site.old, site.new, site.site)
      }
    }
    return end()
  }

  /// Links that a new route opens and nothing opened before.
  package func gains(of route: Int) -> Answer {
    guard isAdded[route] else { return Answer() }
    begin()
    answer.links += samples(of: route, in: new)
    for site in sites {
      for opening in new.openings(of: route, at: site.new) {
        gain(opening, site.old, site.new, site.site)
      }
    }
    return end()
  }

  private func begin() {
    answer = Answer()
    old.isDecided = true
    new.isDecided = true
    // One hard route must not take all, else the losses of others would not be found.
    let steps = max(stepsLeft / 2, Limits.comparedRouteStepsMin)
    old.survey.stepsLeft = steps
    new.survey.stepsLeft = steps
    stepsLeft -= steps
  }

  private func end() -> Answer {
    stepsLeft += max(0, old.survey.stepsLeft)
    answer.isDecided = answer.isDecided && old.isDecided && new.isDecided
    return answer
  }

  // MARK: Comparing

  /// What becomes of links that an old variant takes.
  private func compare(
    _ opening: ComparedSide.Opening, _ level: CourseLevel, _ newLevel: CourseLevel,
    _ site: LinkSite
  ) {
    let route = old.route(of: opening)
    let isGone = counterparts[route] == nil
    let takers = new.openings(
      meeting: old.table.variants[opening.variant], at: opening.entrance, newLevel)
    var courses: [Course]?
    func search(_ others: [Course]) {
      guard !others.isEmpty else { return }
      let own = courses ?? old.courses(of: opening, at: level)
      courses = own
      self.search(own, others, site)
    }
    for taker in takers {
      let other = new.route(of: taker)
      if other == counterparts[route] {
        guard mayDiffer(route, other) else { continue }
        if follow(opening, taker, level, newLevel, site) { continue }
      } else if !isGone, !isAdded[other] {
        continue
      }
      search(new.courses(of: taker, at: newLevel))
    }
    guard isGone || takers.contains(where: { isAdded[new.route(of: $0)] }) else { return }
    search(new.ties(among: takers, at: newLevel))
    guard isGone else { return }
    search([new.otherwise(takers, at: newLevel)])
    let rivals = old.openings(
      meeting: old.table.variants[opening.variant], at: opening.entrance, level)
    let ties = old.ties(among: rivals, at: level)
    for taker in takers where !ties.isEmpty {
      self.search(ties, new.courses(of: taker, at: newLevel), site)
    }
  }

  /// Whether links that a route and its counterpart take could be told apart.
  private func mayDiffer(_ route: Int, _ same: Int) -> Bool {
    old.given.targets[route] != nil || new.given.targets[same] != nil
      || old.given.answers[route] != new.given.answers[same]
      || !Self.haveSameText(old.given, route, new.given, same)
  }

  /// Links of a new variant that nothing took.
  private func gain(
    _ opening: ComparedSide.Opening, _ level: CourseLevel, _ newLevel: CourseLevel,
    _ site: LinkSite
  ) {
    let takers = old.openings(
      meeting: new.table.variants[opening.variant], at: opening.entrance, level)
    let courses = new.courses(of: opening, at: newLevel)
    search([old.otherwise(takers, at: level)] + old.ties(among: takers, at: level), courses, site)
  }

  /// Follows a redirect that leads to the same links in both tables: only what has changed behind
  /// it makes a difference.
  ///
  /// - Returns: Whether it does lead to the same links; false if they must be compared one by one.
  private func follow(
    _ opening: ComparedSide.Opening, _ taker: ComparedSide.Opening, _ level: CourseLevel,
    _ newLevel: CourseLevel, _ site: LinkSite
  ) -> Bool {
    let route = old.route(of: opening)
    guard let target = old.given.targets[route], target == new.given.targets[new.route(of: taker)],
      old.wholeLink(target) == nil
    else { return false }
    // Of one route's variants the first wins, in both tables.
    guard old.table.variants[opening.variant].number == new.table.variants[taker.variant].number
    else { return true }
    guard level.sources.count < Limits.redirectsFollowedMax,
      let step = old.step(opening, at: level),
      let newStep = new.step(taker, at: newLevel)
    else { return true }
    guard let image = old.image(of: route), let next = old.next(opening, level, step),
      let newNext = new.next(taker, newLevel, newStep)
    else {
      if mayLeadToChanges(route) { answer.isDecided = false }
      return true
    }
    for one in old.openings(meeting: image, at: next) { compare(one, next, newNext, site) }
    for one in new.openings(meeting: image, at: newNext) where isAdded[new.route(of: one)] {
      gain(one, next, newNext, site)
    }
    return true
  }

  /// Whether a redirect may lead to anything that has changed, under whatever base.
  private func mayLeadToChanges(_ route: Int) -> Bool {
    guard let image = old.wholeImage(of: route) else { return true }
    let automaton = Closures(Program(image.path))
    func meets(_ side: ComparedSide, _ hasChanged: (Int) -> Bool) -> Bool {
      let table = side.table
      let bases = table.bases.indices.map {
        LinkSite.Entrance(base: $0, prefix: table.bases[$0].shape.prefix)
      }
      let inside = LinkSite.Entrance(base: nil, prefix: [])
      let level = CourseLevel(entrances: [inside] + bases, otherwise: nil)
      var isDecided = true
      return side.openings(meeting: image, at: level).contains { opening in
        guard hasChanged(side.route(of: opening)),
          case .own(let own)? = level.automaton(
            of: opening.variant, at: opening.entrance, in: side.survey, &isDecided)
        else { return false }
        return side.survey.overlap(automaton, own) != nil || side.survey.stepsLeft <= 0
      }
    }
    return meets(old) { route in counterparts[route].map { mayDiffer(route, $0) } ?? true }
      || meets(new) { isAdded[$0] }
  }

  // MARK: Searching

  private func search(_ ones: [Course], _ others: [Course], _ site: LinkSite) {
    for one in ones {
      for other in others where !isSame(one, other) { search(one, other, site) }
    }
  }

  /// Whether links of both courses are answered alike.
  private func isSame(_ one: Course, _ other: Course) -> Bool {
    guard let end = one.end, let otherEnd = other.end, let first = one.first,
      let otherFirst = other.first
    else { return one.end == nil && other.end == nil }
    return old.given.answers[end] == new.given.answers[otherEnd]
      && Self.haveSameText(old.given, first, new.given, otherFirst)
  }

  /// Looks for a link of both courses.
  private func search(_ one: Course, _ other: Course, _ site: LinkSite) {
    let isDecided = one.search(beside: other, stepsLeft: &old.survey.stepsLeft) { path, items in
      let link = site.link(path, items)
      answer.links.append(link)
      // If not, the path may be over a limit of links, or be read by another variant.
      return old.given.end(link) == one.end && new.given.end(link) == other.end
    }
    if !isDecided { answer.isDecided = false }
  }

  /// Links of a route, from inside and under each of its bases.
  private func samples(of route: Int, in side: ComparedSide) -> [String] {
    let survey = side.survey
    guard let items = survey.plainQuery(of: [side.table.routes[route]]) else { return [] }
    let bases = side.table.bases.indices.filter { side.table.routes[route].isUnderBase[$0] }
    var links: [String] = []
    for variant in side.table.routes[route].variants {
      for number in SegmentMatcher.texts.indices {
        guard let path = survey.samplePath(of: variant, number) else { continue }
        links += ([nil] + bases.map(Optional.some)).map { survey.link(path, items, base: $0) }
      }
    }
    return links
  }
}
