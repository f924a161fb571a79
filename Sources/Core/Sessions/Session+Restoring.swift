public import Navigation

extension Session {
  /// A session that goes on from a state that was kept.
  init(
    definition: AppDefinition, restarting state: NavigationState, position: Int, isCold: Bool
  ) {
    self.definition = definition
    self.state = state
    history = History(isCold: isCold, restartingAt: position, with: state)
  }

  /// Applies an event again that was recorded, and makes sure that the same comes of it.
  /// - Parameters:
  ///   - command: The event, as `Event.command(nowMilliseconds:)` wrote it.
  ///   - agrees: Whether what came of it is what was recorded; is given the session afterwards.
  /// - Throws: `RestoreError`; the session is of no use then.
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
