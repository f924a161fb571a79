extension EventTransaction {
  /// The link on whose behalf a change is made: it is deferred if a gate is closed.
  struct Intent {
    let link: String
    let source: LinkSource
    /// What the link opens; `nil` if that is not known.
    var found: Resolution?
  }

  // Never inlined: it would copy what its closures capture, in 320 instructions an event.

  /// Makes a change to the tree, then checks it; every entry into a screen passes through here.
  ///
  /// - A screen anywhere in the tree that requires a closed gate defers the change: it is rolled
  ///   back, the gate's challenge is shown and the link waits.
  /// - A target below a child that a switch hides refuses it. A refused change leaves no trace.
  /// - Losing unsaved work blocks it, unless it would be refused; the caller asks.
  /// - Links whose challenge it removes are dropped.
  ///
  /// See docs/navigation.md, "Gates" and "Unsaved work".
  ///
  /// - Parameters:
  ///   - intent: What the change is made for.
  ///   - hops: The redirects that lead to the change; recorded if it changes something.
  ///   - why: The reason for dropping links whose challenge the change removes.
  ///   - isCertain: Whether the change asks for no gate, loses no unsaved work, and is refused, if
  ///     at all, before it changes anything. Then, without redirects, no copy of the state is
  ///     kept, so that it is changed in place: a copy takes an allocation and retains every screen.
  @inline(never)
  mutating func attempt(
    _ intent: @autoclosure () -> Intent? = nil, following hops: [Resolution.Hop] = [],
    dropping why: DropReason = .displaced, isCertain: Bool = false,
    _ change: (inout EventTransaction) throws(Refusal) -> Void
  ) throws(Refusal) -> Outcome {
    let count = transitions.count
    shown = nil
    entered = nil
    if isCertain, hops.isEmpty {
      try change(&self)
      return try checked(
        intent, following: 0, dropping: why, since: nil, transitionCount: count)
    }
    let before = state
    do throws(Refusal) {
      for hop in hops { record(.redirect(route: hop.route, link: hop.link)) }
      try change(&self)
      guard !mayLoseWork, let lost = unsavedWork(lostSince: before) else {
        return try checked(
          intent, following: hops.count, dropping: why, since: before, transitionCount: count)
      }
      mayLoseWork = true
      defer { mayLoseWork = false }
      _ = try checked(
        intent, following: hops.count, dropping: why, since: before, transitionCount: count)
      rollBack(to: before, transitionCount: count)
      withdrawQuestion(why: .superseded)
      return .blocked(screen: definition.name(of: lost))
    } catch {
      rollBack(to: before, transitionCount: count)
      throw error
    }
  }

  private mutating func checked(
    _ intent: () -> Intent?, following hopCount: Int, dropping why: DropReason,
    since before: NavigationState?, transitionCount count: Int
  ) throws(Refusal) -> Outcome {
    if let gate = ownState.value.firstMissingGate(in: definition) {
      let start = entered.flatMap { definition[$0].start?.link }
      guard !isChallenging, let intent = intent() ?? start.map({ .init(link: $0, source: .inside) })
      else {
        // Unreachable with definitions that pass the checks; refuse rather than trap.
        let hidden = entered ?? state.visibleCoordinator(in: definition)
        throw .notShown(coordinator: definition[hidden].name)
      }
      rollBack(to: before, transitionCount: count)
      return try challenge(gate, for: intent)
    }
    if let shown, !ownState.value.isVisible(shown, in: definition) {
      throw .notShown(coordinator: definition[shown].name)
    }
    if !state.deferred.isEmpty { dropLinksWithoutChallenge(why: why) }
    dropRequestWithoutScreen(why: why)
    guard transitions.count == count + hopCount else { return .moved }
    // A redirect to what is shown already changes nothing.
    if hopCount > 0 { rollBack(to: before, transitionCount: count) }
    return .duplicated
  }

  /// The first screen with unsaved work and leave policy `confirm` that the change removed, or
  /// gave other values.
  func unsavedWork(lostSince before: NavigationState) -> ScreenEntry? {
    guard before.hasUnsavedWork else { return nil }
    var lost: ScreenEntry?
    before.forEachEntry { entry, _ in
      guard lost == nil, entry.isDirty, definition.leavePolicy(of: entry) == .confirm else {
        return
      }
      if state.entry(entry.id).map({ !$0.showsSame(as: entry) }) ?? true { lost = entry }
    }
    return lost
  }

  /// Restores an earlier state and removes the transitions recorded since.
  ///
  /// - Parameter before: `nil` if nothing has changed since.
  mutating func rollBack(to before: NavigationState?, transitionCount: Int) {
    guard let before else {
      return assert(transitions.count == transitionCount, "a certain change was undone")
    }
    state = before
    transitions.removeSubrange(transitionCount...)
    arrivals?.removeAll { $0.sequence > before.nextSequence }
  }
}
