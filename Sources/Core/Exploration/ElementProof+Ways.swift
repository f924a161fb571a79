import Navigation

extension ElementProof {
  /// Whether a user can reach a screen from every state, without links from outside and without
  /// gates that open or close.
  ///
  /// What an event reveals of another stack of the tree is not what a small state has there. So a
  /// way leads through another stack only if every state that shows it has a way; stacks are added
  /// until none is new.
  func everyState(hasWayTo screen: Identifier<ScreenDefinition>) -> Bool {
    guard isComplete else { return false }
    let paths = UserPaths(of: definition)
    return worlds.indices.allSatisfy { world in
      var states: [(base: Identifier<Coordinator>, isBare: Bool, state: NavigationState)] = []
      for context in worlds[world].contexts {
        guard let state = state(of: context, in: world) else { continue }
        states.append((state.visibleBase(in: definition), state.layers.isEmpty, state))
      }
      var safe: Set<Identifier<Coordinator>> = []
      func hasWay(_ state: NavigationState) -> Bool {
        let way = paths.reach({ definition.shows(screen, in: $0) }, from: state) { before, after in
          guard before.openGates == after.openGates else { return false }
          let base = after.visibleBase(in: definition)
          return base == before.visibleBase(in: definition) ? nil : safe.contains(base)
        }
        return way == true
      }
      let bases = Set(states.map(\.base))
      while true {
        let added = bases.subtracting(safe).filter { base in
          states.allSatisfy { $0.base != base || !$0.isBare || hasWay($0.state) }
        }
        if added.isEmpty { break }
        safe.formUnion(added)
      }
      return states.allSatisfy { hasWay($0.state) }
    }
  }
}
