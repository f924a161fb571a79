/// What follows from a change of gates.
extension Step {
  /// Removes what demands a closed gate, looks at every switch again, and lands on something that
  /// can be shown.
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
      let (kept, gone) = sorted(state.stacks[index], in: owner, open)
      guard !gone.isEmpty else { continue }
      state.stacks.change(owner, keeping: 0, adding: kept)
      for (entry, gate) in gone { record(.prune(gate), in: owner, from: entry) }
    }
    for index in state.layers.indices.reversed() {
      let coordinator = state.layers[index].coordinator
      let (kept, gone) = sorted(state.layers[index].stack, in: coordinator, open)
      for (entry, gate) in gone { record(.prune(gate), in: coordinator, from: entry) }
      if !kept.isEmpty {
        state.layers[index].stack = kept
      } else {
        state.layers.remove(at: index)
        record(.dismiss, in: coordinator, to: state.visibleEntry(in: definition))
      }
    }
  }

  private func sorted(
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

  /// A switch shows its first child whose gates are all open; where that changes what is shown, the
  /// layers above it go.
  private mutating func turnSwitches() {
    for index in definition.coordinators.indices
    where definition.coordinators[index].kind == .switch {
      let owner = Identifier<Coordinator>(index)
      let children = definition[owner].children
      let first = children.firstIndex { definition[$0].gates.isSubset(of: state.openGates) }
      guard let first, first != state.selections[index] else { continue }
      let isVisible = state.isVisible(owner, in: definition)
      if isVisible { dismissLayers(above: -1) }
      state.selections[index] = first
      record(.switch(children[first]), in: owner)
    }
  }

  /// Sees to it that something is shown: tabs that cannot show their selected child select the
  /// first that can be shown, and an empty stack gets its start.
  private mutating func land() {
    var current = definition.root
    while let child = state.child(of: current, in: definition) {
      guard definition[current].kind == .tabs, !canShow(child),
        let other = definition[current].children.firstIndex(where: canShow)
      else {
        current = child
        continue
      }
      state.selections[current.index] = other
      record(.select(definition[current].children[other]), in: current)
      current = definition[current].children[other]
    }
    if state.stacks[current].isEmpty { enterStart(of: current) }
  }

  /// Whether a coordinator has screens, or may have its first.
  private func canShow(_ coordinator: Identifier<Coordinator>) -> Bool {
    guard definition[coordinator].gates.isSubset(of: state.openGates) else { return false }
    if let start = definition[coordinator].start {
      return !state.stacks[coordinator].isEmpty
        || definition.gates(of: start.route).isSubset(of: state.openGates)
    }
    return definition[coordinator].children.contains(where: canShow)
  }
}
