public import Navigation

extension Session {
  /// Continues under another definition, usually a newer one of the same app. Whatever the
  /// definition
  /// lacks or does not admit is removed (docs/navigation.md, "Reloading"); earlier events cannot be
  /// undone any more.
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
