public import Navigation

extension Session {
  /// Continues under another definition, usually a newer one of the same app. Whatever the
  /// definition lacks or does not admit is removed (docs/navigation.md, "Reloading"); earlier
  /// events cannot be undone any more.
  ///
  /// - Returns: The transitions that the migration caused.
  public mutating func reload(_ definition: AppDefinition) -> [Transition] {
    let (migrated, transitions) = state.migrated(to: definition, from: self.definition)
    state = migrated
    self.definition = definition
    reloadTransitions = transitions.suffix(Limits.transitionsMax)
    history.restart(at: state)
    changes &+= 1
    return transitions
  }
}

extension Session {
  /// Creates a session that continues from a restored state.
  init(
    definition: AppDefinition, restarting state: NavigationState, position: Int, isCold: Bool
  ) {
    self.definition = definition
    self.state = state
    history = History(isCold: isCold, restartingAt: position, with: state)
  }

  /// Reapplies a recorded event and verifies its result.
  ///
  /// - Parameters:
  ///   - command: The event, as written by `Event.command(nowMilliseconds:)`.
  ///   - agrees: Whether the result equals the recorded one; receives the session after the event.
  /// - Throws: `RestoreError`, after which the session must not be used.
  public mutating func replay(
    _ command: String, agrees: (Applied, Session) -> Bool
  ) throws(RestoreError) {
    let event: Event
    do {
      event = try Event(command: command, nowMilliseconds: state.nowMilliseconds)
    } catch {
      throw .noEvent(command: command)
    }
    let applied = apply(event)
    if case .refused(let refusal) = applied.outcome {
      throw .refused(command: command, reason: refusal.reason)
    }
    guard agrees(applied, self) else { throw .differs(command: command) }
  }
}
