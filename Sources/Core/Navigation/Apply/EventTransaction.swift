/// The application of one event to a state.
///
/// Each kind of event has its own file: links (`+Links`), moves (`+Moves`), gates (`+Gates`), gates
/// that close by themselves (`+Lapses`) and waiting links (`+Waiting`). All of them change the tree
/// through `attempt` (`+Attempt`), the only place that checks gates and unsaved work; `settle`
/// (`+Settle`) repairs the tree after gates have changed.
struct EventTransaction: ~Copyable {
  let definition: AppDefinition
  /// Recorded with each transition.
  let cause: Transition.Cause
  /// Holds `state`. Long functions read it here: through `state`, each call of one copies it.
  private(set) var ownState: Owned<NavigationState>
  private var ownTransitions = Owned<[Transition]>([])
  /// Whether the user has agreed to lose the unsaved work in the way.
  var mayLoseWork = false
  /// The coordinator that must be visible for the change to be accepted.
  var shown: Identifier<Coordinator>?
  /// The coordinator whose start screen was shown last.
  var entered: Identifier<Coordinator>?
  /// The stack whose start could not be shown because of a closed gate, after its tab was selected.
  var turnedAway: Identifier<Coordinator>?
  /// Whether a challenge is being placed, which cannot be challenged itself.
  var isChallenging = false
  /// What links have placed; `nil` if nobody asks.
  var arrivals: [Arrival]?
  /// Whether a link that a screen asks about waits although that screen is gone.
  var keepsRequest = false

  // Takes no event, which an initializer would copy.
  init(cause: Transition.Cause, state: consuming NavigationState, definition: AppDefinition) {
    self.cause = cause
    self.definition = definition
    ownState = Owned(state)
  }

  var state: NavigationState {
    _read { yield ownState.value }
    _modify { yield &ownState.value }
  }
  var transitions: [Transition] {
    _read { yield ownTransitions.value }
    _modify { yield &ownTransitions.value }
  }

  /// The state and what led to it, without a copy.
  consuming func finish() -> (state: NavigationState, transitions: [Transition], [Arrival]?) {
    (ownState.take(), ownTransitions.take(), arrivals)
  }

  /// Performs an event; if it is refused, the state is unchanged.
  mutating func perform(_ event: Event) throws(Refusal) -> Outcome {
    try checkReady(for: event)
    switch event {
    case .open(let link, let source): return try openInForeground(link, from: source)
    case .tap(let name): return try tap(name)
    case .back:
      return try leave(asksForGate: !canGoBack) { step throws(Refusal) in try step.back() }
    case .dismiss: return try leave { step throws(Refusal) in try step.dismiss() }
    case .popTo(let target): return try leave { step throws(Refusal) in try step.pop(to: target) }
    case .root: return try leave { step throws(Refusal) in step.popToRoot() }
    case .finish(let result):
      return try leave { step throws(Refusal) in try step.finish(result) }
    case .select(let tab): return try select(tab)
    case .satisfy(let gate, let subject):
      return try keepingRequest { step throws(Refusal) in try step.satisfy(gate, by: subject) }
    case .revoke(let gate):
      return try keepingRequest { step throws(Refusal) in try step.revoke(gate) }
    case .dirty(let isDirty): return setDirty(isDirty)
    case .confirm: return try confirm()
    case .cancel: return try cancel()
    case .accept: return try accept()
    case .decline: return try decline()
    case .background: return enterBackground()
    case .foreground: return enterForeground()
    case .ready: return ready()
    case .tick(let milliseconds):
      return try keepingRequest { step throws(Refusal) in try step.tick(milliseconds) }
    }
  }

  /// Refuses moves before `ready` and in the background; links, gates and the clock are accepted.
  private func checkReady(for event: Event) throws(Refusal) {
    guard !state.isReady || state.isInBackground else { return }
    switch event {
    case .open, .satisfy, .revoke, .background, .foreground, .ready, .tick: return
    default: throw state.isReady ? .inBackground : .notReady
    }
  }

  mutating func record(
    _ kind: Transition.Kind, in coordinator: Identifier<Coordinator>? = nil,
    from: ScreenEntry? = nil, to: ScreenEntry? = nil
  ) {
    // Most events record one to four.
    if transitions.isEmpty { transitions.reserveCapacity(4) }
    transitions.append(
      Transition(
        sequence: state.nextSequence, kind: kind, causedBy: cause, coordinator: coordinator,
        from: from, to: to))
    state.nextSequence &+= 1
  }

  /// Checks the length of a text that the state will store.
  func checkLength(of word: String?, as name: String = "a word") throws(Refusal) {
    guard let word, word.utf8.count > Limits.wordBytesMax else { return }
    throw .limit(name: "bytes of \(name)", bound: Limits.wordBytesMax)
  }

  /// Repeats the blocked event. Only the clock can have changed since, so the work that is lost is
  /// the work that the user was asked about.
  private mutating func confirm() throws(Refusal) -> Outcome {
    guard let blocked = state.pendingLeave else { throw .nothingToConfirm }
    state.rare.value.pendingLeave = nil
    mayLoseWork = true
    do throws(Refusal) {
      let outcome = try perform(blocked.event)
      if case .blocked = outcome { askToLeave(blocked.event, gate: blocked.gate) }
      return outcome
    } catch {
      state.rare.value.pendingLeave = blocked
      throw error
    }
  }

  /// Asks about unsaved work that blocks an event, unless a question is open: that about a link
  /// which the event has resumed.
  mutating func askToLeave(_ event: Event, gate: Identifier<Gate>? = nil) {
    if state.pendingLeave == nil {
      state.rare.value.pendingLeave = PendingLeave(event: event, gate: gate)
    }
  }

  /// Withdraws the open question; a resumed link that it was about is dropped.
  mutating func withdrawQuestion(why: DropReason) {
    guard let question = state.pendingLeave else { return }
    state.rare.value.pendingLeave = nil
    guard let gate = question.gate, case .open(let link, _) = question.event else { return }
    record(.drop(gate: gate, link: link, why: why))
  }
}

/// A value that can be moved out of a structure. Reading a property of a copyable structure copies
/// it: an event then counts six references more, in 230 instructions.
struct Owned<Value>: ~Copyable {
  var value: Value

  init(_ value: consuming Value) { self.value = value }

  consuming func take() -> Value { value }
}
