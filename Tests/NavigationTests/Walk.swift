import Navigation
import SignalboxTesting
import Testing

/// A walk that checks the invariants after every event.
struct Walk {
  var app: AppWalk
  var definition: AppDefinition { app.definition }
  var state: NavigationState { app.state }
  var last: Applied { app.last }
  var outcome: String { app.outcome }
  var transitions: String { app.transitions }

  init(_ definition: AppDefinition, isReady: Bool = true) {
    app = AppWalk(definition, isReady: isReady)
  }

  mutating func run(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let event = try Event(command: command, nowMilliseconds: state.nowMilliseconds)
    apply(event, sourceLocation: sourceLocation)
  }

  mutating func apply(_ event: Event, sourceLocation: SourceLocation = #_sourceLocation) {
    let before = state
    app.apply(event)
    #expect(app.violations == [], "\(event)", sourceLocation: sourceLocation)
    if case .refused = last.outcome {
      #expect(state == before, "\(event)", sourceLocation: sourceLocation)
      #expect(last.transitions == [], "\(event)", sourceLocation: sourceLocation)
    }
    checkUnsavedWork(event, since: before, sourceLocation)
  }

  /// The rules about unsaved work (docs/navigation.md, "Unsaved work").
  private func checkUnsavedWork(
    _ event: Event, since before: NavigationState, _ sourceLocation: SourceLocation
  ) {
    if event != .dirty(false) {
      before.forEachEntry { entry, _ in
        // A screen with other values is another, for unsaved work.
        guard entry.isDirty, let kept = state.entry(entry.id), kept.showsSame(as: entry) else {
          return
        }
        #expect(kept.isDirty, "\(event)", sourceLocation: sourceLocation)
      }
    }
    switch last.outcome {
    case .blocked:
      var confirmed = state
      let answer = confirmed.apply(.confirm, in: definition).outcome.kind
      #expect(
        ["moved", "deferred", "asked"].contains(answer), "\(event)",
        sourceLocation: sourceLocation)
      #expect(confirmed.pendingLeave == nil, "\(event)", sourceLocation: sourceLocation)
      switch event {
      case .satisfy, .revoke:
        let isResumed = last.transitions.contains { $0.word == "resume" }
        #expect(isResumed, "\(event)", sourceLocation: sourceLocation)
        #expect(state.pendingLeave?.gate != nil, "\(event)", sourceLocation: sourceLocation)
      default:
        #expect(state.openGates == before.openGates, "\(event)", sourceLocation: sourceLocation)
      }
    case .duplicated, .outside:
      #expect(state.pendingLeave == before.pendingLeave, "\(event)", sourceLocation: sourceLocation)
    case .moved, .deferred, .queued, .asked, .refused: break
    }
  }

  /// The links that the last event dropped, each with the reason: `/orders displaced`.
  var drops: String {
    last.transitions.compactMap { transition in
      guard case .drop(_, let link, let why) = transition.kind else { return nil }
      return "\(link) \(why.word)"
    }.joined(separator: ", ")
  }

  /// The visible stack after its coordinator: `home: Home > Film(id=42)`.
  var stack: String { "\(app.coordinator): \(app.stack)" }
}
