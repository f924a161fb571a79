package import Navigation
package import Traces

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

  /// Performs an event, and adds its lines.
  package mutating func perform(_ event: Event) -> Outcome {
    let before = state
    let outcome = state.apply(event, in: definition).outcome
    observations += definition.observations(
      of: event, outcome, from: before, to: state, logged: logged)
    return outcome
  }
}
