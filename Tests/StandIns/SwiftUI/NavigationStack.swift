// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct NavigationStack<Data, Root: View>: PrimitiveView, AppearanceObserver
where
  Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
  Data.Element: Hashable
{
  let path: Binding<Data>
  let root: Root

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    (self.path, self.root) = (path, root())
  }

  func content(of node: Node) -> [Content] {
    let stack = memory(of: node)
    stack.follow(path.wrappedValue.map { AnyHashable($0) })
    var environment = node.environment
    environment.stack = stack
    return [Content(key: StackKey.root, view: root, environment: environment)]
      + stack.loadedKeys().map { key in
        var environment = environment
        environment.dismiss = DismissAction { [weak stack] in stack?.dismiss(key) }
        return Content(
          key: key, view: DestinationView(stack: stack, key: key), environment: environment)
      }
  }

  private func memory(of node: Node) -> StackMemory {
    let stack = node.memory as? StackMemory ?? StackMemory(node, path.wrappedValue.map { $0 })
    node.memory = stack
    stack.read = { path.wrappedValue.map { AnyHashable($0) } }
    stack.write = { elements in
      path.wrappedValue = Data(elements.compactMap { $0.base as? Data.Element })
    }
    return stack
  }

  func shows(_ key: AnyHashable, of node: Node) -> Bool {
    (node.memory as? StackMemory)?.visibleKeys.contains(key) ?? true
  }

  func appearanceChanged(_ node: Node) {
    guard let stack = node.memory as? StackMemory else { return }
    if node.isOnScreen { stack.appeared() } else { stack.disappeared() }
  }
}

/// A place in a stack.
enum StackKey {
  static var root: AnyHashable { "root" }

  struct Element: Hashable {
    let position: Int
    let value: AnyHashable
  }
}

/// What UIKit shows of a stack, apart from what the binding says.
@MainActor
final class StackMemory {
  unowned let node: Node
  var path: [AnyHashable]
  var read: () -> [AnyHashable] = { [] }
  var write: ([AnyHashable]) -> Void = { _ in }
  var destinations: [ObjectIdentifier: (AnyHashable) -> (any View)?] = [:]
  /// The screen that a push or pop leaves, or that a swipe reveals.
  private(set) var other: AnyHashable?
  private(set) var transition: SimulatedTransition?
  /// The screens that have been shown: those below the top are made when they are shown.
  private(set) var loaded: Set<AnyHashable> = []
  /// Whether a gesture or tap of the user delays what the binding says. The app cannot know of a
  /// gesture, nor of a tap before its change is drawn, so that a change in the late transition is not
  /// its fault.
  private(set) var isDelayed = false
  /// The path that the user has popped. The app may refuse that, by a binding that does not change.
  private(set) var pathBeforePop: [AnyHashable]?
  /// The texts of the screen that the user has popped, until it has left.
  private(set) var poppedByUser: [String]?
  /// Whether the binding is not read until the next change, after a write that was swallowed.
  private var isDeaf = false
  /// Whether it was off screen when it last read the binding: then nothing is animated.
  private(set) var isNew = true

  init(_ node: Node, _ path: [AnyHashable]) {
    (self.node, self.path) = (node, path)
  }

  private func key(_ position: Int) -> AnyHashable {
    path.indices.contains(position)
      ? AnyHashable(StackKey.Element(position: position, value: path[position])) : StackKey.root
  }

  /// The places of the root and of the path.
  var keys: [AnyHashable] { [StackKey.root] + path.indices.map { key($0) } }
  private var top: AnyHashable { key(path.count - 1) }
  var visibleKeys: [AnyHashable] { [top] + (other.map { [$0] } ?? []) }

  func loadedKeys() -> [AnyHashable] {
    let keys = keys + (other.map { [$0] } ?? [])
    var seen: Set<AnyHashable> = [StackKey.root]
    let visible = visibleKeys
    let result = keys.filter {
      (loaded.contains($0) || visible.contains($0)) && seen.insert($0).inserted
    }
    loaded = Set(result)
    return result
  }

