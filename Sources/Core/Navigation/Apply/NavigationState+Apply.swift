extension NavigationState {
  /// Creates the initial state: the tree's first screens, with every gate closed.
  ///
  /// - Parameter isReady: Whether links open at once; otherwise they wait for `Event.ready`.
  public init(of definition: AppDefinition, isReady: Bool = true) {
    self = definition.emptyState
    self.isReady = isReady
    var step = EventTransaction(cause: .restart, state: self, definition: definition)
    step.settle()
    stacks = step.state.stacks
    selections = step.state.selections
    nextEntry = step.state.nextEntry
  }

  /// The state without screens, with every gate closed.
  init(gateCount: Int, coordinatorCount: Int) {
    selections = Array(repeating: 0, count: coordinatorCount)
    stacks = Stacks(count: coordinatorCount)
    rare = Shared(
      RareState(
        subjects: Array(repeating: nil, count: gateCount),
        openedMilliseconds: Array(repeating: nil, count: gateCount)))
  }

  /// Applies an event. A refused event leaves the state unchanged, byte for byte.
  ///
  /// Pure: the same state, event and definition give the same result. Total: no event traps. The
  /// rules are in docs/navigation.md.
  ///
  /// - Parameter definition: The definition that the state belongs to.
  public mutating func apply(_ event: Event, in definition: AppDefinition) -> Applied {
    var arrivals: [Arrival]?
    return apply(event, in: definition, &arrivals)
  }

  /// Applies an event, and returns what links have placed.
  package mutating func apply(
    _ event: Event, notingLinksIn definition: AppDefinition
  ) -> (applied: Applied, arrivals: [Arrival]) {
    var arrivals: [Arrival]? = []
    let applied = apply(event, in: definition, &arrivals)
    return (applied, arrivals ?? [])
  }

  private mutating func apply(
    _ event: Event, in definition: AppDefinition, _ arrivals: inout [Arrival]?
  ) -> Applied {
    // Moving the state into the step keeps its buffers uniquely referenced: only changes are
    // copied.
    var step = EventTransaction(cause: event.cause, state: consume self, definition: definition)
    step.arrivals = arrivals
    let outcome = step.outcome(of: event)
    let transitions: [Transition]
    (self, transitions, arrivals) = step.finish()
    return Applied(outcome: outcome, transitions: transitions)
  }
}

extension EventTransaction {
  /// Performs an event; if it is refused, nothing is changed.
  fileprivate mutating func outcome(of event: Event) -> Outcome {
    do throws(Refusal) {
      let outcome = try perform(event)
      if case .blocked = outcome { askToLeave(event) }
      if state.pendingLeave != nil, event.withdrawsQuestion(by: outcome) {
        withdrawQuestion(why: .displaced)
      }
      return outcome
    } catch {
      transitions = []
      return .refused(error)
    }
  }
}

extension Event {
  /// Whether the event invalidates an open question about unsaved work: `confirm` must lose only
  /// the work that the user was asked about, so any change except the clock's withdraws the
  /// question.
  fileprivate func withdrawsQuestion(by outcome: Outcome) -> Bool {
    switch (self, outcome) {
    // `confirm` and `cancel` answer the question, and a blocked event replaces it.
    case (.confirm, _), (.cancel, _), (.tick, _), (.background, _), (.foreground, _),
      (_, .blocked):
      false
    case (_, .moved), (_, .deferred), (_, .queued), (_, .asked): true
    case (_, .duplicated), (_, .outside), (_, .refused): false
    }
  }
}
