package import Analysis
import Diagnostics
package import Navigation

/// Checks whether a definition explains the recorded sessions of an app.
///
/// A session conforms if some sequence of events, among them those of its lines in their order,
/// shows its screens in their order and no others. `NavigationState.apply` decides what an event
/// does. docs/conform.md describes which events can be missing in a log.
package struct TraceChecker: Sendable {
  package let definition: AppDefinition
  package let rules: LogRules
  private let unobserved: UnobservedEvents

  package init(_ definition: AppDefinition, _ rules: LogRules = LogRules()) {
    (self.definition, self.rules) = (definition, rules)
    unobserved = UnobservedEvents(of: definition, under: rules)
  }

  /// Checks a session.
  package func verdict(on trace: SessionTrace) -> TraceVerdict {
    var search = SessionSearch(trace.entries, of: definition, under: rules, unobserved)
    let (explained, last) = search.run()
    let way = search.ways.events(of: last.first?.way ?? Ways.start)
    guard explained < trace.entries.count else {
      return TraceVerdict(explained: explained, events: way.events, isCold: way.isCold)
    }
    let entry = trace.entries[explained]
    let allowed = search.allowed(at: explained, in: last)
    let divergence = TraceDivergence(
      entry: entry, file: trace.file,
      reason: reason(entry.observation, last, allowed), allowed: allowed, isCut: search.isCut)
    return TraceVerdict(
      explained: explained, events: way.events, isCold: way.isCold, divergence: divergence)
  }

  private func reason(
    _ observation: Observation, _ states: [Hypothesis], _ allowed: [Observation]
  ) -> TraceDivergence.Reason {
    switch observation {
    case .screen(let observed):
      guard definition.screen(named: observed.name) != nil else {
        let near = nearest(to: observed.name, in: definition.screens.map(\.name))
        return .unknownScreen(nearest: near)
      }
      for case .screen(let screen) in allowed where sameBytes(screen.name, observed.name) {
        return .values(shown: screen)
      }
      return .screen
    case .event(let event):
      if let missing = states.first(where: { $0.logged == .missing }),
        states.allSatisfy({ $0.logged == .missing }),
        let entry = missing.state.visibleEntry(in: definition)
      {
        return .missingScreen(definition.observed(entry))
      }
      for var state in states.filter({ $0.logged != .missing }).map(\.state) {
        if case .refused(let refusal) = state.apply(event, in: definition).outcome {
          return .refused(refusal.message)
        }
      }
      return .refused("no state that the log can have led to accepts it")
    }
  }

  /// What a behaviour uses of the app.
  package func coverage(of verdict: TraceVerdict) -> Coverage {
    var coverage = Coverage()
    var state = NavigationState(of: definition, isReady: !verdict.isCold)
    coverage.begin(state, in: definition)
    for event in verdict.events {
      let before = state
      let applied = state.apply(event, in: definition)
      coverage.record(event, applied, from: before, to: state, in: definition)
    }
    return coverage
  }
}

/// Whether a session conforms.
package struct TraceVerdict: Sendable {
  /// How many of its lines, from the first on, the definition explains.
  package let explained: Int
  /// Events that explain these lines, unobserved ones among them.
  package private(set) var events: [Event]
  /// Whether they begin before the app is ready.
  package let isCold: Bool
  /// The first line that nothing explains; `nil` if the session conforms.
  package var divergence: TraceDivergence?

  /// Gives back the memory of the events.
  package mutating func forgetEvents() { events = [] }
}
