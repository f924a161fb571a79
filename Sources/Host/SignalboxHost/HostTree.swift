public import Navigation

/// What a host shows, or should show: the child that each container selects, the screens of every
/// stack, and the layers on top.
///
/// A host has a container for each coordinator of the tree, by its kind: a stack, tabs or a switch.
/// Hidden ones are part of the tree, so that a tab keeps its screens and a closed gate removes what
/// nobody sees.
public struct HostTree: Hashable, Sendable {
  /// For each coordinator, the index of the child that is selected or shown; `nil` if it has no
  /// children, or if the host has not selected one yet.
  public var selections: [Int?]
  /// For each coordinator, the ids of its screens, lowest first; empty if it is not a stack, or was
  /// never entered.
  public var stacks: [[UInt64]]
  /// The sheets, covers and flows, lowest first.
  public var layers: [HostLayer]

  /// The tree of a host that shows nothing yet.
  public init(emptyUnder definition: AppDefinition) {
    selections = definition.coordinators.map { _ in nil }
    stacks = definition.coordinators.map { _ in [] }
    layers = []
  }

  /// What a host should show in a state.
  ///
  /// - Parameter definition: The definition that the state belongs to.
  public init(_ state: NavigationState, in definition: AppDefinition) {
    selections = definition.coordinators.indices.map { index in
      definition.coordinators[index].children.isEmpty ? nil : state.selections[index]
    }
    stacks = definition.coordinatorIDs.map { id in state.stacks[id].map { $0.id } }
    layers = state.layers.map { layer in
      HostLayer(
        kind: layer.kind, coordinator: layer.coordinator, stack: layer.stack.map { $0.id })
    }
  }
}

/// A sheet, a cover or a running flow, with a stack of its own.
public struct HostLayer: Hashable, Sendable {
  /// How it is presented.
  public let kind: Layer.Kind
  /// The flow itself, or the coordinator whose gates apply to the layer's screens.
  public let coordinator: Identifier<Coordinator>
  /// The ids of its screens, lowest first.
  public var stack: [UInt64]

  /// Creates a layer.
  public init(kind: Layer.Kind, coordinator: Identifier<Coordinator>, stack: [UInt64]) {
    (self.kind, self.coordinator, self.stack) = (kind, coordinator, stack)
  }

  /// Whether a host can turn this layer into the other one by changing its stack. A flow is the
  /// same while it runs; a sheet or cover as long as one of its screens stays.
  func continues(as other: HostLayer) -> Bool {
    guard kind == other.kind, coordinator == other.coordinator else { return false }
    return kind == .flow || stack.contains { other.stack.contains($0) }
  }
}

/// Where a stack is.
public enum StackPlace: Hashable, Sendable {
  /// The stack of a coordinator of the tree.
  case coordinator(Identifier<Coordinator>)
  /// The stack of the layer at an index.
  case layer(Int)
}

extension HostTree {
  /// The stack at a place; empty if there is no such layer.
  public subscript(place: StackPlace) -> [UInt64] {
    get {
      switch place {
      case .coordinator(let id): stacks[id.index]
      case .layer(let index): layers.indices.contains(index) ? layers[index].stack : []
      }
    }
    set {
      switch place {
      case .coordinator(let id): stacks[id.index] = newValue
      case .layer(let index): if layers.indices.contains(index) { layers[index].stack = newValue }
      }
    }
  }

  /// The coordinator below all layers: from the root along the selected children. It is not a stack
  /// as long as the host has not selected them all.
  public func base(in definition: AppDefinition) -> Identifier<Coordinator> {
    var id = definition.root
    while let selected = selections[id.index], definition[id].children.indices.contains(selected) {
      id = definition[id].children[selected]
    }
    return id
  }

  /// The place of the visible stack: the topmost layer's, or that of the `base`.
  public func visiblePlace(in definition: AppDefinition) -> StackPlace {
    layers.isEmpty ? .coordinator(base(in: definition)) : .layer(layers.count - 1)
  }

  /// The id of the visible screen; `nil` if nothing is shown.
  public func visibleScreen(in definition: AppDefinition) -> UInt64? {
    self[visiblePlace(in: definition)].last
  }

  /// The ids of all screens, stacks first.
  public var screens: [UInt64] { stacks.flatMap { $0 } + layers.flatMap { $0.stack } }
}
