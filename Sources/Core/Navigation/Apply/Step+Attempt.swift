extension Step {
  /// A link that a change stands for: what waits if a gate is closed.
  struct Intent {
    let link: String
    let source: LinkSource
  }

  /// Tries a change of the tree: every entry into a screen comes through here.
  ///
  /// The change is made; then three things are looked at. Unsaved work that would be lost blocks
  /// it. A screen anywhere in the tree that demands a closed gate defers it: the change is taken
  /// back, the gate's challenge is shown and the link waits. A coordinator that a switch does not
  /// show refuses it. What is refused has changed nothing.
  /// - SeeAlso: design §5.5.
  mutating func attempt(
    _ intent: Intent? = nil, _ change: (inout Step) throws(Refusal) -> Void
  ) throws(Refusal) -> Outcome {
    let before = state
    let count = transitions.count
    shown = nil
    entered = nil
    do throws(Refusal) {
      try change(&self)
      return try judged(intent, since: before, transitionCount: count)
    } catch {
      goBack(to: before, transitionCount: count)
      throw error
    }
  }

  /// Looks at a change that has been made.
  private mutating func judged(
    _ intent: Intent?, since before: NavigationState, transitionCount count: Int
  ) throws(Refusal) -> Outcome {
    let lost = unsavedWork(lostSince: before)
    if let first = lost.first {
      guard mayLoseWork else {
        goBack(to: before, transitionCount: count)
        state.pendingLeave = pending
        return .blocked(screen: definition.name(of: first))
      }
      // What comes after, such as a link that has waited, may lose other work: it asks again.
      mayLoseWork = false
    }
    if let gate = state.missingGates(in: definition).first {
      let start = entered.flatMap { definition[$0].start?.link }
      guard !isChallenging, let intent = intent ?? start.map({ Intent(link: $0, source: .inside) })
      else {
        // No definition that is built leads here; should one, nothing is done.
        let hidden = entered ?? state.visibleCoordinator(in: definition)
        throw .notShown(coordinator: definition[hidden].name)
      }
      goBack(to: before, transitionCount: count)
      for entry in lost { state.update(entry.id) { $0.isDirty = false } }
      return try challenge(gate, for: intent)
    }
    if let shown, !state.isVisible(shown, in: definition) {
      throw .notShown(coordinator: definition[shown].name)
    }
    return transitions.count == count ? .duplicated : .moved
  }

  /// The screens that ask before they are left, have unsaved work, and are no longer in the tree.
  private func unsavedWork(lostSince before: NavigationState) -> [ScreenEntry] {
    var lost: [ScreenEntry] = []
    guard before.hasUnsavedWork else { return lost }
    before.forEachEntry { entry, _ in
      guard entry.isDirty, definition.leavePolicy(of: entry) == .confirm else { return }
      if state.entry(entry.id) == nil { lost.append(entry) }
    }
    return lost
  }

  /// Takes back what was done since.
  mutating func goBack(to before: NavigationState, transitionCount: Int) {
    state = before
    transitions.removeSubrange(transitionCount...)
  }
}
