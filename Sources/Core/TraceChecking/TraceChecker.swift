package import Analysis
import Diagnostics
package import Navigation
import Traces

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
  ///
  /// - Parameter triesMax: The events that may be tried, beyond those for each line.
  package func verdict(
    on trace: SessionTrace, triesMax: Int = SearchLimits.triesPerSession
  ) -> TraceVerdict {
    var search = SessionSearch(
      trace.entries, of: definition, under: rules, unobserved, triesMax: triesMax)
    let (explained, last) = search.run()
    let way = search.ways.events(of: last.first?.way ?? Ways.start)
    guard explained < trace.entries.count else {
      return TraceVerdict(
        explained: explained, events: way.events, isCold: way.isCold,
        furtherTries: search.furtherTries)
    }
    let entry = trace.entries[explained]
    let allowed = search.allowed(at: explained, in: last)
    let (code, message, advice) = fault(of: entry, last, allowed, isCut: search.isCut)
    let divergence = TraceDivergence(
      code, message, advice: advice, at: entry, in: trace.file, allowed: allowed,
      isCut: search.isCut)
    return TraceVerdict(
      explained: explained, events: way.events, isCold: way.isCold,
      furtherTries: search.furtherTries, divergence: divergence)
  }

  /// How a line differs from the definition, and what to do if not what is allowed.
  private func fault(
    of entry: TraceEntry, _ states: [Hypothesis], _ allowed: [Observation], isCut: Bool
  ) -> (code: DiagnosticCode, message: String, advice: String?) {
    let line = shortened(entry.observation.text)
    guard !isCut else {
      return (.conformUndecided, "no way to '\(line)' was found within the limits", nil)
    }
    switch entry.observation {
    case .screen(let observed):
      guard definition.screen(named: observed.name) != nil else {
        let near = nearest(to: observed.name, in: definition.screens.map { $0.name })
        return (
          .conformUnknownScreen, "the app shows '\(line)', and the definition has no such screen",
          (near.map { "Did you mean '\($0)'? " } ?? "")
            + "Name it as the route files do, or map or ignore it in the file of --map."
        )
      }
      for case .screen(let screen) in allowed where sameBytes(screen.name, observed.name) {
        return (.conformValues, "the app shows \(line), and the definition \(screen.text)", nil)
      }
      return (
        .conformScreen, "the app shows \(line), which nothing in the definition does here", nil
      )
    case .event(let event):
      if let missing = states.first(where: { $0.logged == .missing }),
        states.allSatisfy({ $0.logged == .missing }),
        let entry = missing.state.visibleEntry(in: definition)
      {
        let screen = definition.observed(entry)
        return (
          .conformMissingScreen,
          "the definition shows \(screen.text), and the log has no line of it ahead of '\(line)'",
          nil
        )
      }
      return (
        .conformRefused, "'\(line)' cannot happen here: \(refusal(of: event, in: states))", nil
      )
    }
  }

  private func refusal(of event: Event, in states: [Hypothesis]) -> String {
    for var state in states.filter({ $0.logged != .missing }).map({ $0.state }) {
      if case .refused(let refusal) = state.apply(event, in: definition).outcome {
        return refusal.message
      }
    }
    return "no state that the log can have led to accepts it"
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
  /// The events that were tried, beyond those that are allowed for each line.
  package let furtherTries: Int
  /// The first line that nothing explains; `nil` if the session conforms.
  package var divergence: TraceDivergence?

  /// Gives back the memory of the events.
  package mutating func forgetEvents() { events = [] }
}
