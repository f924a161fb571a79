import Diagnostics

extension EventTransaction {
  /// Performs a move of the user, which cancels the challenges that it removes.
  ///
  /// - Parameter asksForGate: Whether it can: not if it only removes screens.
  mutating func leave(
    asksForGate: Bool = false, _ change: (inout EventTransaction) throws(Refusal) -> Void
  ) throws(Refusal) -> Outcome {
    try attempt(dropping: .cancelled, isCertain: !asksForGate && !state.hasUnsavedWork, change)
  }

  /// Pops one screen. At the first screen of a stack, dismisses the layer; without layers, selects
  /// the tab that `back` of the nearest tabs leads to.
  mutating func back() throws(Refusal) {
    let count = state.visible(in: definition).count
    if count > 1 { return popVisible(toCount: count - 1) }
    if !state.layers.isEmpty { return dismissLayers(above: state.layers.count - 2) }
    guard let (tab, left) = tabBehind else { throw .nothingToPop(requested: 1, available: 0) }
    enter(tab)
    // Only `back` leaves a tab for good: the same `back` again leads further.
    if !state.earlierTabs.isEmpty { state.rare.value.earlierTabs.removeAll { $0 == left } }
  }

  /// The tab that `back` leads to from the first screen of a stack, and the tab that it leaves.
  private var tabBehind: (tab: Identifier<Coordinator>, left: Identifier<Coordinator>)? {
    var child = state.visibleBase(in: definition)
    while let parent = definition[child].parent {
      if let tab = state.tab(before: child, in: definition) { return (tab, child) }
      child = parent
    }
    return nil
  }

  /// Whether `back` only removes screens, or leads to a tab that can be shown.
  var canGoBack: Bool {
    !state.layers.isEmpty || state.visible(in: definition).count > 1
      || tabBehind.map { canEnter($0.tab) } ?? false
  }

  /// Whether a tab can be selected without asking for a gate.
  private func canEnter(_ tab: Identifier<Coordinator>) -> Bool {
    state.canShow(tab, given: state.openGates, in: definition) && definition.accountGates.isEmpty
      && !definition.isBelowSwitch(tab)
  }

  mutating func dismiss() throws(Refusal) {
    guard !state.layers.isEmpty else { throw .nothingToDismiss }
    dismissLayers(above: state.layers.count - 2)
  }

  mutating func pop(to target: PopTarget) throws(Refusal) {
    let stack = state.visibleStack(in: definition)
    switch target {
    case .count(let count):
      guard count >= 1, count < stack.count else {
        throw .nothingToPop(requested: count, available: max(0, stack.count - 1))
      }
      popVisible(toCount: stack.count - count)
    case .screen(let name):
      let names = stack.map { definition.name(of: $0) }
      let isWanted = { sameBytes($0, name) }
      // The top screen counts only if no screen below it has the name; then nothing is popped.
      guard
        let index = names.dropLast().lastIndex(where: isWanted) ?? names.lastIndex(where: isWanted)
      else {
        throw .notInStack(screen: name, nearest: nearest(to: name, in: names))
      }
      popVisible(toCount: index + 1)
    }
  }

  mutating func popToRoot() {
    popVisible(toCount: 1)
  }

  /// Selects a tab; selecting the current tab pops to its first screen.
  mutating func select(_ name: String) throws(Refusal) -> Outcome {
    guard let tab = definition.coordinator(named: name), definition.isTab(tab) else {
      throw .unknownTab(name: name, nearest: nearest(to: name, in: definition.tabs))
    }
    if let layer = state.layers.last, let top = layer.stack.last {
      throw .covered(by: definition.name(of: top))
    }
    if state.isVisible(tab, in: definition) {
      return try leave { step throws(Refusal) in step.popToRoot() }
    }
    return try leave(asksForGate: !canEnter(tab)) { step throws(Refusal) in
      step.enter(tab)
      step.shown = tab
    }
  }

  /// Ends the topmost flow: removes its screens in one transition and passes the result to the
  /// screen that started it.
  mutating func finish(_ result: String?) throws(Refusal) {
    try checkLength(of: result)
    guard let index = state.layers.lastIndex(where: { $0.kind == .flow }) else { throw .noFlow }
    let flow = state.layers[index]
    let from = state.visibleEntry(in: definition)
    state.layers.removeSubrange(index...)
    if let starter = flow.starter {
      state.update(starter) { $0.receive(result ?? "", number: $0.resultNumber &+ 1) }
    }
    record(
      .finish(result: result), in: flow.coordinator, from: from,
      to: flow.starter.flatMap { state.entry($0) })
  }

  mutating func setDirty(_ isDirty: Bool) -> Outcome {
    guard let entry = state.visibleEntry(in: definition), entry.isDirty != isDirty else {
      return .duplicated
    }
    state.update(entry.id) { $0.isDirty = isDirty }
    return .moved
  }

  /// Answers the question about unsaved work; if there is none, leaves the visible challenge.
  mutating func cancel() throws(Refusal) -> Outcome {
    if state.pendingLeave != nil {
      withdrawQuestion(why: .cancelled)
      return .moved
    }
    guard let entry = state.visibleEntry(in: definition) else { throw .nothingToCancel }
    let gates = definition.challengedGates(by: entry).filter { state.canBeAsked(for: $0) }
    guard !gates.isEmpty else { throw .nothingToCancel }
    if state.layers.isEmpty, state.visible(in: definition).count == 1 {
      let owner = state.visibleBase(in: definition)
      if !definition.isStart(entry, of: owner), definition.canStart(owner, given: state.openGates) {
        return try leave(asksForGate: true) { step throws(Refusal) in step.setStart(of: owner) }
      }
      let waiting = state.deferred.filter { gates.contains($0.gate) }
      guard !waiting.isEmpty else { throw .nothingToCancel }
      for link in waiting { drop(link, why: .cancelled) }
      return .moved
    }
    return try leave(asksForGate: true) { step throws(Refusal) in
      let top = step.state.layers.count - 1
      if top >= 0, step.state.layers[top].stack.count == 1, step.restoreFlow(at: top) { return }
      try step.back()
    }
  }
}