  /// Shows what the binding says.
  func follow(_ wanted: [AnyHashable]) {
    guard !isDeaf else {
      isDeaf = false
      return
    }
    defer { isNew = !node.isOnScreen }
    guard wanted != path else {
      isDelayed = isDelayed && transition != nil
      return
    }
    if let transition {
      if transition.isInteractive {
        isDelayed = true
      } else if wanted == pathBeforePop {
        return
      } else if !isDelayed {
        node.scene.refuse(.pathDuringTransition, "\(path.count) to \(wanted.count) screens")
      }
      return
    }
    let left = top
    path = wanted
    guard !isNew, left != top, !node.scene.transaction.disablesAnimations else { return }
    begin(leaving: left)
  }

  private func begin(leaving left: AnyHashable) {
    other = left
    transition = node.scene.begin { [weak self] _ in
      self?.endTransition()
      self?.node.invalidate()
    }
  }

  private func endTransition() {
    (other, transition, pathBeforePop, poppedByUser) = (nil, nil, nil, nil)
  }

  /// The user leaves screens, by the back button or by `dismiss()`.
  func pop(_ count: Int) {
    guard count > 0, count <= path.count, transition == nil else { return }
    let left = top
    isDelayed = read() != path
    pathBeforePop = path
    poppedByUser = node.children.first { $0.key == left }?.node.texts
    path.removeLast(count)
    begin(leaving: left)
    writePath()
  }

  func dismiss(_ key: AnyHashable) {
    guard let element = key.base as? StackKey.Element, element.position < path.count else { return }
    pop(path.count - element.position)
  }

  /// The user begins to swipe back.
  func beginSwipe() {
    guard !path.isEmpty, transition == nil else { return }
    other = key(path.count - 2)
    transition = node.scene.begin(isInteractive: true) { [weak self] isCancelled in
      // A stack that has left the screen meanwhile has forgotten the swipe.
      guard let self, transition?.isInteractive == true else { return }
      endTransition()
      if !isCancelled {
        path.removeLast()
        writePath()
      }
      node.invalidate()
    }
    node.scene.needsUpdate()
  }

  /// Writes the path in the middle of an update.
  private func writePath() {
    isDeaf = node.scene.swallowsWrites
    node.scene.writeInUpdate(isUsers: true) { write(path) }
    node.invalidate()
  }

  func appeared() {
    node.scene.callbacks.append { [weak node] in node?.invalidate() }
  }

  /// A stack that leaves the screen drops its path, and says so.
  func disappeared() {
    isNew = true
    endTransition()
    guard !path.isEmpty else { return }
    path = []
    loaded = []
    node.scene.writeInUpdate { write([]) }
    // Releases the screens that the binding does not say.
    node.scene.callbacks.append { [weak node] in node?.invalidate() }
  }
}

private struct StackMemoryKey: EnvironmentKey {
  static var defaultValue: StackMemory? { nil }
}

extension EnvironmentValues {
  @MainActor var stack: StackMemory? {
    get { self[StackMemoryKey.self] }
    set { self[StackMemoryKey.self] = newValue }
  }
}

/// The view of an element of a path, from the closure that the root has declared.
struct DestinationView: PrimitiveView {
  let stack: StackMemory
  let key: AnyHashable

  func content(of node: Node) -> [Content] {
    guard let element = key.base as? StackKey.Element else { return [] }
    let type = ObjectIdentifier(type(of: element.value.base))
    guard let view = stack.destinations[type]?(element.value) else {
      node.scene.refuse(.noDestination, "\(element.value)")
      return []
    }
    return [Content(key: 0, view: view, environment: node.environment)]
  }
}

struct DestinationDeclaration<Base: View, Value: Hashable, Destination: View>: Modifier {
  let base: Base
  let destination: (Value) -> Destination

  func content(of node: Node) -> [Content] {
    node.environment.stack?.destinations[ObjectIdentifier(Value.self)] = { value in
      (value.base as? Value).map { destination($0) }
    }
    return [Content(key: 0, view: base, environment: node.environment)]
  }
}

extension View {
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    DestinationDeclaration(base: self, destination: destination)
  }
}
