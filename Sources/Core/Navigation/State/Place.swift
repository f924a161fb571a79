/// The screens of a state, to return to.
public struct Place: Hashable, Sendable {
  /// See `NavigationState.selections`.
  public let selections: [Int]
  /// See `NavigationState.earlierTabs`.
  public let earlierTabs: [Identifier<Coordinator>]
  /// See `NavigationState.stacks`.
  public let stacks: Stacks
  /// See `NavigationState.layers`.
  public let layers: [Layer]

  init(_ state: NavigationState) {
    (selections, earlierTabs) = (state.selections, state.earlierTabs)
    (stacks, layers) = (state.stacks, state.layers)
  }

  /// Calls `body` with every screen and its coordinator: stacks first, then layers.
  package func forEachEntry(_ body: (ScreenEntry, Identifier<Coordinator>) -> Void) {
    stacks.forEachEntry(body)
    for layer in layers {
      for entry in layer.stack { body(entry, layer.coordinator) }
    }
  }

  /// The gates that its screens require.
  func demands(in definition: AppDefinition) -> GateSet {
    var gates = GateSet()
    forEachEntry { entry, owner in
      gates = gates.union(definition.demands(of: entry, in: owner))
    }
    return gates
  }
}
