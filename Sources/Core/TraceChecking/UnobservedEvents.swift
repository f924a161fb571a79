import Diagnostics
import Exploration
import Links
import Navigation

/// The events that can have happened without a line in the log. Time is not among them: it passes
/// as the lines say, or else not at all, since links that expire unseen would explain lost ones.
struct UnobservedEvents: Sendable {
  private let definition: AppDefinition
  private let rules: LogRules
  /// Those that are tried in every state.
  private let everywhere: [Event]
  /// What the content of a screen can do, apart from opening links.
  private let ofContent: [Event]
  /// For each screen, the indices of the routes that show it.
  private let routes: [Identifier<ScreenDefinition>: [Int]]
  private let contentScreens: Set<Identifier<ScreenDefinition>>

  init(of definition: AppDefinition, under rules: LogRules) {
    (self.definition, self.rules) = (definition, rules)
    let moves: [Event] =
      [.back, .dismiss, .root, .cancel, .finish(result: nil)]
      + definition.tabs.map { .select(tab: $0) }
    let gates = definition.gates.flatMap { gate -> [Event] in
      [.satisfy(gate: gate.name, subject: nil), .revoke(gate: gate.name)]
    }
    everywhere = (moves + gates).filter(rules.canMiss)
    ofContent = moves.filter { !rules.canMiss($0) }
    var routes: [Identifier<ScreenDefinition>: [Int]] = [:]
    for index in definition.routes.indices {
      guard case .screen(let screen) = definition.routes[index].target else { continue }
      routes[screen, default: []].append(index)
    }
    self.routes = routes
    contentScreens = Set(
      definition.screenIDs.filter { id in
        let screen = definition[id]
        return !screen.isDescribed || rules.contentScreens.contains(screen.name)
      })
  }

  /// Whether the definition does not list all taps of a screen.
  func decidesTaps(_ entry: ScreenEntry) -> Bool {
    guard case .screen(let screen) = definition[entry.route].target else { return false }
    return contentScreens.contains(screen)
  }

  /// Whether an event without a line cannot have led from one state to another: it has opened or
  /// closed a gate, as a tap that logs in does, and the log would say so.
  func excludes(_ before: NavigationState, _ after: NavigationState) -> Bool {
    definition.gateChanges(from: before, to: after).contains { !rules.canMiss($0) }
  }

  /// The events to try in a state.
  /// - Parameter next: The lines that follow: the content of a screen can open their screens.
  func events(in state: NavigationState, next: ArraySlice<TraceEntry>) -> [Event] {
    guard state.isReady else { return [.ready] }
    var events = everywhere
    if !rules.logged.contains(.back) {
      let count = state.visibleStack(in: definition).count
      events += (1..<max(1, count - 1)).dropFirst().map { .popTo(.count($0)) }
    }
    if state.pendingLeave != nil { events.append(.confirm) }
    if !rules.logged.contains(.link) {
      events += links(to: next).map { .open($0, from: .outside) }
    }
    guard let entry = state.visibleEntry(in: definition),
      let screen = definition.screen(of: entry)
    else { return events }
    if screen.leave == .confirm { events.append(.dirty(!entry.isDirty)) }
    if !rules.logged.contains(.tap) { events += screen.taps.map { .tap($0.name) } }
    if decidesTaps(entry) {
      events += ofContent
      events += links(to: next).map { .open($0, from: .inside) }
    }
    return events
  }

  /// Links that show the next screens of the log.
  private func links(to next: ArraySlice<TraceEntry>) -> [String] {
    next.prefix(linesAheadMax).flatMap { entry -> [String] in
      guard case .screen(let observed) = entry.observation,
        let screen = definition.screen(named: observed.name)
      else { return [] }
      return (routes[screen] ?? []).compactMap { index in
        let parameters = definition.routes[index].parameters
        let values = observed.values.compactMap { value in
          value.text.map { (name: value.name, value: $0) }
        }.filter { value in parameters.contains { sameBytes($0.name, value.name) } }
        return try? definition.table.build(route: index, values: values)
      }
    }
  }
}

/// The lines after an unobserved link among which its screen is looked for: a gate can have
/// deferred it.
private let linesAheadMax = 8

extension AppDefinition {
  /// The gates that differ between two states, as the events that open and close them.
  func gateChanges(from before: NavigationState, to after: NavigationState) -> [Event] {
    guard before.openGates != after.openGates || before.subjects != after.subjects else {
      return []
    }
    return gateIDs.compactMap { id in
      let (was, isNow) = (before.openGates.contains(id), after.openGates.contains(id))
      let subject = after.subjects[id.index]
      guard was != isNow || !sameBytes(before.subjects[id.index], subject) else { return nil }
      let name = self[id].name
      return isNow ? .satisfy(gate: name, subject: subject) : .revoke(gate: name)
    }
  }
}

extension LogRules {
  /// Whether an event can have happened without a line.
  fileprivate func canMiss(_ event: Event) -> Bool {
    ObservedKind(event).map { !logged.contains($0) } ?? true
  }
}
