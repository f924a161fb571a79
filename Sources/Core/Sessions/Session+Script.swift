import Navigation

extension Session {
  /// The session as a script: `cold` if it began so, then a command an event, each on a line that
  /// ends in `\n`. Replaying it gives the same state; what was undone is not in it.
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
