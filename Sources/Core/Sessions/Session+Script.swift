import Navigation

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
