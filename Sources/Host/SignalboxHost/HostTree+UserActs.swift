public import Navigation

extension HostTree {
  /// The events by which a user has turned this tree into another one: a swipe, the back button or
  /// a long press on it, a sheet that was pulled down, a tab.
  ///
  /// - Parameter wanted: What the host should show. If it is no longer this tree where the user has
  ///   acted, the engine has moved on, and what the user left is not what `back` would leave.
  /// - Returns: Empty if nothing has changed, or nothing that a user can change.
  public func events(
    leadingTo now: HostTree, in definition: AppDefinition, wanting wanted: HostTree
  ) -> [Event] {
    let place = visiblePlace(in: definition)
    guard wanted.visiblePlace(in: definition) == place, wanted[place] == self[place] else {
      return []
    }
    if now.layers.count < layers.count {
      return Array(repeating: .dismiss, count: layers.count - now.layers.count)
    }
    for (owner, selected) in zip(definition.coordinators, zip(selections, now.selections)) {
      guard owner.kind == .tabs, selected.0 != selected.1, let child = selected.1,
        owner.children.indices.contains(child)
      else { continue }
      return [.select(tab: definition[owner.children[child]].name)]
    }
    let (before, after) = (self[place], now[place])
    let popped = before.count - after.count
    guard popped > 0, !after.isEmpty, before.starts(with: after) else { return [] }
    return [popped == 1 ? .back : .popTo(.count(popped))]
  }
}
