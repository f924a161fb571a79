import Navigation

extension ReachabilityProof {
  /// Whether a user can reach a screen from every state, without links from outside and without
  /// gates that open or close.
  ///
  /// A small state does not show what an event really reveals of another stack of the tree. So a
  /// way leads through another stack only if every state that shows it has a way; stacks are added
  /// until none is new. False if the work is stopped.
  ///
  /// - Parameter isStopped: Polled with the number of steps since it was polled last.
  func everyState(
    hasWayTo screen: Identifier<ScreenDefinition>, _ isStopped: (_ steps: Int) -> Bool
  ) -> Bool {
    guard isComplete else { return false }
    let paths = UserPaths(of: definition)
    return gateStates.indices.allSatisfy { gateState in
      var safe: Set<Identifier<Coordinator>> = []
      // The states that have a way; it stays one when further stacks are safe.
      var known: Set<StateShape> = []
      func hasWay(_ state: NavigationState) -> Bool {
        var steps = 0
        let way = paths.reach({ definition.shows(screen, in: $0) }, from: state, &steps) {
          before, after in
          guard OpenGates(before, in: definition) == OpenGates(after, in: definition) else {
            return false
          }
          let base = after.visibleBase(in: definition)
          guard base == before.visibleBase(in: definition) else { return safe.contains(base) }
          return known.contains(StateShape(after, in: definition)) ? true : nil
        } leads: {
          known.insert($0)
        }
        return !isStopped(steps) && way == true
      }
      // Assembled again each time, since many states take much memory.
      func everyContext(_ fits: (NavigationState) -> Bool) -> Bool {
        gateStates[gateState].contexts.allSatisfy {
          !isStopped(1) && states(of: $0, in: gateState).allSatisfy(fits)
        }
      }
      let bases = Set(gateStates[gateState].contexts.map { owner(of: $0, in: gateState) })
      while true {
        let added = bases.subtracting(safe).filter { base in
          everyContext { state in
            !state.layers.isEmpty || state.visibleBase(in: definition) != base || hasWay(state)
          }
        }
        if added.isEmpty { break }
        safe.formUnion(added)
      }
      return everyContext(hasWay)
    }
  }
}
