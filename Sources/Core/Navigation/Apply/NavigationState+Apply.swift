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

  /// What stands for a state while a step has it.
  private static var nothing: NavigationState {
    NavigationState(subjects: [], selections: [], stacks: Stacks(count: 0))
  }

  /// Moves to the next state and tells what happened; a refused event leaves the state as it was,
  /// byte for byte.
  ///
  /// Pure: the same state, event and definition give the same result. Total: no event traps.
  /// - Parameter definition: The one that the state was made of.
  /// - SeeAlso: design §5.2 to §5.6.
  public mutating func apply(_ event: Event, in definition: AppDefinition) -> Applied {
    // The step has the state to itself, so that nothing of it is copied that does not change.
    var step = Step(event: event, state: .nothing, definition: definition)
    swap(&self, &step.state)
    defer { swap(&self, &step.state) }
    do throws(Refusal) {
      let outcome = try step.perform(event)
      if event.answersLeave(by: outcome) { step.state.pendingLeave = nil }
      return Applied(outcome: outcome, transitions: step.transitions)
    } catch {
      return Applied(outcome: .refused(error), transitions: [])
    }
  }
}

extension Event {
  /// Whether nothing is asked about unsaved work any more: what `confirm` would lose now need not
  /// be what the person was asked about.
  fileprivate func answersLeave(by outcome: Outcome) -> Bool {
    if case .blocked = outcome { return false }
    switch self {
    case .open, .tap, .back, .dismiss, .select, .popTo, .root, .finish: return true
    case .satisfy, .revoke, .dirty: return outcome != .duplicated
    // The first two see to it themselves.
    case .confirm, .cancel, .ready, .tick: return false
    }
  }
}
