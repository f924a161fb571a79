package import Links

/// A state with names in place of identifiers, as a snapshot stores it, so that it can be restored
/// under another definition.
package struct StoredState: Sendable {
  /// A screen, identified by its route's plugin, pattern and screen, and its ordinal among the
  /// routes that share them.
  package struct Screen: Sendable {
    package var id: UInt64
    package var plugin: String
    package var pattern: String
    package var screen: String
    package var ordinal: Int
    /// The parameters' values; a text is `nil` for an absent optional one.
    package var values: [(name: String, text: String?)]
    package var query: [QueryItem]
    package var isDirty: Bool
    package var result: String?
    /// See `ScreenEntry.resultNumber`.
    package var resultNumber: UInt64

    package init(
      id: UInt64, route: (plugin: String, pattern: String, screen: String), ordinal: Int,
      values: [(name: String, text: String?)],
      rest: (query: [QueryItem], isDirty: Bool, result: String?, resultNumber: UInt64)
    ) {
      self.id = id
      (plugin, pattern, screen) = route
      self.ordinal = ordinal
      self.values = values
      (query, isDirty, result, resultNumber) = rest
    }
  }

  /// The screens of one coordinator, lowest first.
  package struct Stack: Sendable {
    package var coordinator: String
    package var kind: CoordinatorKind
    package var screens: [Screen]

    package init(coordinator: String, kind: CoordinatorKind, screens: [Screen]) {
      self.coordinator = coordinator
      self.kind = kind
      self.screens = screens
    }
  }

  package struct Layer: Sendable {
    package var kind: Navigation.Layer.Kind
    package var stack: Stack
    package var starter: UInt64?

    package init(kind: Navigation.Layer.Kind, stack: Stack, starter: UInt64?) {
      self.kind = kind
      self.stack = stack
      self.starter = starter
    }
  }

  /// Screens, and what is selected.
  package struct Tree: Sendable {
    /// The selected or shown child of each coordinator.
    package var selections: [(coordinator: String, child: String)] = []
    /// The names of `NavigationState.earlierTabs`.
    package var earlierTabs: [String] = []
    package var stacks: [Stack] = []
    package var layers: [Layer] = []

    package init() {}
  }

  /// A waiting link; `gate` is empty if it waits for `ready`.
  package struct WaitingLink: Sendable {
    package var gate: String
    package var link: String
    package var source: LinkSource
    package var starter: UInt64?
    package var subject: String?
    package var expiresMilliseconds: Int64
    /// See `DeferredLink.place`.
    package var place: Tree?

    package init(
      gate: String, link: String, source: LinkSource, starter: UInt64?, subject: String?,
      expiresMilliseconds: Int64
    ) {
      self.gate = gate
      self.link = link
      self.source = source
      self.starter = starter
      self.subject = subject
      self.expiresMilliseconds = expiresMilliseconds
    }
  }

  package var nowMilliseconds: Int64 = 0
  package var backgroundMilliseconds: Int64?
  package var isReady = true
  package var nextEntry: UInt64 = 1
  package var nextSequence: UInt64 = 1
  package var openGates: [(name: String, subject: String?, openedMilliseconds: Int64?)] = []
  package var queue: [WaitingLink] = []
  package var deferred: [WaitingLink] = []
  package var tree = Tree()
  package var request: ConsentRequest?
  package var pendingLeave: Event?
  /// The name of `PendingLeave.gate`.
  package var pendingGate: String?

  package init() {}
}

extension NavigationState {
  /// The state with names in place of identifiers.
  ///
  /// - Parameter names: The route names of the state's own definition.
  package func stored(by names: RouteNames) -> StoredState {
    let definition = names.definition
    var stored = StoredState()
    stored.nowMilliseconds = nowMilliseconds
    stored.backgroundMilliseconds = backgroundMilliseconds
    stored.isReady = isReady
    stored.nextEntry = nextEntry
    stored.nextSequence = nextSequence
    stored.request = request
    stored.pendingLeave = pendingLeave?.event
    stored.pendingGate = pendingLeave?.gate.map { definition[$0].name }
    for gate in openGates.members where gate.index < subjects.count {
      stored.openGates.append(
        (definition[gate].name, subjects[gate.index], openedMilliseconds[gate.index]))
    }
    stored.queue = queue.map { link in
      StoredState.WaitingLink(
        gate: "", link: link.link, source: link.source, starter: nil, subject: nil,
        expiresMilliseconds: 0)
    }
    stored.deferred = deferred.map { link in
      var waiting = StoredState.WaitingLink(
        gate: definition[link.gate].name, link: link.link, source: link.source,
        starter: link.starter, subject: link.subject, expiresMilliseconds: link.expiresMilliseconds)
      waiting.place = link.place.map { $0.stored(by: names) }
      return waiting
    }
    stored.tree = Place(self).stored(by: names)
    return stored
  }
}

extension Place {
  fileprivate func stored(by names: RouteNames) -> StoredState.Tree {
    let definition = names.definition
    var tree = StoredState.Tree()
    for (index, selected) in selections.enumerated() {
      let owner = definition.coordinators[index]
      guard owner.children.indices.contains(selected) else { continue }
      tree.selections.append((owner.name, definition[owner.children[selected]].name))
    }
    tree.earlierTabs = earlierTabs.map { definition[$0].name }
    for index in stacks.indices where !stacks[index].isEmpty {
      tree.stacks.append(Self.stack(stacks[index], of: Identifier(index), names))
    }
    tree.layers = layers.map { layer in
      StoredState.Layer(
        kind: layer.kind, stack: Self.stack(layer.stack, of: layer.coordinator, names),
        starter: layer.starter)
    }
    return tree
  }

  private static func stack(
    _ entries: [ScreenEntry], of coordinator: Identifier<Coordinator>, _ names: RouteNames
  ) -> StoredState.Stack {
    let owner = names.definition[coordinator]
    return StoredState.Stack(
      coordinator: owner.name, kind: owner.kind, screens: entries.map { screen($0, names) })
  }

  private static func screen(_ entry: ScreenEntry, _ names: RouteNames) -> StoredState.Screen {
    let route = names.definition[entry.route]
    return StoredState.Screen(
      id: entry.id,
      route: (route.plugin, route.pattern, names.definition.name(of: entry)),
      ordinal: names.ordinal(of: entry.route),
      values: zip(route.parameters, entry.values).map { ($0.name, $1) },
      rest: (entry.query, entry.isDirty, entry.result, entry.resultNumber))
  }
}
