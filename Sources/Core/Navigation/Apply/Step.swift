import Links

/// One event being applied to a state.
///
/// Each kind of event has its file: links (`Step+Links`), moves within what is shown
/// (`Step+Moves`), gates (`Step+Gates`), links that wait (`Step+Waiting`). All of them change the
/// tree inside `attempt` (`Step+Attempt`), which is the one place where gates and unsaved work are
/// checked; `settle` (`Step+Settle`) mends the tree after gates have changed.
struct Step {
  let definition: AppDefinition
  /// The event's word, for the transitions.
  var cause: String
  /// What `confirm` does again if unsaved work is in the way.
  var pending: Event
  var state: NavigationState
  var transitions: [Transition] = []
  /// Whether the person has agreed to lose the unsaved work that is in the way first.
  var mayLoseWork = false
  /// The coordinator that has to be shown for the change to count.
  var shown: Identifier<Coordinator>?
  /// The coordinator whose first screen was entered last.
  var entered: Identifier<Coordinator>?
  /// The stack whose start a closed gate keeps from being shown where its tab was selected.
  var turnedAway: Identifier<Coordinator>?
  /// Whether a challenge is being shown: it cannot be challenged itself.
  var isChallenging = false

  init(event: Event, state: NavigationState, definition: AppDefinition) {
    cause = event.word
    pending = event
    self.state = state
    self.definition = definition
  }

  /// Does what an event asks for; what is refused has changed nothing of the state.
  mutating func perform(_ event: Event) throws(Refusal) -> Outcome {
    try checkReady(for: event)
    switch event {
    case .open(let link, let source): return try open(link, from: source)
    case .tap(let name): return try tap(name)
    case .back: return try leave { step throws(Refusal) in try step.back() }
    case .dismiss: return try leave { step throws(Refusal) in try step.dismiss() }
    case .popTo(let target): return try leave { step throws(Refusal) in try step.pop(to: target) }
    case .root: return try leave { step throws(Refusal) in step.popToRoot() }
    case .finish(let result):
      return try leave { step throws(Refusal) in try step.finish(result) }
    case .select(let tab):
      return try attempt { step throws(Refusal) in try step.select(tab) }
    case .satisfy(let gate, let subject): return try satisfy(gate, by: subject)
    case .revoke(let gate): return try revoke(gate)
    case .dirty(let isDirty): return setDirty(isDirty)
    case .confirm: return try confirm()
    case .cancel: return try cancel()
    case .ready: return ready()
    case .tick(let milliseconds): return try tick(milliseconds)
    }
  }

  /// Before `ready` there are links, facts and time, but nobody who could move.
  private func checkReady(for event: Event) throws(Refusal) {
    guard !state.isReady else { return }
    switch event {
    case .open, .satisfy, .revoke, .ready, .tick: return
    default: throw .notReady
    }
  }

  mutating func record(
    _ kind: Transition.Kind, in coordinator: Identifier<Coordinator>? = nil,
    from: ScreenEntry? = nil, to: ScreenEntry? = nil
  ) {
    // Most events make one to four.
    if transitions.isEmpty { transitions.reserveCapacity(4) }
    transitions.append(
      Transition(
        sequence: state.nextSequence, kind: kind, cause: cause, coordinator: coordinator,
        from: from, to: to))
    state.nextSequence &+= 1
  }

  /// Bounds a word that the state will keep.
  func checkLength(of word: String?) throws(Refusal) {
    guard let word, word.utf8.count > Limits.wordBytesMax else { return }
    throw .limit(name: "bytes of a word", bound: Limits.wordBytesMax)
  }

  /// Does again what was blocked. Nothing has changed since but the clock, so that the work that is
  /// in the way first is what the person was asked about.
  private mutating func confirm() throws(Refusal) -> Outcome {
    guard let blocked = state.pendingLeave else { throw .nothingToConfirm }
    state.pendingLeave = nil
    mayLoseWork = true
    pending = blocked
    do throws(Refusal) {
      return try perform(blocked)
    } catch {
      state.pendingLeave = blocked
      throw error
    }
  }
}
