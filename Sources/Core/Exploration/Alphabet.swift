package import Navigation
import RouteAnalysis
import RouteProofs

/// The events that an exploration tries in every state.
package struct Alphabet: Sendable {
  /// The events that do not depend on the state: moves, every tab, each gate satisfied by two
  /// subjects and revoked, and each route's links (`RouteSurvey.coveringLinks`), from one of the
  /// sources whose links open the same.
  package let events: [Event]
  /// Those of them that open and close gates.
  let gateEvents: [Event]
  /// The routes, by index, that no known link opens: nothing can be said of them.
  let untried: Set<Int>

  /// - Parameters:
  ///   - rules: The sources that they name are not replaced by others.
  ///   - opensInside: Whether the links are opened from inside, too, as the content of a screen can
  ///     do.
  package init(
    of definition: AppDefinition, for rules: [PolicyRule] = [], opensInside: Bool = false
  ) {
    let survey = RouteSurvey(definition.table)
    let kinds = rules.compactMap { rule -> PolicyRule.LinkKind? in
      if case .neverByLink(_, let kind) = rule { kind } else { nil }
    }
    let sources = definition.differentSources(
      besides: kinds.compactMap { $0.source },
      distinguishesSigned: kinds.contains { $0.source == nil })
    var events: [Event] = [
      .back, .dismiss, .root, .popTo(.count(1)), .finish(result: nil), .finish(result: "done"),
      .cancel,
    ]
    events += definition.tabs.map { .select(tab: $0) }
    gateEvents = definition.gates.flatMap { gate -> [Event] in
      ["a", "b"].map { .satisfy(gate: gate.name, subject: $0) } + [.revoke(gate: gate.name)]
    }
    events += gateEvents
    if !definition.lapsingGates.isEmpty { events += [.background, .foreground] }
    var untried: Set<Int> = []
    for route in definition.routes.indices where !definition.routes[route].isInternal {
      let links = survey.coveringLinks(of: route)
      for source in sources {
        events += links.map { .open($0, from: definition.linkSource(of: source)) }
      }
      if opensInside { events += links.map { .open($0, from: .inside) } }
      if links.isEmpty { untried.insert(route) }
    }
    self.events = events
    self.untried = untried
  }

  /// The events that depend on the state: the taps of the visible screen; for each waiting link its
  /// expiry, and its gate's opening for the account that it names; the times at which open gates
  /// lapse; and the answers to a screen that asks for consent.
  package func events(in state: NavigationState, of definition: AppDefinition) -> [Event] {
    let taps = state.visibleEntry(in: definition).flatMap(definition.screen(of:))?.taps ?? []
    let links = state.deferred.filter { $0.place == nil }
    let times = links.map { $0.expiresMilliseconds } + state.lapseTimes(in: definition)
    return taps.map { .tap($0.name) } + (state.request == nil ? [] : [.accept, .decline])
      + links.compactMap { GateState.WaitingLink($0, in: definition).opening(in: definition) }
      + Set(times).sorted().map { .tick(milliseconds: $0) }
  }
}
