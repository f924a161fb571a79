package import Diagnostics

extension NavigationState {
  /// The visible stack, lowest screen first.
  public func visibleStack(in definition: AppDefinition) -> [ScreenEntry] {
    Array(visible(in: definition))
  }

  /// The visible stack, without a copy.
  package func visible(in definition: AppDefinition) -> ArraySlice<ScreenEntry> {
    visible(of: visibleCoordinator(in: definition))
  }

  /// The same.
  ///
  /// - Parameter owner: `visibleCoordinator(in:)`.
  func visible(of owner: Identifier<Coordinator>) -> ArraySlice<ScreenEntry> {
    layers.last?.stack[...] ?? stacks[owner]
  }

  /// The visible screen; `nil` only for a definition that can show nothing.
  public func visibleEntry(in definition: AppDefinition) -> ScreenEntry? {
    visible(in: definition).last
  }

  /// The coordinator of the visible stack: that of the topmost layer, or else `visibleBase`.
  public func visibleCoordinator(in definition: AppDefinition) -> Identifier<Coordinator> {
    layers.last?.coordinator ?? visibleBase(in: definition)
  }

  /// The coordinator whose stack is below all layers, found by following the selected children.
  public func visibleBase(in definition: AppDefinition) -> Identifier<Coordinator> {
    base(below: definition.root, in: definition)
  }

  /// The coordinators from the root to `visibleBase`.
  public func visiblePath(in definition: AppDefinition) -> [Identifier<Coordinator>] {
    var path = [definition.root]
    var current = definition.root
    while let child = child(of: current, in: definition) {
      path.append(child)
      current = child
    }
    return path
  }

  /// Whether a coordinator is on `visiblePath`.
  func isVisible(
    _ coordinator: Identifier<Coordinator>, in definition: AppDefinition
  ) -> Bool {
    var current = definition.root
    while current != coordinator {
      guard let child = child(of: current, in: definition) else { return false }
      current = child
    }
    return true
  }

  /// The closed gates that screens in the tree require: the only gate check (docs/navigation.md,
  /// "Gates"). A gate is closed to a screen for one account while it is open for another. Empty in
  /// every state that `apply` produces.
  public func missingGates(in definition: AppDefinition) -> GateSet {
    guard !definition.demandedGates.isSubset(of: openGates) || !definition.accountGates.isEmpty
    else { return GateSet() }
    var missing = GateSet()
    if definition.accountGates.isEmpty {
      // Every gate is open to all screens or to none.
      forEachEntry { missing = missing.union(definition.demands(of: $0, in: $1)) }
      return missing.subtracting(openGates)
    }
    forEachEntry { entry, coordinator in
      let demanded = definition.demands(of: entry, in: coordinator)
      missing = missing.union(demanded.subtracting(openGates(to: entry, in: definition)))
    }
    return missing
  }

  /// The gates that are open to a screen: without those that are open for another account than the
  /// screen's.
  func openGates(to entry: ScreenEntry, in definition: AppDefinition) -> GateSet {
    guard !definition.accountGates.isEmpty else { return openGates }
    var open = openGates
    for account in definition[entry.route].accounts {
      let isKnown = entry.values.indices.contains(account.parameter)
      let wanted = isKnown ? entry.values[account.parameter] : nil
      let subject = subjects[account.gate.index]
      if wanted == nil || !sameBytes(wanted, subject) { open.remove(account.gate) }
    }
    return open
  }

  /// Who satisfied each gate that a route requires for one account; `nil` if it is closed or no
  /// subject was given. Of all subjects only these decide what a screen requires.
  package func accounts(in definition: AppDefinition) -> [TextBytes?] {
    definition.accountGates.isEmpty
      ? [] : definition.accountGates.members.map { subjects[$0.index].map { TextBytes($0) } }
  }

  /// Whether a gate can be asked for: it is closed, or a link waits until it opens for its account.
  package func canBeAsked(for gate: Identifier<Gate>) -> Bool {
    !openGates.contains(gate) || deferred.contains { $0.gate == gate }
  }

  /// Whether a screen in the tree is for guests of an open gate. False in every state that `apply`
  /// produces.
  func showsShutScreen(in definition: AppDefinition) -> Bool {
    guard !openGates.isEmpty else { return false }
    var isFound = false
    forEachEntry { entry, _ in
      isFound = isFound || definition.isShut(entry.route, while: openGates)
    }
    return isFound
  }

  /// The gate to ask for first: that of the lowest screen that requires a closed gate. `nil` in
  /// every state that `apply` produces.
  func firstMissingGate(in definition: AppDefinition) -> Identifier<Gate>? {
    guard !missingGates(in: definition).isEmpty else { return nil }
    var first: Identifier<Gate>?
    forEachEntry { entry, coordinator in
      first =
        first
        ?? definition.firstGate(
          missingFor: entry, in: coordinator, given: openGates(to: entry, in: definition))
    }
    return first
  }

  /// Calls `body` with every screen in the tree and its coordinator: stacks first, then layers.
  @inline(__always)
  public func forEachEntry(_ body: (ScreenEntry, Identifier<Coordinator>) -> Void) {
    stacks.forEachEntry(body)
    // By index, since `for layer in layers` copies each layer.
    for index in layers.indices {
      for place in layers[index].stack.indices {
        body(layers[index].stack[place], layers[index].coordinator)
      }
    }
  }

