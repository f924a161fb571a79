import Links

/// One of the two tables of a comparison, and the courses of its links.
final class ComparedSide {
  /// A variant, and the base under which links meet it.
  struct Opening {
    let variant: Int
    let entrance: LinkSite.Entrance
  }

  let given: ComparedTable
  let survey: RouteSurvey
  /// Made false when something could not be told.
  var isDecided = true

  init(_ given: ComparedTable, _ survey: RouteSurvey? = nil) {
    self.given = given
    self.survey = survey ?? RouteSurvey(given.table)
  }

  var table: RouteTable { survey.table }

  func route(of opening: Opening) -> Int { table.variants[opening.variant].route }

  /// All variants of a route, under each base of a level.
  func openings(of route: Int, at level: CourseLevel) -> [Opening] {
    level.entrances.filter { isUnder($0, route) }.flatMap { entrance in
      table.routes[route].variants.map { Opening(variant: $0, entrance: entrance) }
    }
  }

  private func isUnder(_ entrance: LinkSite.Entrance, _ route: Int) -> Bool {
    entrance.base.map { table.routes[route].isUnderBase[$0] } ?? true
  }

  // MARK: What can take a link

  /// The variants that could share a path with one, of this table or the other.
  func openings(
    meeting variant: TableVariant, at entrance: LinkSite.Entrance, _ level: CourseLevel
  ) -> [Opening] {
    let whole = Expression.sequence([entrance.expression, variant.expression])
    let begin = whole.literalPrefix
    return level.entrances.flatMap { other -> [Opening] in
      guard other.prefix == entrance.prefix else {
        return openings(beginning: begin, at: other)
      }
      var found: [Opening] = []
      survey.index.visit(meeting: variant) { index in
        if isUnder(other, table.variants[index].route) {
          found.append(Opening(variant: index, entrance: other))
        }
        return true
      }
      return found
    }
  }

  /// The variants that could accept a path of an image.
  func openings(meeting image: TargetImage, at level: CourseLevel) -> [Opening] {
    let begin = image.path.literalPrefix
    return level.entrances.flatMap { openings(beginning: begin, at: $0) }.filter { opening in
      image.mayFulfil(table.routes[route(of: opening)].conditions)
    }
  }

  private func openings(
    beginning begin: [Symbol], at entrance: LinkSite.Entrance
  ) -> [Opening] {
    let prefix = entrance.expression.literalPrefix
    return table.variants.indices.filter { index in
      guard isUnder(entrance, table.variants[index].route) else { return false }
      let own = prefix + survey.literalPrefix(of: index)
      return own.starts(with: begin) || begin.starts(with: own)
    }.map { Opening(variant: $0, entrance: entrance) }
  }

  func rival(_ opening: Opening, at level: CourseLevel) -> Course.Rival? {
    let route = table.routes[route(of: opening)]
    if let items = level.items, !route.accepts(items) { return nil }
    let automaton = level.automaton(
      of: opening.variant, at: opening.entrance, in: survey, &isDecided)
    return automaton.map { Course.Rival(automaton: $0, route: level.items == nil ? route : nil) }
  }

  /// What takes links away from a variant: other routes of a better or equal rank under its base,
  /// and all under bases that are tried before.
  private func rivals(of opening: Opening, at level: CourseLevel) -> [Course.Rival] {
    let variant = table.variants[opening.variant]
    let place = level.entrances.firstIndex(of: opening.entrance) ?? 0
    return openings(meeting: variant, at: opening.entrance, level).filter { other in
      guard table.variants[other.variant].route != variant.route,
        let turn = level.entrances.firstIndex(of: other.entrance), turn <= place
      else { return false }
      return turn < place || table.orders[other.variant] <= table.orders[opening.variant]
    }.compactMap { rival($0, at: level) }
  }

  // MARK: Courses

  /// The course of links up to the route that they match, redirects not followed.
  func step(_ opening: Opening, at level: CourseLevel) -> Course? {
    let route = route(of: opening)
    if let items = level.items, !table.routes[route].accepts(items) { return nil }
    guard
      let own = level.automaton(of: opening.variant, at: opening.entrance, in: survey, &isDecided)
    else { return nil }
    return Course(
      first: level.first ?? route, end: route, wanted: [own],
      rivals: level.rivals + rivals(of: opening, at: level),
      routes: level.routes + (level.items == nil ? [table.routes[route]] : []))
  }

  /// All courses of links that match a variant.
  func courses(of opening: Opening, at level: CourseLevel) -> [Course] {
    let route = route(of: opening)
    guard let step = step(opening, at: level) else { return [] }
    guard let target = given.targets[route] else { return [step] }
    if let text = wholeLink(target) { return [step.ending(at: end(ofWhole: text))] }
    guard level.sources.count < Limits.redirectsFollowedMax, let image = image(of: route),
      let next = next(opening, level, step)
    else {
      isDecided = false
      return []
    }
    let openings = openings(meeting: image, at: next)
    var courses: [Course] = []
    for opening in openings {
      courses += self.courses(of: opening, at: next)
      guard courses.count <= Limits.coursesMax else {
        isDecided = false
        break
      }
    }
    let rivals = openings.compactMap { rival($0, at: next) }
    return courses + [step.ending(at: nil, besides: rivals)]
  }

