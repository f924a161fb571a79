import Diagnostics
import Links
import Navigation
import RouteAnalysis
import RouteComparison
import RouteProofs

/// The check for redirects that form a loop, or are too many in a row, for some links only. Loading
/// follows samples and misses these.
///
/// The targets of a redirect form a language; where it overlaps the language of another redirect,
/// there is an edge between the two. Without a cycle of edges no link loops. For every edge one
/// link is followed; if there is a cycle but none of those links loops, the answer is undecided.
/// Redirects to a value are followed for these links only: any link can be a value.
struct RedirectCheck {
  private let definition: AppDefinition
  private let survey: RouteSurvey
  private let samples: SampleValues
  private let redirects: [(route: Int, target: [TargetPiece])]
  /// For each redirect a known link, if there is one.
  private let opening: [String?]

  private let lacking: DefinitionGaps

  init(_ definition: AppDefinition, _ routes: RouteCheck, _ lacking: DefinitionGaps) {
    self.definition = definition
    self.lacking = lacking
    (survey, samples) = (routes.survey, routes.samples)
    redirects = definition.routes.indices.compactMap { index in
      guard case .redirect(let template) = definition.routes[index].target,
        !routes.shadowed.contains(index), !lacking.routesWithoutTarget.contains(index)
      else { return nil }
      return (index, template.target(of: definition.routes[index]))
    }
    opening = redirects.map { routes.opening[$0.route] }
  }

  func findings(hints: Bool) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var chains = RedirectChains()
    var (ways, unknown) = ways()
    let links = ways.values.flatMap { $0 }.flatMap { $0.links }
    for link in links.sorted() + opening.compactMap({ $0 }) {
      guard let chain = chains.chain(from: link, in: definition) else { continue }
      let places = chain.routes.prefix(2).map { definition.routes[$0].path }
      let next = places.count > 1 ? places[1] : nil
      findings.append(
        chain.isCircle
          ? .circle(places[0], next: next, links: chain.links)
          : .longChain(places[0], next: next, links: chain.links))
    }
    var reported = chains.routes
    var edgesLeft = edgesMax
    for (route, _) in redirects where !reported.contains(route) {
      guard edgesLeft > 0 else {
        unknown = unknown ?? route
        break
      }
      let reached = reached(from: route, ways, &edgesLeft)
      guard reached.contains(route), reported.isDisjoint(with: reached) else { continue }
      reported.insert(route)
      findings.append(.redirectCycle(from: definition.routes[route].path))
    }
    if let unknown { findings.append(.tooManyRedirects(from: definition.routes[unknown].path)) }
    findings += zip(redirects, opening).compactMap { redirect, link in
      link.flatMap { lostItem(of: redirect.route, $0) }
    }
    return hints ? findings + gaps() : findings
  }

  /// A query item that the target of a redirect declares, and that the redirect loses, since it has
  /// a query of its own.
  private func lostItem(of index: Int, _ link: String) -> Diagnostic? {
    let route = definition.routes[index]
    guard case .redirect(let template) = route.target,
      template.text.utf8.contains(UInt8(ascii: "?")),
      let found = try? definition.resolve(link), let end = found.hops.last?.link,
      let given = try? Link(end).query.map({ $0.name })
    else { return nil }
    for parameter in definition[found.route].parameters where parameter.place == .query {
      guard !given.contains(where: { sameBytes($0, parameter.name) }),
        let value = samples.value(of: parameter.type, 0)
      else { continue }
      let mark = link.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      let longer = link + mark + QueryItem(name: parameter.name, value: value).encoded
      guard let opened = try? definition.resolve(longer), opened.hops.first?.route.index == index,
        opened.route == found.route, opened.values.elementsEqual(found.values, by: sameBytes)
      else { continue }
      return .lostItem(
        route.path, item: parameter.name, target: template.text,
        route: definition[found.route].pattern, link: longer)
    }
    return nil
  }

  /// Redirects that lead to nothing for some of their links; loading rejects those that do for all.
  /// Samples find most. All links are searched only for redirects with an expression, and at most
  /// `redirectsSearchedMax` of them.
  private func gaps() -> [Diagnostic] {
    guard !redirects.isEmpty else { return [] }
    var answers = Answers()
    let search = RedirectGapSearch(answers.table(of: definition), survey)
    var searchesLeft = redirectsSearchedMax
    return redirects.compactMap { index, _ -> Diagnostic? in
      let route = definition.routes[index]
      guard case .redirect(let template) = route.target, !lacking.mayMatch(template.text) else {
        return nil
      }
      var link = survey.firstSample(of: index, where: isNotFound)
      if link == nil, searchesLeft > 0, survey.hasPieces(index) {
        searchesLeft -= 1
        link = search.linkToNothing(from: index).flatMap { isNotFound($0) ? $0 : nil }
      }
      return link.map {
        .redirectGap(route.path, target: template.text, link: $0)
      }
    }
  }

  private func isNotFound(_ link: String) -> Bool {
    do throws(Refusal) {
      _ = try definition.resolve(link)
      return false
    } catch {
      if case .notFound = error { return true }
      return false
    }
  }

  /// For each redirect the redirects that its target may lead to, and the first redirect of which
  /// that is not known, because the steps ran out.
  private func ways() -> (ways: [Int: [RouteSurvey.Passage]], unknown: Int?) {
    let all = Set(redirects.map { $0.route })
    var ways: [Int: [RouteSurvey.Passage]] = [:]
    for (route, target) in redirects {
      guard survey.isDecided else { return (ways, route) }
      ways[route] = survey.passages(of: target, from: route, to: all)
    }
    return (ways, nil)
  }

  /// All redirects reached by one or more edges.
  private func reached(
    from route: Int, _ ways: [Int: [RouteSurvey.Passage]], _ edgesLeft: inout Int
  ) -> Set<Int> {
    var reached: Set<Int> = []
    var open = [route]
    while let next = open.popLast() {
      edgesLeft -= ways[next]?.count ?? 0
      for way in ways[next] ?? [] where reached.insert(way.route).inserted {
        open.append(way.route)
      }
    }
    return reached
  }
}

/// The targets of redirects that are followed to look for circles.
private let edgesMax = 5_000_000

/// The most redirects that are searched for links that lead to nothing; each takes about 10 ms.
private let redirectsSearchedMax = 32
