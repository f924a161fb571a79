package import Analysis
package import Navigation

/// Ways from the start that together use the routes, screens, taps, gates and coordinators of an
/// app, as far as they are found.
///
/// Each way continues with the event that uses the most unused parts, or with two events if one
/// alone uses none. Parts that no such way reaches are searched for.
package struct CoveringWays {
  package private(set) var ways: [[Event]] = []
  package private(set) var coverage = Coverage()
  private let definition: AppDefinition
  private let alphabet: Alphabet

  /// - Parameters:
  ///   - eventsMax: The most events of a way, at least 2.
  ///   - viewsMax: The most views of the search for the remaining parts.
  ///   - isStopped: Asked now and then whether to stop.
  package init(
    of definition: AppDefinition, eventsMax: Int, viewsMax: Int = 20_000, isStopped: () -> Bool
  ) {
    self.definition = definition
    alphabet = Alphabet(of: definition)
    let start = NavigationState(of: definition)
    coverage.begin(start, in: definition)
    var state = start
    var way: [Event] = []
    while !isStopped() {
      let next = way.count + 2 <= eventsMax ? bestEvents(from: state) : []
      if !next.isEmpty {
        for event in next { perform(event, in: &state) }
        way += next
      } else if way.isEmpty {
        break
      } else {
        ways.append(way)
        (state, way) = (start, [])
      }
    }
    if !way.isEmpty { ways.append(way) }
    searchForTheRest(eventsMax: eventsMax, viewsMax: viewsMax, isStopped)
  }

  private mutating func perform(_ event: Event, in state: inout NavigationState) {
    let before = state
    let applied = state.apply(event, in: definition)
    coverage.record(event, applied, from: before, to: state, in: definition)
  }

  /// The event that uses the most unused parts, or the first two events that use any.
  private func bestEvents(from state: NavigationState) -> [Event] {
    let events = alphabet.events + alphabet.events(in: state, of: definition)
    var best: (event: Event, gain: Int)?
    var reached: [(Event, NavigationState)] = []
    for event in events {
      let (gain, next, isChanged) = result(of: event, in: state)
      if gain > best?.gain ?? 0 { best = (event, gain) }
      if isChanged { reached.append((event, next)) }
    }
    if let best { return [best.event] }
    for (event, state) in reached {
      let own = alphabet.events(in: state, of: definition)
      // The other events of the alphabet use the same in most states.
      if let next = (own + alphabet.events).first(where: { result(of: $0, in: state).gain > 0 }) {
        return [event, next]
      }
    }
    return []
  }

  /// How many declared parts an event uses that are not used yet, and the state after it.
  private func result(
    of event: Event, in state: NavigationState
  ) -> (gain: Int, state: NavigationState, isChanged: Bool) {
    var next = state
    let applied = next.apply(event, in: definition)
    return (gain(of: event, applied, state, next), next, !applied.transitions.isEmpty)
  }

  private func gain(
    of event: Event, _ applied: Applied, _ before: NavigationState, _ after: NavigationState
  ) -> Int {
    var used = Coverage()
    used.record(event, applied, from: before, to: after, in: definition)
    return used.counts.keys.count {
      Coverage.Kind.declared.contains($0.kind) && coverage.count(of: $0) == 0
    }
  }

  private mutating func searchForTheRest(
    eventsMax: Int, viewsMax: Int, _ isStopped: () -> Bool
  ) {
    let share = CoverageReport(coverage, of: definition).share
    guard share.covered < share.total else { return }
    var search = ViewSearch(of: definition, alphabet)
    var found = self
    search.run(
      depthMax: eventsMax, viewsMax: viewsMax, isStopped: { _ in isStopped() },
      isSeen: { [self] step, _ in gain(of: step.event, step.applied, step.before, step.after) > 0 },
      step: { step, way in
        guard found.gain(of: step.event, step.applied, step.before, step.after) > 0 else { return }
        let events = way() + [step.event]
        var state = NavigationState(of: found.definition)
        for event in events { found.perform(event, in: &state) }
        found.ways.append(events)
      }, visit: { _, _ in true })
    self = found
  }
}
