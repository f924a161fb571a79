import Navigation
import Testing

/// A session of a test: commands in, short descriptions out.
struct Walk {
  let definition: AppDefinition
  var state: NavigationState
  /// The last event's outcome and transitions.
  var last = Applied(outcome: .moved, transitions: [])

  init(_ definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
  }

  /// Applies the event of a command, and holds the invariants against the new state.
  mutating func run(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let event = try Event(command: command, nowMilliseconds: state.nowMilliseconds)
    apply(event, sourceLocation: sourceLocation)
  }

  mutating func apply(_ event: Event, sourceLocation: SourceLocation = #_sourceLocation) {
    let before = state
    last = state.apply(event, in: definition)
    #expect(state.violations(in: definition) == [], "\(event)", sourceLocation: sourceLocation)
    if case .refused = last.outcome {
      #expect(state == before, "\(event)", sourceLocation: sourceLocation)
      #expect(last.transitions == [], "\(event)", sourceLocation: sourceLocation)
    }
  }

  /// `outcome` as `moved`, `deferred(login)`, `refused(not-found)`, `blocked(Edit)`.
  var outcome: String {
    switch last.outcome {
    case .deferred(let gate): "deferred(\(gate))"
    case .blocked(let screen): "blocked(\(screen))"
    case .refused(let refusal): "refused(\(refusal.reason))"
    default: last.outcome.kind
    }
  }

  /// The visible stack as `home: Home > Film(id=42)`.
  var stack: String {
    let coordinator = definition[state.visibleCoordinator(in: definition)].name
    return coordinator + ": " + describe(state.visibleStack(in: definition))
  }

  /// A coordinator's stack as `Home > Film(id=42)`.
  func stack(of name: String) -> String {
    definition.coordinator(named: name).map { describe(state.stacks[$0.index]) } ?? "?"
  }

  /// The words of the last transitions.
  var transitions: String { last.transitions.map(\.word).joined(separator: " ") }

  var deferred: [String] { state.deferred.map(\.link) }

  func describe(_ stack: [ScreenEntry]) -> String {
    stack.map { entry in
      let values = definition.values(of: entry).map { "\($0.name)=\($0.value)" }
      let name = definition.name(of: entry)
      return values.isEmpty ? name : "\(name)(\(values.joined(separator: ",")))"
    }.joined(separator: " > ")
  }
}

/// A reproducible source of random numbers (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
