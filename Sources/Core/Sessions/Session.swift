public import Diagnostics
public import Navigation

/// A navigation state together with the events that led to it.
///
/// Applying the accepted events in order reproduces the state at every position; undo, redo, the
/// log and the saved script are all derived from them.
public struct Session: Sendable {
  /// The definition of the app.
  public internal(set) var definition: AppDefinition
  /// The current state.
  public internal(set) var state: NavigationState
  /// The number of changes since the session was created: accepted events, undo, redo, goto,
  /// restarts and reloads. It only grows; every answer reports it as `seq`.
  public package(set) var changes: Int64 = 0
  var history: History
  var reloadTransitions: [Transition] = []

  /// Creates a session.
  ///
  /// - Parameter isReady: Whether links open at once. If false (a cold start), they wait for
  ///   `Event.ready`.
  public init(definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
    history = History(isCold: !isReady)
  }

  /// The number of accepted events that led here: all but the refused ones.
  public var position: Int { history.position }
  /// The first position that `goto` can reach.
  package var oldestPosition: Int { history.floor }
  /// The last position that `goto` can reach.
  public var count: Int { history.count }
  /// Whether the session began before the app was ready.
  public var isCold: Bool { history.isCold }

  /// Starts over; counts as one change.
  public mutating func begin(isReady: Bool) {
    replace(with: Session(definition: definition, isReady: isReady))
  }

  /// Adopts the state and history of another session; counts as one change.
  public mutating func replace(with other: Session) {
    let before = changes
    self = other
    changes = before &+ 1
  }

  /// Applies an event. Unless it is refused, it is appended to the history and undone events can no
  /// longer be redone.
  public mutating func apply(_ event: Event) -> Applied {
    let applied = state.apply(event, in: definition)
    if case .refused = applied.outcome { return applied }
    changes &+= 1
    history.append(event, leadingTo: state)
    return applied
  }
}

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
  /// - Throws: A diagnostic `session/restore`, after which the session must not be used.
  public mutating func replay(
    _ command: String, agrees: (Applied, Session) -> Bool
  ) throws(Diagnostic) {
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

extension Session {
  /// Undoes the last event and restores the exact state before it.
  ///
  /// - Returns: The undone event.
  public mutating func undo() throws(Diagnostic) -> Event {
    guard let event = history.done.last else {
      throw .nothingToUndo(floor: history.floor, why: history.floorKind)
    }
    move(to: position - 1)
    return event
  }

  /// Redoes the last undone event.
  ///
  /// - Returns: The redone event.
  public mutating func redo() throws(Diagnostic) -> Event {
    guard position < count else { throw .nothingToRedo }
    let event = history.events[position - history.floor]
    move(to: position + 1)
    return event
  }

  /// Moves to the state after the given number of accepted events; 0 is the beginning.
  public mutating func goto(_ position: Int) throws(Diagnostic) {
    guard position >= history.floor, position <= count else {
      throw .noPosition(position, floor: history.floor, count: count, why: history.floorKind)
    }
    move(to: position)
  }

  /// The last transitions up to the current position, oldest first.
  ///
  /// - Parameter countMax: The maximum number to return, at most `Limits.transitionsMax`.
  public func transitions(countMax: Int) -> [Transition] {
    var reader = TransitionReader(self, countMax: countMax)
    while reader.read() {}
    return reader.transitions
  }

  /// The events that `redo` would apply, the next one first.
  public var undone: ArraySlice<Event> { history.events.dropFirst(position - history.floor) }

  /// The result of the last event, recomputed; `nil` if no event is kept.
  public func lastApplied() -> Applied? {
    guard let last = history.done.last else { return nil }
    var (state, events) = history.path(to: position - 1, of: definition)
    for event in events { _ = state.apply(event, in: definition) }
    return state.apply(last, in: definition)
  }

  private mutating func move(to position: Int) {
    var (state, events) = history.path(to: position, of: definition)
    for event in events { _ = state.apply(event, in: definition) }
    self.state = state
    history.position = position
    changes &+= 1
  }
}

extension Session {
  /// The session as a script: `cold` if it began cold, then one command per event, each on a line
  /// that ends in `\n`. Undone events are left out. Replaying the script produces the same state.
  public func script() throws(Diagnostic) -> String {
    guard let earlier = history.earlier else {
      throw .scriptIncomplete(dropped: history.floor)
    }
    var state = NavigationState(of: definition, isReady: !isCold)
    var text = isCold ? "cold\n" : ""
    for event in earlier + history.done {
      text += event.command(nowMilliseconds: state.nowMilliseconds) + "\n"
      _ = state.apply(event, in: definition)
    }
    guard state == self.state else { throw .scriptDiffers }
    return text
  }
}