  /// The course of links that none of some variants takes.
  func otherwise(_ openings: [Opening], at level: CourseLevel) -> Course {
    Course(
      first: level.first ?? level.otherwise, end: level.otherwise, wanted: [],
      rivals: level.rivals + openings.compactMap { rival($0, at: level) }, routes: level.routes)
  }

  /// Courses of paths from inside that two routes take equally well, so that neither opens them.
  func ties(among openings: [Opening], at level: CourseLevel) -> [Course] {
    guard level.sources.isEmpty, level.entrances.first?.base == nil, table.bases.count > 1 else {
      return []
    }
    var courses: [Course] = []
    for (place, one) in openings.enumerated() {
      for two in openings[(place + 1)...]
      where table.orders[one.variant] == table.orders[two.variant]
        && route(of: one) != route(of: two)
      {
        let better = openings.filter { table.orders[$0.variant] < table.orders[one.variant] }
        guard let first = rival(one, at: level), let second = rival(two, at: level) else {
          continue
        }
        courses.append(
          Course(
            first: nil, end: nil, wanted: [first.automaton, second.automaton],
            rivals: better.compactMap { rival($0, at: level) },
            routes: [first.route, second.route].compactMap { $0 }))
      }
    }
    return courses
  }

  /// What a redirect's targets are; nil if they have a base of their own, or are not understood.
  func image(of route: Int) -> TargetImage? {
    given.targets[route].flatMap {
      TargetImage($0, parameters: table.routes[route], keepsQuery: true)
    }
  }

  /// Behind a redirect; nil if what it makes of links cannot be told from their paths.
  func next(_ opening: Opening, _ level: CourseLevel, _ step: Course) -> CourseLevel? {
    let route = route(of: opening)
    guard let image = image(of: route),
      let source = RedirectSource(
        table.variants[opening.variant].expression, prefix: opening.entrance.expression,
        parameters: table.routes[route].parameters, target: image.pieces)
    else { return nil }
    let items: [QueryItem]?
    switch image.query {
    case .kept: items = level.items
    case .replaced(let own): items = own
    case .unclear: items = []
    }
    let next = CourseLevel(
      behind: source, of: level, step, base: opening.entrance.base, items: items)
    // What depends on values makes no difference to routes that demand nothing of it.
    if case .unclear = image.query,
      openings(meeting: image, at: next).contains(where: {
        !table.routes[self.route(of: $0)].conditions.isEmpty
      })
    {
      return nil
    }
    return next
  }

  /// What the paths of a redirect's targets are, those of whole links with all that follows the
  /// host; nil if they are not understood.
  func wholeImage(of route: Int) -> TargetImage? {
    if let image = image(of: route) { return image }
    // What stands in a fragment is not part of the path.
    guard var target = given.targets[route], !target.contains(where: \.hasFragment),
      case .text(let first)? = target.first
    else {
      return nil
    }
    let bytes = Array(first.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    var rest = bytes[(colon + 3)...]
    let isWeb = ["http", "https"].contains { bytes[..<colon].elementsEqual($0.utf8) }
    if isWeb { rest = rest.drop { $0 != UInt8(ascii: "/") } }
    target[0] = .text((isWeb ? "" : "/") + text(of: rest))
    return TargetImage(target, parameters: table.routes[route], keepsQuery: true)
  }

  /// A target that is a whole link and the same for all values.
  func wholeLink(_ target: [TargetPiece]) -> String? {
    guard case .text(let first)? = target.first, first.utf8.first != UInt8(ascii: "/") else {
      return nil
    }
    var link = ""
    for piece in target {
      guard case .text(let text) = piece else { return nil }
      link += text
    }
    return link
  }

  private func end(ofWhole text: String) -> Int? {
    // The query of the link that is redirected may fulfil conditions.
    if let link = try? Link(text), link.queryRange == nil {
      let mayDepend = table.routes.indices.contains { index in
        let route = table.routes[index]
        guard !route.conditions.isEmpty else { return false }
        return table.paths(of: link, for: index).contains { path in
          route.variants.contains { table.accepts(table.variants[$0], path) }
        }
      }
      if mayDepend { isDecided = false }
    }
    return given.end(text)
  }
}

extension Course {
  /// The same links, of which it is known where they end.
  fileprivate func ending(at end: Int?, besides more: [Rival] = []) -> Course {
    Course(first: first, end: end, wanted: wanted, rivals: rivals + more, routes: routes)
  }
}

extension TargetPiece {
  fileprivate var hasFragment: Bool {
    if case .text(let text) = self { text.utf8.contains(UInt8(ascii: "#")) } else { false }
  }
}
