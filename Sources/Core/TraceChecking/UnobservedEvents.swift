import Diagnostics
import Links
import Navigation
import Traces

/// The events that can have happened without a line in the log. Time is not among them: it passes
/// as the lines say, or else not at all, since links that expire unseen would explain lost ones.
struct UnobservedEvents: Sendable {
  /// What is known about a screen.
  private struct Screen: Sendable {
    let taps: [UnobservedEvent]
    /// Whether the definition does not list all of its taps.
    let isContent: Bool
    /// Whether unsaved work must be confirmed.
    let asksToLeave: Bool
    let routes: [Int]
  }

  private let definition: AppDefinition
  private let rules: LogRules
  /// Those that are tried in every state.
  private let everywhere: [UnobservedEvent]
  /// What the content of a screen can do, apart from opening links.
  private let ofContent: [UnobservedEvent]
  /// Indexed like those of the definition.
  private let screens: [Screen]
  private let screensByName: [TextBytes: Identifier<ScreenDefinition>]
  private let canMissBack: Bool
  private let canMissLinks: Bool

  init(of definition: AppDefinition, under rules: LogRules) {
    (self.definition, self.rules) = (definition, rules)
    let moves: [Event] =
      [.back, .dismiss, .root, .cancel, .finish(result: nil)]
      + definition.tabs.map { .select(tab: $0) }
    let gates = definition.gates.flatMap { gate -> [Event] in
      [.satisfy(gate: gate.name, subject: nil), .revoke(gate: gate.name)]
    }
    everywhere = (moves + gates).filter(rules.canMiss).map { UnobservedEvent($0, in: definition) }
    ofContent = moves.filter { !rules.canMiss($0) }.map { UnobservedEvent($0, in: definition) }
    let ids = definition.screenIDs
    let routes = Dictionary(
      grouping: definition.routeIDs, by: { definition.screen(shownBy: $0)?.index })
    screens = ids.map { id in
      let screen = definition[id]
      let taps = rules.logged.contains(.tap) ? [] : screen.taps
      return Screen(
        taps: taps.map { UnobservedEvent($0, in: definition) },
        isContent: !screen.isDescribed || rules.contentScreens.contains(screen.name),
        asksToLeave: screen.leave == .confirm,
        routes: routes[id.index, default: []].map { $0.index })
    }
    screensByName = Dictionary(ids.map { (TextBytes(definition[$0].name), $0) }) { id, _ in id }
    canMissBack = !rules.logged.contains(.back)
    canMissLinks = !rules.logged.contains(.link)
  }

  /// The screen of a line; `nil` if it has none that the definition knows.
  func screen(of observation: Observation) -> Identifier<ScreenDefinition>? {
    guard case .screen(let observed) = observation else { return nil }
    return screensByName[TextBytes(observed.name)]
  }

  /// Whether the definition does not list all taps of a screen.
  func decidesTaps(_ entry: ScreenEntry) -> Bool {
    definition.screen(shownBy: entry.route).map { screens[$0.index].isContent } ?? false
  }

  /// Whether the events to try in a state include the links of the lines that follow.
  func opensLinks(in state: NavigationState) -> Bool {
    canMissLinks || state.visibleEntry(in: definition).map(decidesTaps) ?? false
  }

  /// Whether an event without a line cannot have led from one state to another: it has opened or
  /// closed a gate, as a tap that logs in does, and the log would say so.
  func excludes(_ before: NavigationState, _ after: NavigationState) -> Bool {
    definition.gateChanges(from: before, to: after).contains { !rules.canMiss($0) }
  }

  /// The events to try in a state.
  /// - Parameter links: Those of the lines that follow: the content of a screen can open them.
  func events(in state: NavigationState, opening links: [ShownLink]) -> [UnobservedEvent] {
    guard state.isReady else { return [UnobservedEvent(.ready, in: definition)] }
    var events = everywhere
    func add(_ event: Event) { events.append(UnobservedEvent(event, in: definition)) }
    if canMissBack {
      let count = state.visible(in: definition).count
      for count in (1..<max(1, count - 1)).dropFirst() { add(.popTo(.count(count))) }
    }
    if state.pendingLeave != nil { add(.confirm) }
    if state.request != nil {
      add(.accept)
      add(.decline)
    }
    events += links.compactMap { $0.outside }
    guard let entry = state.visibleEntry(in: definition),
      let screen = definition.screen(shownBy: entry.route).map({ screens[$0.index] })
    else { return events }
    if screen.asksToLeave { add(.dirty(!entry.isDirty)) }
    events += screen.taps
    if screen.isContent {
      events += ofContent + links.map { $0.inside }
    }
    return events
  }

  /// A link that shows the screen of a line, opened by the system or by the content of a screen.
  struct ShownLink: Sendable {
    /// `nil` if the log has what the system opens.
    let outside: UnobservedEvent?
    let inside: UnobservedEvent
  }

  /// Links that show the screen of a line, at most `SearchLimits.linksPerLine`, and whether these
  /// are all.
  func links(to observation: Observation) -> (links: [ShownLink], areAll: Bool) {
    guard case .screen(let observed) = observation, let screen = screen(of: observation) else {
      return ([], true)
    }
    let routes = screens[screen.index].routes
    let links = routes.prefix(SearchLimits.linksPerLine).compactMap { index -> ShownLink? in
      let parameters = definition.routes[index].parameters
      let values = observed.values.compactMap { value in
        value.text.map { (name: value.name, value: $0) }
      }.filter { value in parameters.contains { sameBytes($0.name, value.name) } }
      guard let link = try? definition.table.build(route: index, values: values) else { return nil }
      return ShownLink(
        outside: canMissLinks
          ? UnobservedEvent(.open(link, from: .outside), in: definition) : nil,
        inside: UnobservedEvent(.open(link, from: .inside), in: definition))
    }
    return (links, routes.count <= SearchLimits.linksPerLine)
  }
}

extension LogRules {
  /// Whether an event can have happened without a line.
  fileprivate func canMiss(_ event: Event) -> Bool {
    ObservedKind(event).map { !logged.contains($0) } ?? true
  }
}
