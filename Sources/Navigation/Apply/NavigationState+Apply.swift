extension NavigationState {
  /// The state of a session that begins: the tree's first screens, every gate closed.
  /// - Parameter isReady: Whether links are opened at once; otherwise they wait for `Event.ready`.
  public init(of definition: AppDefinition, isReady: Bool = true) {
    subjects = definition.gates.map { _ in nil }
    selections = definition.coordinators.map { _ in 0 }
    stacks = Stacks(count: definition.coordinators.count)
    self.isReady = isReady
    var step = Step(event: .ready, state: self, definition: definition)
    step.settle()
    stacks = step.state.stacks
    selections = step.state.selections
    nextEntry = step.state.nextEntry
  }

  /// Moves to the next state and tells what happened; a refused event leaves the state as it was,
  /// byte for byte.
  ///
  /// Pure: the same state, event and definition give the same result. Total: no event traps.
  /// - Parameter definition: The one that the state was made of.
  /// - SeeAlso: design §5.2 to §5.6.
  public mutating func apply(_ event: Event, in definition: AppDefinition) -> Applied {
    var step = Step(event: event, state: self, definition: definition)
    do throws(Refusal) {
      let outcome = try step.perform(event)
      if event.isMovement, step.isUnblocked(by: outcome) { step.state.pendingLeave = nil }
      swap(&self, &step.state)
      return Applied(outcome: outcome, transitions: step.transitions)
    } catch {
      return Applied(outcome: .refused(error), transitions: [])
    }
  }
}

extension Event {
  /// Whether a person or a link moves through the app by it, as opposed to a fact that becomes
  /// known.
  fileprivate var isMovement: Bool {
    switch self {
    case .open, .tap, .back, .dismiss, .select, .popTo, .root, .finish: true
    case .satisfy, .revoke, .dirty, .confirm, .cancel, .ready, .tick: false
    }
  }
}
