import Diagnostics
import Navigation
import TraceChecking
import Traces

/// Which prefixes of a log the events of a verdict explain, found without a search for events: each
/// event is that of the next line, or one that has no line.
struct Explanation {
  /// The numbers of lines that can be explained when all events have happened.
  private(set) var explained: Set<Int> = [0]
  private let entries: [TraceEntry]
  private let definition: AppDefinition
  private let rules: LogRules

  init(
    _ verdict: TraceVerdict, of trace: SessionTrace, in definition: AppDefinition,
    _ rules: LogRules
  ) {
    (entries, self.definition, self.rules) = (trace.entries, definition, rules)
    var state = NavigationState(of: definition, isReady: !verdict.isCold)
    readScreens(of: state)
    for event in verdict.events {
      let before = shown(in: state)
      let isMissable =
        decidesTaps(in: state) || ObservedKind(event).map { !rules.logged.contains($0) } ?? true
      let isRefused = state.apply(event, in: definition).outcome.name == .refused
      let advanced = explained.filter {
        $0 < entries.count && entries[$0].observation == .event(event)
      }
      let staying = isMissable && !isRefused ? explained : []
      explained = staying.union(advanced.map { $0 + 1 })
      let earlier = explained
      readScreens(of: state)
      // A new screen must be the next line, unless it is what the last line is about.
      if !rules.isSampled, let after = shown(in: state), after != before {
        explained.subtract(earlier.filter { $0 < verdict.explained })
      }
    }
  }

  /// Adds the lines that the visible screen explains, any number of times, taps of screens whose
  /// taps are unknown, and lines about gates that have lapsed.
  private mutating func readScreens(of state: NavigationState) {
    guard let entry = state.visibleEntry(in: definition) else { return }
    let values = definition.values(of: entry)
    let decidesTaps = decidesTaps(in: state)
    var next = explained
    while let number = next.popFirst() {
      guard number < entries.count else { continue }
      let isExplained: Bool =
        switch entries[number].observation {
        case .screen(let screen):
          sameBytes(screen.name, definition.name(of: entry))
            && screen.values.allSatisfy { value in
              sameBytes(values.first { sameBytes($0.name, value.name) }?.value, value.text)
            }
        case .event(.tap): decidesTaps
        case .event(.revoke(let name)): hasLapsed(name, in: state)
        case .event: false
        }
      if isExplained, explained.insert(number + 1).inserted { next.insert(number + 1) }
    }
  }

  /// Whether a gate is closed that closes by itself, which an app may report.
  private func hasLapsed(_ name: String, in state: NavigationState) -> Bool {
    definition.gate(named: name).map {
      definition.lapsingGates.contains($0) && !state.openGates.contains($0)
    } ?? false
  }

  /// Whether no file describes the visible screen.
  private func decidesTaps(in state: NavigationState) -> Bool {
    state.visibleEntry(in: definition).flatMap(definition.screen(of:)).map { !$0.isDescribed }
      ?? false
  }

  /// What the log says of the visible screen.
  private func shown(in state: NavigationState) -> [String]? {
    state.visibleEntry(in: definition).map { entry in
      [definition.name(of: entry)]
        + definition.values(of: entry).map { "\($0.name)=\($0.value)" }.sorted()
    }
  }
}