  /// The selected child of a tabs coordinator, or the shown child of a switch.
  public func child(
    of coordinator: Identifier<Coordinator>, in definition: AppDefinition
  ) -> Identifier<Coordinator>? {
    let children = definition[coordinator].children
    let selected = selections[coordinator.index]
    return children.indices.contains(selected) ? children[selected] : nil
  }

  /// The tab that `back` selects from the first screen of a tab; `nil` if the coordinator is not a
  /// tab, or if `back` leads to no other.
  func tab(before tab: Identifier<Coordinator>, in definition: AppDefinition)
    -> Identifier<Coordinator>?
  {
    guard let parent = definition[tab].parent, definition[parent].kind == .tabs else { return nil }
    let children = definition[parent].children
    switch definition[parent].back {
    case .firstTab: return children.first.flatMap { $0 == tab ? nil : $0 }
    case .history: return earlierTabs.last { definition[$0].parent == parent }
    case .order:
      return children.firstIndex(of: tab).flatMap { $0 > 0 ? children[$0 - 1] : nil }
    case .stay: return nil
    }
  }

  /// The same state with each history of visits that one `back` can distinguish: without any, and
  /// with each tab beside the visible ones as the only earlier one.
  package func withEachEarlierTab(in definition: AppDefinition) -> [NavigationState] {
    var states = [self]
    var child = visibleBase(in: definition)
    while let parent = definition[child].parent {
      if definition[parent].back == .history {
        for tab in definition[parent].children
        where tab != child && definition[tab].gates.isSubset(of: openGates) {
          var state = self
          state.rare.value.earlierTabs = [tab]
          states.append(state)
        }
      }
      child = parent
    }
    return states
  }

  /// Whether a coordinator would have a screen to show if it were selected and these gates were
  /// open.
  func canShow(
    _ coordinator: Identifier<Coordinator>, given open: GateSet, in definition: AppDefinition
  ) -> Bool {
    guard definition.coordinatorGates[coordinator.index].isSubset(of: open) else { return false }
    let children = definition[coordinator].children
    switch definition[coordinator].kind {
    case .stack, .flow:
      return !stacks[coordinator].isEmpty || definition.canStart(coordinator, given: open)
    case .tabs:
      return children.contains { canShow($0, given: open, in: definition) }
    case .switch:
      return definition.shownChild(of: coordinator, given: open).map {
        canShow(children[$0], given: open, in: definition)
      } ?? false
    }
  }

  /// The index of the child that tabs or a switch would show with these gates open: for tabs the
  /// selected child, or else the first that can be shown. `nil` if no child can be.
  func childToShow(
    of owner: Identifier<Coordinator>, given open: GateSet, in definition: AppDefinition
  ) -> Int? {
    guard definition[owner].kind == .tabs else {
      return definition.shownChild(of: owner, given: open)
    }
    let children = definition[owner].children
    let selected = selections[owner.index]
    if children.indices.contains(selected),
      canShow(children[selected], given: open, in: definition)
    {
      return selected
    }
    return children.firstIndex { canShow($0, given: open, in: definition) }
  }

  /// The coordinator whose stack is visible when the given coordinator is.
  package func base(
    below coordinator: Identifier<Coordinator>, in definition: AppDefinition
  ) -> Identifier<Coordinator> {
    var current = coordinator
    while let child = child(of: current, in: definition) { current = child }
    return current
  }

  /// The id of the next screen; those of all others are less.
  package var nextScreen: UInt64 { nextEntry }

  /// The entry with an id.
  public func entry(_ id: UInt64) -> ScreenEntry? {
    if let found = stacks.entry(id) { return found }
    for layer in layers {
      if let found = layer.stack.first(where: { $0.id == id }) { return found }
    }
    return nil
  }

  package var hasUnsavedWork: Bool {
    stacks.hasUnsavedWork || layers.contains { $0.stack.contains { $0.isDirty } }
  }

  /// Whether a challenge of the gate is anywhere in the tree.
  package func showsChallenge(of gate: Identifier<Gate>, in definition: AppDefinition) -> Bool {
    var isShown = false
    forEachEntry { entry, _ in isShown = isShown || definition.isChallenge(entry, of: gate) }
    return isShown
  }

  mutating func update(_ id: UInt64, _ change: (inout ScreenEntry) -> Void) {
    if stacks.update(id, change) { return }
    for index in layers.indices {
      if let found = layers[index].stack.firstIndex(where: { $0.id == id }) {
        return change(&layers[index].stack[found])
      }
    }
  }

  /// Keeps the first `kept` screens of the visible stack and puts the added ones on top.
  ///
  /// - Parameter owner: `visibleCoordinator(in:)`.
  mutating func changeVisible(
    of owner: Identifier<Coordinator>, keeping kept: Int, adding added: some Collection<ScreenEntry>
  ) {
    guard let top = layers.indices.last else {
      return stacks.change(owner, keeping: kept, adding: added)
    }
    layers[top].stack.replaceSubrange(kept..., with: added)
  }
}
