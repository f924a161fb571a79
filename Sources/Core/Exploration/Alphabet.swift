import Links
package import Navigation
import RouteProofs

/// The events that an exploration tries in every state.
package struct Alphabet: Sendable {
  /// Those that do not depend on the state: moves, every tab, each gate satisfied by two subjects
  /// and revoked, and each route's link from outside with the values of `links(of:)`.
  package let events: [Event]

  package init(of definition: AppDefinition) {
    let survey = RouteSurvey(definition.table)
    var events: [Event] = [
      .back, .dismiss, .root, .popTo(.count(1)), .finish(result: nil), .finish(result: "done"),
      .cancel,
    ]
    events += definition.tabs.map { .select(tab: $0) }
    for gate in definition.gates {
      events += ["a", "b"].map { .satisfy(gate: gate.name, subject: $0) }
      events.append(.revoke(gate: gate.name))
    }
    for route in definition.routes.indices {
      events += Self.links(of: route, in: definition, survey).map { .open($0, from: .outside) }
    }
    self.events = events
  }

  /// Links that open a route and cover what the table distinguishes: every value of an enumeration,
  /// two of another type. Empty if no link is known to open it.
  private static func links(
    of route: Int, in definition: AppDefinition, _ survey: RouteSurvey
  ) -> [String] {
    let counts = definition.routes[route].parameters.map { parameter in
      if case .oneOf(let texts) = parameter.type { texts.count } else { 2 }
    }
    let wanted = counts.max() ?? 1
    var links: [String] = []
    for link in survey.sampleLinks(of: route, count: max(4, wanted))
    where links.count < wanted && !links.contains(link) && survey.winner(of: link) == route {
      links.append(link)
    }
    if links.isEmpty, let link = survey.link(opening: route) { links.append(link) }
    return links
  }

  /// Those that do: the taps of the visible screen, and the expiry of each waiting link.
  package func events(in state: NavigationState, of definition: AppDefinition) -> [Event] {
    let taps = state.visibleEntry(in: definition).flatMap(definition.screen(of:))?.taps ?? []
    return taps.map { .tap($0.name) }
      + Set(state.deferred.map(\.expiresMilliseconds)).sorted().map { .tick(milliseconds: $0) }
  }
}
