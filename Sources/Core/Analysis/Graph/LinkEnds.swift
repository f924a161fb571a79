import Links
import Navigation
import RouteAnalysis
import RouteProofs

/// The routes where the links of taps and redirects end, after all redirects.
///
/// Each is found by following links with sample values: every value of an enumeration, and two of
/// another type. If all of those open nothing, links that open something are searched for.
struct LinkEnds {
  private let definition: AppDefinition
  private let survey: RouteSurvey

  init(_ definition: AppDefinition) {
    self.definition = definition
    survey = RouteSurvey(definition.table)
  }

  /// The ends of a redirect; empty if it opens nothing.
  func ends(of target: Template, redirecting route: Identifier<Route>) -> [Identifier<Route>] {
    let found = ends(of: survey.coveringLinks(of: route.index))
    guard found.isEmpty else { return found }
    return ends(of: searchedLinks(of: target, from: route, keepsQuery: true))
  }

  /// The ends of a tap on the screen of some routes; empty if it opens nothing.
  func ends(of target: Template, from routes: [Identifier<Route>]) -> [Identifier<Route>] {
    let able = routes.filter { definition[$0].provides(target.names) }
    let found = ends(of: able.flatMap { links(of: target, from: $0) })
    guard found.isEmpty else { return found }
    return ends(of: able.flatMap { searchedLinks(of: target, from: $0, keepsQuery: false) })
  }

  private func ends(of links: [String]) -> [Identifier<Route>] {
    Set(links.compactMap { definition.end(ofLink: $0) }).sorted()
  }

  /// What a tap's link becomes on the screens that sample links of the route open.
  private func links(of target: Template, from route: Identifier<Route>) -> [String] {
    survey.coveringLinks(of: route.index).compactMap { text in
      guard let link = try? Link(text), let match = try? definition.table.match(link) else {
        return nil
      }
      return definition.link(target, of: route, given: match.values)
    }
  }

  private func searchedLinks(
    of target: Template, from route: Identifier<Route>, keepsQuery: Bool
  ) -> [String] {
    survey.passages(
      of: target.target(of: definition[route]), from: route.index,
      to: Set(definition.routes.indices), keepsQuery: keepsQuery
    ).flatMap { $0.links }
  }
}
