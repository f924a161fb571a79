/// Changes to stacks, tabs and layers, each with its transition.
extension EventTransaction {
  mutating func push(_ entry: ScreenEntry) throws(Refusal) {
    let (owner, count, top) = visibleTop
    guard count < Limits.stackDepthMax else {
      throw .limit(name: "screens on a stack", bound: Limits.stackDepthMax)
    }
    record(.push, in: owner, from: top, to: entry)
    state.changeVisible(of: owner, keeping: count, adding: CollectionOfOne(entry))
  }

  mutating func replaceTop(with entry: ScreenEntry) {
    let (owner, count, top) = visibleTop
    record(.replace, in: owner, from: top, to: entry)
    state.changeVisible(of: owner, keeping: max(0, count - 1), adding: CollectionOfOne(entry))
  }

  /// Gives the top screen of the visible stack the values of another one of its route.
  mutating func updateTop(to entry: ScreenEntry) {
    let (owner, count, top) = visibleTop
    guard let top else { return }
    let updated = updated(top, to: entry, in: owner)
    state.changeVisible(of: owner, keeping: count - 1, adding: CollectionOfOne(updated))
  }

  private mutating func updated(
    _ top: ScreenEntry, to entry: ScreenEntry, in owner: Identifier<Coordinator>
  ) -> ScreenEntry {
    let updated = entry.renewed(id: top.id)
    record(.update, in: owner, from: top, to: updated)
    return updated
  }

  /// Whether a stack differs from the wanted one only in values of its top screen, which can be
  /// updated.
  func isUpdate(_ old: ArraySlice<ScreenEntry>, to wanted: [ScreenEntry]) -> Bool {
    guard let top = old.last, let entry = wanted.last, old.count == wanted.count,
      top.route == entry.route, definition[entry.route].repeatPolicy == .update,
      !definition.isSame(top, entry)
    else { return false }
    return zip(old, wanted).dropLast().allSatisfy { definition.isSame($0, $1) }
  }

  mutating func setRoot(_ entry: ScreenEntry) {
    let (owner, _, top) = visibleTop
    record(.setRoot, in: owner, from: top, to: entry)
    state.changeVisible(of: owner, keeping: 0, adding: CollectionOfOne(entry))
  }

  /// Pops until `count` screens are left, at least one; does nothing if there are no more.
  mutating func popVisible(toCount count: Int) {
    let owner = state.visibleCoordinator(in: definition)
    let stack = state.visible(of: owner)
    guard count >= 1, count < stack.count else { return }
    record(.pop, in: owner, from: stack.last, to: stack[stack.startIndex + count - 1])
    _ = consume stack  // Or the change would copy the stacks.
    state.changeVisible(of: owner, keeping: count, adding: EmptyCollection())
  }

  mutating func present(
    _ kind: Layer.Kind, _ stack: [ScreenEntry], of coordinator: Identifier<Coordinator>,
    starter: UInt64? = nil
  ) throws(Refusal) {
    guard state.layers.count < Limits.layersMax else {
      throw .limit(name: "sheets, covers and flows", bound: Limits.layersMax)
    }
    let transition: Transition.Kind =
      switch kind {
      case .sheet: .present(.sheet)
      case .cover: .present(.cover)
      case .flow: .start
      }
    record(transition, in: coordinator, from: state.visibleEntry(in: definition), to: stack.last)
    state.layers.append(
      Layer(kind: kind, coordinator: coordinator, stack: stack, starter: starter))
  }

  /// Dismisses the layers above an index, topmost first; -1 dismisses all.
  mutating func dismissLayers(above index: Int) {
    while state.layers.count > max(0, index + 1), let layer = state.layers.popLast() {
      record(
        .dismiss, in: layer.coordinator, from: layer.stack.last,
        to: state.visibleEntry(in: definition))
    }
  }

