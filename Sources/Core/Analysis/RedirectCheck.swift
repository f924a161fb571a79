import Links
import Navigation
import RouteProofs

/// Redirects that go in a circle for some links only, which loading does not see: it follows
/// samples.
///
/// What a redirect makes of its links is a language; where that meets the language of another
/// redirect, a way leads on. Without a way back there is no circle, for any link. On every way a
/// link that goes it is followed; if none goes in a circle although ways do, that is not decided.
struct RedirectCheck {
  private let definition: AppDefinition
  private let survey: RouteSurvey
  private let redirects: [(route: Int, target: [TargetPiece])]
  /// Links that redirects take.
  private let opening: [String]

  init(_ definition: AppDefinition, _ routes: RouteCheck) {
    self.definition = definition
    survey = routes.survey
    redirects = definition.routes.indices.compactMap { index in
      guard case .redirect(let template) = definition.routes[index].target,
        !routes.shadowed.contains(index)
      else { return nil }
      return (index, template.target(of: definition.routes[index]))
    }
    opening = redirects.compactMap { routes.opening[$0.route] }
  }

  func findings() -> [Finding] {
    var findings: [Finding] = []
    var told: Set<Int> = []
    let ways = self.ways()
    let links = ways.values.flatMap { $0 }.flatMap(\.links)
    for link in links.sorted() + opening {
      guard let circle = circle(from: link), told.isDisjoint(with: circle.routes) else { continue }
      told.formUnion(circle.routes)
      let places = circle.routes.prefix(2).map { Finding.Place(definition.routes[$0]) }
      findings.append(
        .circle(places[0], next: places.count > 1 ? places[1] : nil, links: circle.links))
    }
    for (route, _) in redirects where !told.contains(route) {
      let reached = reached(from: route, ways)
      guard reached.contains(route), told.isDisjoint(with: reached) else { continue }
      told.insert(route)
      findings.append(.undecidedRedirect(Finding.Place(definition.routes[route])))
    }
    return findings + gaps()
  }

  /// Redirects that lead to nothing for some of their links; those that do for all are refused when
  /// they are loaded. Samples tell most; all links of a redirect are searched where it has an
  /// expression, for so many redirects at most.
  private func gaps() -> [Finding] {
    guard !redirects.isEmpty else { return [] }
    var answers = Answers()
    let search = RedirectGapSearch(answers.table(of: definition), survey)
    var searchesLeft = redirectsSearchedMax
    return redirects.compactMap { index, _ in
      let route = definition.routes[index]
      guard case .redirect(let template) = route.target else { return nil }
      var link = survey.sampleLinks(of: index).first { link in
        survey.winner(of: link) == index && isNotFound(link)
      }
      if link == nil, searchesLeft > 0, survey.hasPieces(index) {
        searchesLeft -= 1
        link = search.linkToNothing(from: index).flatMap { isNotFound($0) ? $0 : nil }
      }
      return link.map {
        .redirectGap(Finding.Place(route), target: template.text, link: $0)
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

  /// For each redirect the redirects that its target may lead to.
  private func ways() -> [Int: [RouteSurvey.Passage]] {
    let all = redirects.map(\.route)
    var ways: [Int: [RouteSurvey.Passage]] = [:]
    for (route, target) in redirects {
      ways[route] = survey.passages(of: target, from: route, to: all)
    }
    return ways
  }

  /// All that is reached by one way or more.
  private func reached(from route: Int, _ ways: [Int: [RouteSurvey.Passage]]) -> Set<Int> {
    var reached: Set<Int> = []
    var open = [route]
    while let next = open.popLast() {
      for way in ways[next] ?? [] where reached.insert(way.route).inserted {
        open.append(way.route)
      }
    }
    return reached
  }

  /// What a link goes through, up to what comes again; nil if it goes in no circle.
  private func circle(from link: String) -> (links: [String], routes: [Int])? {
    do throws(Refusal) {
      _ = try definition.resolve(link)
      return nil
    } catch {
      guard case .redirectLoop(let hops) = error else { return nil }
      var links: [String] = []
      var routes: [Int] = []
      for hop in [link] + hops {
        if let route = survey.winner(of: hop), !routes.contains(route) { routes.append(route) }
        let isBack = links.contains { sameBytes($0, hop) }
        links.append(hop)
        if isBack { break }
      }
      return routes.isEmpty ? nil : (links, routes)
    }
  }
}

/// So many redirects are searched for links that lead to nothing: some hundredths of a second each.
private let redirectsSearchedMax = 32
