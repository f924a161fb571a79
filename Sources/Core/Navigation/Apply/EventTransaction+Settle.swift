/// The consequences of opening and closing gates.
extension EventTransaction {
  /// Prunes screens that require a closed gate or are for guests of an open one, re-evaluates every
  /// switch and the selection of all tabs, and makes sure that something is shown.
  mutating func settle() {
    prune()
    let shownBefore = ownState.value.visiblePath(in: definition)
    turnSwitches()
    turnTabs(shownBefore: shownBefore)
    forgetTabs()
    // `checkWaysIn` refuses definitions where this fails.
    let base = state.visibleBase(in: definition)
    if state.stacks[base].isEmpty, state.canShow(base, given: state.openGates, in: definition) {
      enterStart(of: base)
    }
  }

  private mutating func prune() {
    let isOpenToAll = ownState.value.missingGates(in: definition).isEmpty
    guard !isOpenToAll || ownState.value.showsShutScreen(in: definition) else { return }
    for index in state.stacks.indices {
      let owner = Identifier<Coordinator>(index)
      let mustChange = state.stacks[owner].contains { gate(removing: $0, from: owner) != nil }
      guard mustChange else { continue }
      let (kept, gone) = partition(state.stacks[index], in: owner)
      state.stacks.change(owner, keeping: 0, adding: kept)
      for (entry, gate) in gone { record(.prune(gate), in: owner, from: entry) }
    }
    for index in state.layers.indices.reversed() {
      let coordinator = state.layers[index].coordinator
      let top = state.layers[index].stack.last
      let (kept, gone) = partition(state.layers[index].stack, in: coordinator)
      for (entry, gate) in gone { record(.prune(gate), in: coordinator, from: entry) }
      if !kept.isEmpty {
        state.layers[index].stack = kept
      } else {
        state.layers.remove(at: index)
        record(.dismiss, in: coordinator, from: top, to: state.visibleEntry(in: definition))
      }
    }
  }

  private func partition(
    _ stack: [ScreenEntry], in coordinator: Identifier<Coordinator>
  ) -> (kept: [ScreenEntry], gone: [(ScreenEntry, Identifier<Gate>)]) {
    var kept: [ScreenEntry] = []
    var gone: [(ScreenEntry, Identifier<Gate>)] = []
    for entry in stack {
      if let gate = gate(removing: entry, from: coordinator) {
        gone.append((entry, gate))
      } else {
        kept.append(entry)
      }
    }
    return (kept, gone)
  }

  private func gate(
    removing entry: ScreenEntry, from coordinator: Identifier<Coordinator>
  ) -> Identifier<Gate>? {
    definition.gate(
      removing: entry, from: coordinator, given: state.openGates(to: entry, in: definition))
  }

  /// Makes every switch show its first child whose gates are all open; if that changes what is
  /// visible, dismisses the layers.
  private mutating func turnSwitches() {
    for index in definition.coordinators.indices
    where definition.coordinators[index].kind == .switch {
      let owner = Identifier<Coordinator>(index)
      guard let first = definition.shownChild(of: owner, given: state.openGates),
        first != state.selections[index]
      else { continue }
      let isVisible = state.isVisible(owner, in: definition)
      if isVisible { dismissLayers(above: -1) }
      state.selections[index] = first
      record(.switch(definition[owner].children[first]), in: owner)
    }
  }

  /// Makes all tabs, visible or not, whose selected child can no longer be shown select the first
  /// child that can be; if that changes what is visible, dismisses the layers.
  private mutating func turnTabs(shownBefore: [Identifier<Coordinator>]) {
    turnedAway = nil
    for index in definition.coordinators.indices
    where definition.coordinators[index].kind == .tabs {
      let owner = Identifier<Coordinator>(index)
      let selected = state.selections[index]
      let open = state.openGates
      guard let wanted = ownState.value.childToShow(of: owner, given: open, in: definition),
        wanted != selected
      else { continue }
      let children = definition[owner].children
      if state.isVisible(owner, in: definition) {
        if shownBefore.contains(owner) {
          turnedAway = state.base(below: children[selected], in: definition)
        }
        dismissLayers(above: -1)
      }
      state.selections[index] = wanted
      record(.select(children[wanted]), in: owner)
    }
  }

  /// Removes the tabs from the history of visits that are selected now or can no longer be shown,
  /// so that `back` asks for no gate that has closed.
  private mutating func forgetTabs() {
    guard !state.earlierTabs.isEmpty else { return }
    state.rare.value.earlierTabs = state.earlierTabs.filter { tab in
      definition[tab].parent.flatMap { state.child(of: $0, in: definition) } != tab
        && state.canShow(tab, given: state.openGates, in: definition)
    }
  }
}
