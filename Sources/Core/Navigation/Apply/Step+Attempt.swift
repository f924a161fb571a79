extension Step {
  /// The link on whose behalf a change is made: it is deferred if a gate is closed.
  struct Intent {
    let link: String
    let source: LinkSource
  }

  /// Makes a change to the tree, then checks it; every entry into a screen passes through here.
  ///
  /// - Losing unsaved work blocks the change.
  /// - A screen anywhere in the tree that requires a closed gate defers it: the change is rolled
  ///   back, the gate's challenge is shown and the link waits.
  /// - A target below a child that a switch hides refuses it. A refused change leaves no trace.
  ///
  /// See docs/navigation.md, "Gates" and "Unsaved work".
  mutating func attempt(
    _ intent: Intent? = nil, _ change: (inout Step) throws(Refusal) -> Void
  ) throws(Refusal) -> Outcome {
    let before = state
    let count = transitions.count
    shown = nil
    entered = nil
    do throws(Refusal) {
      try change(&self)
      return try checked(intent, since: before, transitionCount: count)
    } catch {
      rollBack(to: before, transitionCount: count)
      throw error
    }
  }

  private mutating func checked(
    _ intent: Intent?, since before: NavigationState, transitionCount count: Int
  ) throws(Refusal) -> Outcome {
    let lost = unsavedWork(lostSince: before)
    if let first = lost.first {
      guard mayLoseWork else {
        rollBack(to: before, transitionCount: count)
        state.pendingLeave = pending
        return .blocked(screen: definition.name(of: first))
      }
      // A later change, such as opening a deferred link, may lose other work and must ask again.
      mayLoseWork = false
    }
    if let gate = state.missingGates(in: definition).first {
      let start = entered.flatMap { definition[$0].start?.link }
      guard !isChallenging, let intent = intent ?? start.map({ Intent(link: $0, source: .inside) })
      else {
        // Unreachable with definitions that pass the checks; refuse rather than trap.
        let hidden = entered ?? state.visibleCoordinator(in: definition)
        throw .notShown(coordinator: definition[hidden].name)
      }
      rollBack(to: before, transitionCount: count)
      for entry in lost { state.update(entry.id) { $0.isDirty = false } }
      return try challenge(gate, for: intent)
    }
    if let shown, !state.isVisible(shown, in: definition) {
      throw .notShown(coordinator: definition[shown].name)
    }
    return transitions.count == count ? .duplicated : .moved
  }

  /// The screens with unsaved work and leave policy `confirm` that the change removed.
  private func unsavedWork(lostSince before: NavigationState) -> [ScreenEntry] {
    var lost: [ScreenEntry] = []
    guard before.hasUnsavedWork else { return lost }
    before.forEachEntry { entry, _ in
      guard entry.isDirty, definition.leavePolicy(of: entry) == .confirm else { return }
      if state.entry(entry.id) == nil { lost.append(entry) }
    }
    return lost
  }

  /// Restores an earlier state and removes the transitions recorded since.
  mutating func rollBack(to before: NavigationState, transitionCount: Int) {
    state = before
    transitions.removeSubrange(transitionCount...)
  }
}
