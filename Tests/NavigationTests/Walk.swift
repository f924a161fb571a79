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
  }

  /// The visible stack after its coordinator: `home: Home > Film(id=42)`.
  var stack: String { "\(app.coordinator): \(app.stack)" }
}
