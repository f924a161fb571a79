package import Navigation

/// A state without the numbers of its screens and transitions, which grow with every event.
package struct StateShape: Hashable, Sendable {
  struct Screen: Hashable, Sendable {
    let owner: Identifier<Coordinator>
    let route: Identifier<Route>
    let values: [[UInt8]?]
    let isDirty: Bool
  }

  let gates: GateSet
  let selections: [Int]
  let screens: [Screen]
  let layers: [Layer.Kind]
  let waiting: [[UInt8]]
  let asks: Bool

  package init(_ state: NavigationState) {
    gates = state.openGates
    selections = state.selections
    var screens: [Screen] = []
    state.forEachEntry { entry, owner in
      let values = entry.values.map { $0.map { Array($0.utf8) } }
      screens.append(
        Screen(owner: owner, route: entry.route, values: values, isDirty: entry.isDirty))
    }
    self.screens = screens
    layers = state.layers.map(\.kind)
    waiting = state.deferred.map { Array($0.link.utf8) }
    asks = state.pendingLeave != nil
  }
}
