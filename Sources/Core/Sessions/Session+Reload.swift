public import Navigation

extension Session {
  /// Goes on under another definition, usually a newer one of the same app: what is gone or no
  /// longer admitted is taken away (design §5.5). What came before cannot be undone any more.
  /// - Returns: What changed.
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
