/// The consequences of opening and closing gates.
extension Step {
  /// Prunes screens that require a closed gate, re-evaluates every switch, and makes sure that
  /// something is shown.
  mutating func settle() {
    prune()
    turnSwitches()
    land()
  }

  private mutating func prune() {
    guard !state.missingGates(in: definition).isEmpty else { return }
    let open = state.openGates
    for index in state.stacks.indices {
      let owner = Identifier<Coordinator>(index)
      let (kept, gone) = partition(state.stacks[index], in: owner, open)
      guard !gone.isEmpty else { continue }
      state.stacks.change(owner, keeping: 0, adding: kept)
      for (entry, gate) in gone { record(.prune(gate), in: owner, from: entry) }
    }
    for index in state.layers.indices.reversed() {
      let coordinator = state.layers[index].coordinator
      let top = state.layers[index].stack.last
      let (kept, gone) = partition(state.layers[index].stack, in: coordinator, open)
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
    _ stack: [ScreenEntry], in coordinator: Identifier<Coordinator>, _ open: GateSet
  ) -> (kept: [ScreenEntry], gone: [(ScreenEntry, Identifier<Gate>)]) {
    var kept: [ScreenEntry] = []
    var gone: [(ScreenEntry, Identifier<Gate>)] = []
    for entry in stack {
      if let gate = definition.demands(of: entry, in: coordinator).subtracting(open).first {
        gone.append((entry, gate))
      } else {
        kept.append(entry)
      }
    }
    return (kept, gone)
  }

  /// Makes every switch show its first child whose gates are all open; if that changes what is
  /// visible, dismisses the layers.
  private mutating func turnSwitches() {
    for index in definition.coordinators.indices
    where definition.coordinators[index].kind == .switch {
      let owner = Identifier<Coordinator>(index)
      guard let first = firstOpenChild(of: owner), first != state.selections[index] else {
        continue
      }
      let isVisible = state.isVisible(owner, in: definition)
      if isVisible { dismissLayers(above: -1) }
      state.selections[index] = first
      record(.switch(definition[owner].children[first]), in: owner)
    }
  }

  /// Makes sure that something is shown: tabs that cannot show the selected child select the first
  /// child that can be shown, and an empty visible stack gets its start unless a gate prevents it.
  private mutating func land() {
    turnedAway = nil
    var current = definition.root
    while let child = state.child(of: current, in: definition) {
      guard definition[current].kind == .tabs, !canShow(child),
        let other = definition[current].children.firstIndex(where: canShow)
      else {
        current = child
        continue
      }
      turnedAway = state.base(below: child, in: definition)
      state.selections[current.index] = other
      record(.select(definition[current].children[other]), in: current)
      current = definition[current].children[other]
    }
    // `checkWaysIn` refuses definitions for which this fails.
    if state.stacks[current].isEmpty, canShow(current) { enterStart(of: current) }
  }

  /// Whether a coordinator would have a screen to show if it were selected.
  private func canShow(_ coordinator: Identifier<Coordinator>) -> Bool {
    let known = definition[coordinator]
    guard known.gates.isSubset(of: state.openGates) else { return false }
    switch known.kind {
    case .stack, .flow:
      guard state.stacks[coordinator].isEmpty, let start = known.start else { return true }
      return definition.gates(of: start.route).isSubset(of: state.openGates)
    case .tabs: return known.children.contains(where: canShow)
    case .switch:
      return firstOpenChild(of: coordinator).map { canShow(known.children[$0]) } ?? false
    }
  }

  private func firstOpenChild(of owner: Identifier<Coordinator>) -> Int? {
    definition[owner].children.firstIndex { definition[$0].gates.isSubset(of: state.openGates) }
  }
}
