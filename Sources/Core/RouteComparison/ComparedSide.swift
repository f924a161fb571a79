import Languages
package import Links
import RouteAnalysis
package import RouteProofs

/// A table and what its routes open, for comparing it with another.
package struct ComparedTable {
  let table: RouteTable
  /// For each route its target if it is a redirect.
  let targets: [[TargetPiece]?]
  /// A number for each route: equal, also between two tables, for routes that open the same.
  let destinationIDs: [Int]
  /// The route that a link opens in the end; nil if it opens nothing.
  let end: (String) -> Int?

  package init(
    _ table: RouteTable, targets: [[TargetPiece]?], destinationIDs: [Int],
    end: @escaping (String) -> Int?
  ) {
    self.table = table
    self.targets = targets
    self.destinationIDs = destinationIDs
    self.end = end
  }
}

/// One of the two tables of a comparison, and the paths that its links take through redirects.
final class ComparedSide {
  /// A variant, and the base under which it can match a link.
  struct Candidate {
    let variant: Int
    let mount: LinkSite.Mount
  }

  let given: ComparedTable
  let survey: RouteSurvey
  /// Set to false when something could not be decided.
  var isDecided = true

  init(_ given: ComparedTable, _ survey: RouteSurvey? = nil) {
    self.given = given
    self.survey = survey ?? RouteSurvey(given.table)
  }

  var table: RouteTable { survey.table }

  func route(of candidate: Candidate) -> Int { table.variants[candidate.variant].route }

  /// All variants of a route under each base of a stage.
  func candidates(of route: Int, at stage: RedirectStage) -> [Candidate] {
    stage.mounts.filter { isUnder($0, route) }.flatMap { mount in
      table.routes[route].variants.map { Candidate(variant: $0, mount: mount) }
    }
  }

  private func isUnder(_ mount: LinkSite.Mount, _ route: Int) -> Bool {
    mount.base.map { table.routes[route].isUnderBase[$0] } ?? true
  }

  // MARK: Candidates

  /// The variants that could share a path with a variant of this table or the other.
  ///
  /// - Parameter count: How many bases are looked at.
  func candidates(
    meeting variant: TableVariant, at mount: LinkSite.Mount, _ stage: RedirectStage,
    count: Int = .max
  ) -> [Candidate] {
    let whole = Expression.sequence([mount.expression, variant.expression])
    let begin = whole.literalPrefix
    survey.stepsLeft -= min(count, stage.mounts.count)
    return stage.mounts.prefix(count).flatMap { other -> [Candidate] in
      guard other.precedesSame(as: mount) else {
        return candidates(beginning: begin, at: other)
      }
      return survey.neighbours(of: variant)
        .filter { isUnder(other, table.variants[$0].route) }
        .map { Candidate(variant: $0, mount: other) }
    }
  }

  /// The variants that could accept a path of a target's image.
  func candidates(meeting image: TargetImage, at stage: RedirectStage) -> [Candidate] {
    let begin = image.path.literalPrefix
    return stage.mounts.flatMap { mount in
      mount.isEmpty
        ? survey.variants(near: image)
          .filter { isUnder(mount, table.variants[$0].route) }
          .map { Candidate(variant: $0, mount: mount) }
        : candidates(beginning: begin, at: mount)
    }.filter { candidate in
      image.mayFulfil(table.routes[route(of: candidate)].conditions)
    }
  }

  private func candidates(
    beginning begin: [Symbol], at mount: LinkSite.Mount
  ) -> [Candidate] {
    guard mount.mayMeet(begin) else { return [] }
    survey.stepsLeft -= 2 * table.variants.count
    let prefix = mount.expression.literalPrefix
    return table.variants.indices.filter { index in
      guard isUnder(mount, table.variants[index].route) else { return false }
      // Where any segment precedes the path, nothing is known after its separator.
      let own = mount.skipsSegment ? prefix : prefix + survey.literalPrefix(of: index)
      return own.starts(with: begin) || begin.starts(with: own)
    }.map { Candidate(variant: $0, mount: mount) }
  }

  func rival(_ candidate: Candidate, at stage: RedirectStage) -> LinkSet.Rival? {
    survey.stepsLeft -= 4
    let route = table.routes[route(of: candidate)]
    if let items = stage.items, !route.accepts(items) { return nil }
    let automaton = stage.automaton(
      of: candidate.variant, at: candidate.mount, in: survey, &isDecided)
    return automaton.map {
      LinkSet.Rival(automaton: $0, route: stage.items == nil ? route : nil)
    }
  }

  /// The variants that take links from a variant: those of other routes under its base that come
  /// first or tie, and all under bases that are tried earlier.
  private func rivals(of candidate: Candidate, at stage: RedirectStage) -> [LinkSet.Rival] {
    let variant = table.variants[candidate.variant]
    let place = stage.mounts.firstIndex(of: candidate.mount) ?? 0
    let near = candidates(meeting: variant, at: candidate.mount, stage, count: place + 1)
    return near.filter { other in
      guard table.variants[other.variant].route != variant.route,
        let turn = stage.mounts.firstIndex(of: other.mount), turn <= place
      else { return false }
      return turn < place || table.takes(other.variant, from: candidate.variant)
    }.compactMap { rival($0, at: stage) }
  }

  // MARK: Paths

