import Links

/// A screen of a state that is assembled.
package struct AssembledScreen: Hashable, Sendable {
  package let route: Identifier<Route>
  /// One value for each parameter of the route.
  package let values: [String?]

  package init(route: Identifier<Route>, values: [String?]) {
    self.route = route
    self.values = values
  }
}

/// A layer of a state that is assembled.
package struct AssembledLayer: Sendable {
  package let kind: Layer.Kind
  package let coordinator: Identifier<Coordinator>
  /// Lowest first.
  package let screens: [AssembledScreen]

  package init(
    kind: Layer.Kind, coordinator: Identifier<Coordinator>, screens: [AssembledScreen]
  ) {
    self.kind = kind
    self.coordinator = coordinator
    self.screens = screens
  }
}

extension NavigationState {
  /// A state with these screens on one stack of the tree, and these layers. Its tabs are selected
  /// so that the stack is visible, unless a switch hides it; every other stack is empty, or has its
  /// start if it is visible. No tab was visited before.
  ///
  /// - Parameters:
  ///   - screens: Lowest first.
  ///   - owner: A stack of the tree.
  ///   - layers: Lowest first.
  ///   - open: The gates that are open.
  ///   - subjects: For each gate, who satisfied it; `nil` for all if empty.
  /// - Returns: `nil` if a state with these gates cannot have these screens and layers.
  package init?(
    assembling screens: [AssembledScreen], on owner: Identifier<Coordinator>,
    below layers: [AssembledLayer], openGates open: GateSet, subjects: [String?] = [],
    in definition: AppDefinition
  ) {
    self = definition.emptyState
    openGates = open
    if !subjects.isEmpty { rare.value.subjects = subjects }
    for (index, coordinator) in definition.coordinators.enumerated()
    where coordinator.kind == .switch {
      selections[index] = definition.shownChild(of: Identifier(index), given: open) ?? 0
    }
    var step = EventTransaction(cause: .restart, state: self, definition: definition)
    step.selectPath(to: owner)
    step.state.rare.value.earlierTabs = []
    step.state.stacks.change(
      owner, keeping: 0, adding: screens.map { step.makeEntry($0) })
    for layer in layers {
      step.state.layers.append(
        Layer(
          kind: layer.kind, coordinator: layer.coordinator,
          stack: layer.screens.map { step.makeEntry($0) }, starter: nil))
    }
    step.settle()
    self = step.state
    nextSequence = 1
    guard stacks[owner].count == screens.count, self.layers.count == layers.count,
      zip(self.layers, layers).allSatisfy({ $0.stack.count == $1.screens.count }),
      violations(in: definition).isEmpty
    else { return nil }
  }

  /// The same with a link that the visible screen asks about; `nil` if another screen is visible
  /// than the one that asks.
  package func assembling(
    _ request: ConsentRequest, on screen: ScreenEntry, in definition: AppDefinition
  ) -> NavigationState? {
    guard let top = layers.last, top.stack.count == 1, let entry = top.stack.first,
      entry.route == screen.route
    else { return nil }
    var state = self
    state.rare.value.request = ConsentRequest(
      link: request.link, source: request.source, screen: entry.id)
    return state
  }

  /// The same with a link that waits while its gate is open for another account; `nil` if the state
  /// does not show the gate's challenge.
  package func assembling(_ link: DeferredLink, in definition: AppDefinition) -> NavigationState? {
    guard isForOtherAccount(link, in: definition), showsChallenge(of: link.gate, in: definition)
    else { return nil }
    var state = self
    var waiting = link
    waiting.starter = nil
    state.rare.value.deferred = [waiting]
    return state
  }
}

extension EventTransaction {
  fileprivate mutating func makeEntry(_ screen: AssembledScreen) -> ScreenEntry {
    makeEntry(screen.route, LinkContent(values: screen.values))
  }
}
