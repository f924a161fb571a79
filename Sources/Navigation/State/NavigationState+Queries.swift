import Links

/// What a state shows.
extension NavigationState {
  /// The stack that a person sees the top of.
  public func visibleStack(in definition: AppDefinition) -> [ScreenEntry] {
    layers.last?.stack ?? stacks[visibleBase(in: definition).index]
  }

  /// The screen that a person sees; `nil` only for a definition that can show nothing.
  public func visibleEntry(in definition: AppDefinition) -> ScreenEntry? {
    visibleStack(in: definition).last
  }

  /// The coordinator of the visible stack: that of the topmost layer, else the visible base.
  public func visibleCoordinator(in definition: AppDefinition) -> Identifier<Coordinator> {
    layers.last?.coordinator ?? visibleBase(in: definition)
  }

  /// The stack beneath all layers: from the root through what is selected.
  public func visibleBase(in definition: AppDefinition) -> Identifier<Coordinator> {
    base(below: definition.root, in: definition)
  }

  /// The coordinators from the root to the visible base.
  public func visiblePath(in definition: AppDefinition) -> [Identifier<Coordinator>] {
    var path = [definition.root]
    var current = definition.root
    while let child = child(of: current, in: definition) {
      path.append(child)
      current = child
    }
    return path
  }

  /// The gates that screens in the tree demand and that are closed. The one check of gates (design
  /// §5.5); empty in every state that `apply` gives.
  public func missingGates(in definition: AppDefinition) -> GateSet {
    var missing = GateSet()
    forEachEntry { entry, coordinator in
      let demanded = definition.demands(of: entry, in: coordinator)
      missing = missing.union(demanded.subtracting(openGates))
    }
    return missing
  }

  /// Every screen in the tree with the coordinator that it belongs to: stacks first, then layers.
  public func forEachEntry(_ body: (ScreenEntry, Identifier<Coordinator>) -> Void) {
    for index in stacks.indices {
      for entry in stacks[index] { body(entry, Identifier(index)) }
    }
    for layer in layers {
      for entry in layer.stack { body(entry, layer.coordinator) }
    }
  }

  /// The selected or shown child of tabs or a switch.
  public func child(
    of coordinator: Identifier<Coordinator>, in definition: AppDefinition
  ) -> Identifier<Coordinator>? {
    let children = definition[coordinator].children
    let selected = selections[coordinator.index]
    return children.indices.contains(selected) ? children[selected] : nil
  }

  /// The stack that a coordinator shows when it is shown itself.
  func base(
    below coordinator: Identifier<Coordinator>, in definition: AppDefinition
  ) -> Identifier<Coordinator> {
    var current = coordinator
    while let child = child(of: current, in: definition) { current = child }
    return current
  }

  /// The entry of that number.
  public func entry(_ id: UInt64) -> ScreenEntry? {
    for stack in stacks {
      if let found = stack.first(where: { $0.id == id }) { return found }
    }
    for layer in layers {
      if let found = layer.stack.first(where: { $0.id == id }) { return found }
    }
    return nil
  }

  /// Whether a gate's challenge stands anywhere in the tree.
  func showsChallenge(of gate: Identifier<Gate>, in definition: AppDefinition) -> Bool {
    var isShown = false
    forEachEntry { entry, _ in isShown = isShown || definition.isChallenge(entry, of: gate) }
    return isShown
  }

  mutating func update(_ id: UInt64, _ change: (inout ScreenEntry) -> Void) {
    for index in stacks.indices {
      if let found = stacks[index].firstIndex(where: { $0.id == id }) {
        return change(&stacks[index][found])
      }
    }
    for index in layers.indices {
      if let found = layers[index].stack.firstIndex(where: { $0.id == id }) {
        return change(&layers[index].stack[found])
      }
    }
  }

  mutating func setVisibleStack(_ stack: [ScreenEntry], in definition: AppDefinition) {
    if layers.isEmpty {
      stacks[visibleBase(in: definition).index] = stack
    } else {
      layers[layers.count - 1].stack = stack
    }
  }
}

extension ScreenEntry {
  /// Whether it is the same screen with the same values, compared as bytes.
  public func showsSame(as other: ScreenEntry) -> Bool {
    route == other.route && values.count == other.values.count
      && zip(values, other.values).allSatisfy(sameValue)
  }

  /// Byte for byte, where text is compared as bytes of UTF-8.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.showsSame(as: right) && left.query == right.query
      && left.isDirty == right.isDirty && sameValue(left.result, right.result)
  }
}

private func sameValue(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): sameBytes(left, right)
  default: false
  }
}
