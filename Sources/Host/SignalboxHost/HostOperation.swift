public import Navigation

/// A single change of what a host shows. An operation without animation can be performed at once,
/// whatever covers its place; no other operation may begin before an animated one has ended.
public enum HostOperation: Hashable, Sendable {
  /// Gives a stack these screens: a push, a pop or any other change, with one animation.
  case setStack(StackPlace, [UInt64], animated: Bool)
  /// Shows the child at an index of tabs or of a switch, without animation.
  case select(Int, of: Identifier<Coordinator>)
  /// Presents a layer with its whole stack on top of all others.
  case present(HostLayer, animated: Bool)
  /// Dismisses the layer at an index together with all layers above it.
  case dismiss(from: Int, animated: Bool)

  /// Whether it takes time.
  public var isAnimated: Bool {
    switch self {
    case .setStack(_, _, let animated), .present(_, let animated), .dismiss(_, let animated):
      animated
    case .select: false
    }
  }
}

extension HostTree {
  /// The tree after an operation; unchanged if the operation is impossible in it.
  public func applying(_ operation: HostOperation) -> HostTree {
    var tree = self
    switch operation {
    case .setStack(let place, let screens, _): tree[place] = screens
    case .select(let child, let owner): tree.selections[owner.index] = child
    case .present(let layer, _): tree.layers.append(layer)
    case .dismiss(let index, _):
      tree.layers.removeSubrange(min(max(index, 0), tree.layers.count)...)
    }
    return tree
  }
}
