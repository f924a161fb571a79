public import Navigation

extension Session {
  /// Undoes the last event and restores the exact state before it.
  ///
  /// - Returns: The undone event.
  public mutating func undo() throws(SessionError) -> Event {
    guard let event = history.done.last else {
      throw .nothingToUndo(floor: history.floor, why: history.floorKind)
    }
    move(to: position - 1)
    return event
  }

  /// Redoes the last undone event.
  ///
  /// - Returns: The redone event.
  public mutating func redo() throws(SessionError) -> Event {
    guard position < count else { throw .nothingToRedo }
    let event = history.events[position - history.floor]
    move(to: position + 1)
    return event
  }

  /// Moves to the state after the given number of accepted events; 0 is the beginning.
  public mutating func goto(_ position: Int) throws(SessionError) {
    guard position >= history.floor, position <= count else {
      throw .noPosition(position, floor: history.floor, count: count, why: history.floorKind)
    }
    move(to: position)
  }

  /// The last transitions up to the current position, oldest first.
  ///
  /// - Parameter countMax: The maximum number to return, at most `Limits.transitionsMax`.
  public func transitions(countMax: Int) -> [Transition] {
    let wanted = min(max(0, countMax), Limits.transitionsMax)
    var found: [Transition] = []
    var end = position
    while end > history.floor, found.count < wanted {
      let start = history.checkpoint(before: end)
      var (state, _) = history.path(to: start, of: definition)
      var block: [Transition] = []
      for event in history.events[(start - history.floor)..<(end - history.floor)] {
        block += state.apply(event, in: definition).transitions
      }
      found = block + found
      end = start
    }
    if found.count < wanted { found = reloadTransitions + found }
    return found.suffix(wanted)
  }

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
  public func script() throws(SessionError) -> String {
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
