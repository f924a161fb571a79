#if canImport(SwiftUI)
  import Navigation
  import SignalboxHost

  /// A screen in a path. A type of its own, so that an app's `NavigationLink(value:)` cannot change
  /// the path.
  package struct ShownScreen: Hashable {
    package let id: UInt64
  }

  /// Whose stack it is. A layer is given by its `ShownLayer.id`.
  enum StackOwner: Hashable {
    case coordinator(Identifier<Coordinator>)
    case layer(Int)
  }

  /// What the bindings of SwiftUI's containers read and write.
  extension SwiftUISurface {
    /// The tree as SwiftUI has written it, so that it reads its own writes.
    private var current: HostTree {
      let shown = shown
      return written ?? shown
    }

    private func place(of owner: StackOwner) -> StackPlace? {
      switch owner {
      case .coordinator(let id): .coordinator(id)
      case .layer(let id): layers.firstIndex { $0.id == id }.map { .layer($0) }
      }
    }

    /// The ids of all screens of a stack, lowest first; empty if its layer is dismissed.
    func screens(of owner: StackOwner) -> [UInt64] {
      place(of: owner).map { current[$0] } ?? []
    }

    /// The layer of a level; `nil` if none is presented.
    func layer(at level: Int) -> ShownLayer? {
      layers.indices.contains(level) ? layers[level] : nil
    }

    /// The path of a stack: the screens above the first. The user acts only in the visible stack,
    /// so what SwiftUI drops from others does not count. A path that is shown already can be
    /// written, too: the user has popped what an operation has just removed, and a transition runs.
    subscript(pathOf owner: StackOwner) -> [ShownScreen] {
      get { screens(of: owner).dropFirst().map { ShownScreen(id: $0) } }
      set {
        var now = current
        guard let place = place(of: owner), !now[place].isEmpty else { return }
        guard place == now.visiblePlace(in: navigator.definition) else {
          if isPopped(place, to: newValue.count, in: now) { awaitReturn() }
          return
        }
        now[place].replaceSubrange(1..., with: newValue.map(\.id))
        write(now)
      }
    }

    /// Whether the user has popped screens of a stack below a layer, before the layer was drawn or
    /// by a swipe that began earlier. A stack in a hidden tab, or under a layer that covers all of
    /// it, drops its path without the user.
    private func isPopped(_ place: StackPlace, to count: Int, in now: HostTree) -> Bool {
      let above: Int
      switch place {
      case .coordinator(let id) where id == now.base(in: navigator.definition): above = 0
      case .coordinator: return false
      case .layer(let index): above = index + 1
      }
      return count + 1 < now[place].count && (count > 0 || layer(at: above)?.isSheet == true)
    }

    /// The index of the selected tab.
    subscript(selectedTabOf id: Identifier<Coordinator>) -> Int {
      get { current.selections[id.index] ?? 0 }
      set {
        var now = current
        guard now.layers.isEmpty, now.selections[id.index] != newValue else { return }
        now.selections[id.index] = newValue
        write(now)
      }
    }

    /// A layer as long as it is shown, for the binding of its kind of presentation. Only `nil` can
    /// be written: the layer and those above it are dismissed.
    subscript(layer layer: ShownLayer?, isSheet isSheet: Bool) -> ShownLayer? {
      get {
        guard let layer, layer.isSheet == isSheet, let index = layers.firstIndex(of: layer),
          index < current.layers.count
        else { return nil }
        return layer
      }
      set {
        var now = current
        guard newValue == nil, let layer, let index = layers.firstIndex(of: layer),
          index < now.layers.count
        else { return }
        now.layers.removeSubrange(index...)
        write(now)
      }
    }
  }
#endif
