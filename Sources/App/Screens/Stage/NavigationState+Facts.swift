public import Navigation

extension NavigationState {
  /// The facts for screens.
  public func facts(in definition: AppDefinition) -> SessionFacts {
    SessionFacts(
      openGates.members.compactMap { gate in
        guard gate.index < definition.gates.count else { return nil }
        let subject = gate.index < subjects.count ? subjects[gate.index] : nil
        return SessionFacts.OpenGate(definition[gate].name, subject: subject)
      })
  }
}
