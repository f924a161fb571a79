package import Navigation

/// Writes the log of an app that does what its definition says.
package struct TraceRecorder {
  package let definition: AppDefinition
  /// The kinds of events that get a line.
  package let logged: Set<ObservedKind>
  package private(set) var state: NavigationState
  /// The lines so far; the first is that of the first screen.
  package private(set) var observations: [Observation]

  package init(_ definition: AppDefinition, logged: Set<ObservedKind>) {
    (self.definition, self.logged) = (definition, logged)
    state = NavigationState(of: definition)
    observations =
      state.visibleEntry(in: definition).map {
        [.screen(definition.observed($0))]
      } ?? []
  }

  /// Performs an event, and adds its line and that of the screen it shows. An event without a line
  /// that opens or closes a gate, as a tap that logs in does, gets the line of that.
  package mutating func perform(_ event: Event) -> Outcome {
    let earlier = state
    let before = state.visibleEntry(in: definition)
    let outcome = state.apply(event, in: definition).outcome
    if case .refused = outcome { return outcome }
    let gates = definition.gateChanges(from: earlier, to: state)
    observations += (hasLine(event) ? [event] : gates.filter(hasLine)).map { .event($0) }
    if let after = state.visibleEntry(in: definition), after.id != before?.id {
      observations.append(.screen(definition.observed(after)))
    }
    return outcome
  }

  private func hasLine(_ event: Event) -> Bool {
    ObservedKind(event).map(logged.contains) ?? false
  }
}