  /// The path of links up to the route that they match, without following its redirect.
  func step(_ candidate: Candidate, at stage: RedirectStage) -> LinkSet? {
    let route = route(of: candidate)
    if let items = stage.items, !table.routes[route].accepts(items) { return nil }
    guard
      let own = stage.automaton(
        of: candidate.variant, at: candidate.mount, in: survey, &isDecided)
    else { return nil }
    return LinkSet(
      first: stage.first ?? route, end: route, wanted: [own],
      rivals: stage.rivals + rivals(of: candidate, at: stage),
      routes: stage.routes + (stage.items == nil ? [table.routes[route]] : []))
  }

  /// All paths of the links that match a variant.
  func paths(of candidate: Candidate, at stage: RedirectStage) -> [LinkSet] {
    let route = route(of: candidate)
    guard let step = step(candidate, at: stage) else { return [] }
    guard let target = given.targets[route] else { return [step] }
    if let text = wholeLink(target) { return [step.ending(at: end(ofWhole: text))] }
    guard stage.sources.count < Limits.redirectsFollowedMax, let image = image(of: route),
      let next = next(candidate, stage, step)
    else {
      isDecided = false
      return []
    }
    let candidates = candidates(meeting: image, at: next)
    var paths: [LinkSet] = []
    for candidate in candidates {
      paths += self.paths(of: candidate, at: next)
      guard paths.count <= Limits.redirectPathsMax, survey.stepsLeft > 0 else {
        isDecided = false
        break
      }
    }
    let rivals = candidates.compactMap { rival($0, at: next) }
    return paths + [step.ending(at: nil, adding: rivals)]
  }

  /// The path of the links that none of the given variants takes.
  func otherwise(_ candidates: [Candidate], at stage: RedirectStage) -> LinkSet {
    LinkSet(
      first: stage.first ?? stage.otherwise, end: stage.otherwise, wanted: [],
      rivals: stage.rivals + candidates.compactMap { rival($0, at: stage) }, routes: stage.routes)
  }

  /// Paths of the in-app links on which two routes tie, so that neither opens them.
  func ties(among candidates: [Candidate], at stage: RedirectStage) -> [LinkSet] {
    guard stage.sources.isEmpty, stage.mounts.first?.base == nil, table.bases.count > 1 else {
      return []
    }
    var paths: [LinkSet] = []
    for (place, one) in candidates.enumerated() {
      survey.stepsLeft -= candidates.count
      guard survey.stepsLeft > 0 else {
        isDecided = false
        break
      }
      for two in candidates[(place + 1)...]
      where route(of: one) != route(of: two) && table.takes(one.variant, from: two.variant)
        && table.takes(two.variant, from: one.variant)
      {
        survey.stepsLeft -= candidates.count
        let better = candidates.filter {
          !table.takes(one.variant, from: $0.variant) && !table.takes(two.variant, from: $0.variant)
        }
        guard let first = rival(one, at: stage), let second = rival(two, at: stage) else {
          continue
        }
        paths.append(
          LinkSet(
            first: nil, end: nil, wanted: [first.automaton, second.automaton],
            rivals: better.compactMap { rival($0, at: stage) },
            routes: [first.route, second.route].compactMap { $0 }))
      }
    }
    return paths
  }

  /// The image of a redirect's target; nil if it has a base of its own or an invalid encoding.
  func image(of route: Int) -> TargetImage? {
    given.targets[route].flatMap {
      TargetImage($0, parameters: table.routes[route], keepsQuery: true)
    }
  }

  /// The stage after a redirect; nil if the links' paths alone do not determine it.
  func next(_ candidate: Candidate, _ stage: RedirectStage, _ step: LinkSet) -> RedirectStage? {
    let route = route(of: candidate)
    guard let image = image(of: route),
      let source = RedirectSource(
        table.variants[candidate.variant].expression, prefix: candidate.mount.expression,
        parameters: table.routes[route].parameters, target: image.pieces)
    else { return nil }
    let items: [QueryItem]?
    switch image.query {
    case .kept: items = stage.items
    case .replaced(let own): items = own
    case .unclear: items = []
    }
    let next = RedirectStage(
      after: source, of: stage, step, base: candidate.mount.base, items: items)
    // A query that depends on values does not matter to routes without conditions.
    if case .unclear = image.query,
      candidates(meeting: image, at: next).contains(where: {
        !table.routes[self.route(of: $0)].conditions.isEmpty
      })
    {
      return nil
    }
    return next
  }

  /// The image of a redirect's target; for a whole link, that of the part after the host. Nil if
  /// the target has an invalid encoding or a fragment.
  func wholeImage(of route: Int) -> TargetImage? {
    if let image = image(of: route) { return image }
    // A fragment is not part of the path.
    guard var target = given.targets[route], !target.contains(where: { $0.hasFragment }),
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

  /// A target that is a whole link without values.
  func wholeLink(_ target: [TargetPiece]) -> String? {
    guard case .text(let first)? = target.first, first.utf8.first != UInt8(ascii: "/") else {
      return nil
    }
    return target.text
  }

  private func end(ofWhole target: String) -> Int? {
    let keepsOthers = target.keepsOtherItems
    let text = keepsOthers ? String(decoding: target.utf8.dropLast(2), as: UTF8.self) : target
    // The redirected link's query may fulfil conditions.
    if let link = try? Link(text), keepsOthers || link.queryRange == nil {
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

extension LinkSet {
  /// The same path with a known end, and with more rivals.
  fileprivate func ending(at end: Int?, adding more: [Rival] = []) -> LinkSet {
    LinkSet(first: first, end: end, wanted: wanted, rivals: rivals + more, routes: routes)
  }
}