  /// Turns a stack into the wanted screens and keeps their common prefix: pops what is above it,
  /// then pushes what is missing. If only values of the top screen differ, it may be updated.
  mutating func rebuildStack(of owner: Identifier<Coordinator>, as wanted: [ScreenEntry]) {
    let old = state.stacks[owner]
    if isUpdate(old, to: wanted), let top = old.last, let entry = wanted.last {
      let updated = updated(top, to: entry, in: owner)
      return state.stacks.change(
        owner, keeping: old.count - 1, adding: CollectionOfOne(updated))
    }
    let kept = sharedCount(old, wanted)
    if kept == 0 {
      record(.setRoot, in: owner, from: old.last, to: wanted.first)
    } else if kept < old.count {
      record(.pop, in: owner, from: old.last, to: old[old.startIndex + kept - 1])
    }
    for index in max(1, kept)..<max(1, kept, wanted.count) {
      record(
        .push, in: owner, from: index == kept ? old.last : wanted[index - 1], to: wanted[index])
    }
    _ = consume old  // Or the change would copy the stacks.
    state.stacks.change(owner, keeping: kept, adding: wanted.dropFirst(kept))
  }

  /// The number of screens that two stacks have in common, from the lowest. A loop, since `prefix`
  /// of a sequence copies its elements.
  private func sharedCount(_ old: ArraySlice<ScreenEntry>, _ wanted: [ScreenEntry]) -> Int {
    var count = 0
    while count < min(old.count, wanted.count),
      definition.isSame(old[old.startIndex + count], wanted[count])
    {
      count += 1
    }
    return count
  }

  mutating func selectPath(to coordinator: Identifier<Coordinator>) {
    var child = coordinator
    while let parent = definition[child].parent {
      let index = definition[parent].children.firstIndex(of: child) ?? 0
      if definition[parent].kind == .tabs, state.selections[parent.index] != index {
        if definition[parent].back == .history { remember(leaving: parent, for: child) }
        state.selections[parent.index] = index
        record(.select(child), in: parent)
      }
      child = parent
    }
  }

  /// Makes the selected tab the latest of the earlier ones, if it was ever shown.
  private mutating func remember(
    leaving owner: Identifier<Coordinator>, for tab: Identifier<Coordinator>
  ) {
    let left = state.child(of: owner, in: definition)
    state.rare.value.earlierTabs.removeAll { $0 == tab || $0 == left }
    guard let left, !state.stacks[state.base(below: left, in: definition)].isEmpty else { return }
    state.rare.value.earlierTabs.append(left)
  }

  /// Selects a coordinator and makes sure that its visible stack has a first screen.
  ///
  /// Below a closed gate it chooses the children that would be shown if only the gates on the way
  /// were open too, so that no other gate is asked for.
  mutating func enter(_ coordinator: Identifier<Coordinator>) {
    selectPath(to: coordinator)
    var assumed = state.openGates
    var base = coordinator
    while !definition[base].children.isEmpty {
      assumed = assumed.union(definition.coordinatorGates[base.index])
      if let child = ownState.value.childToShow(of: base, given: assumed, in: definition),
        child != state.selections[base.index]
      {
        // Only below a closed gate, so that the change is rolled back and the gate asked for.
        state.selections[base.index] = child
      }
      guard let child = state.child(of: base, in: definition) else { break }
      base = child
    }
    if state.stacks[base].isEmpty { enterStart(of: base) }
  }

  mutating func enterStart(of coordinator: Identifier<Coordinator>) {
    setStart(of: coordinator)
    entered = coordinator
  }

  /// Makes the start the only screen of a coordinator's stack.
  mutating func setStart(of coordinator: Identifier<Coordinator>) {
    guard let start = definition[coordinator].start else { return }
    let entry = makeEntry(start)
    record(.setRoot, in: coordinator, from: state.stacks[coordinator].last, to: entry)
    state.stacks.change(coordinator, keeping: 0, adding: CollectionOfOne(entry))
  }

  /// The visible coordinator, the depth of its stack and the top screen.
  private var visibleTop: (owner: Identifier<Coordinator>, count: Int, entry: ScreenEntry?) {
    let owner = state.visibleCoordinator(in: definition)
    let stack = state.visible(of: owner)
    return (owner, stack.count, stack.last)
  }
}
