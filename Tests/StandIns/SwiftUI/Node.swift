/// A view's place in the tree: what stays while views, which are values, come and go.
@MainActor
final class Node {
  private(set) var view: any View {
    didSet { findConformances() }
  }
  private(set) var environment: EnvironmentValues
  private(set) var children: [(key: AnyHashable, node: Node)] = []
  unowned let scene: SimulatedScene
  private(set) var isOnScreen = false
  /// What a primitive view remembers.
  var memory: AnyObject?
  /// What the properties of a view have kept.
  private var stored: [String: AnyObject] = [:]
  private(set) var isDirty = false
  /// The transaction of the change that has made this view dirty: of several, the first.
  private(set) var transaction = Transaction()
  /// The number of evaluations, so that changes of what an earlier one has read do not count.
  private var evaluations = 0

  init(_ content: Content, in scene: SimulatedScene) {
    (view, environment, self.scene) = (content.view, content.environment, scene)
    findConformances()
    evaluate()
  }

  private func findConformances() {
    primitive = view as? any PrimitiveView
    observer = view as? any AppearanceObserver
  }

  /// The types of views without connected properties, since reflection is slow.
  private static var plainViews: Set<ObjectIdentifier> = []

  private var primitive: (any PrimitiveView)?
  private var observer: (any AppearanceObserver)?

  /// Makes the next update evaluate this view.
  func invalidate() {
    if scene.isUpdating { scene.refuse(.changeDuringUpdate, "\(type(of: view))") }
    if !isDirty { transaction = Transaction.current }
    isDirty = true
    scene.needsUpdate()
  }

  /// Updates the parts of the tree that have changed.
  func updateIfNeeded() {
    if isDirty {
      scene.transaction = transaction
      return evaluate()
    }
    for child in children { child.node.updateIfNeeded() }
  }

  private func evaluate() {
    isDirty = false
    evaluations += 1
    connectProperties()
    let evaluation = evaluations
    let contents = withObservationTracking {
      primitive?.content(of: self)
        ?? [Content(key: 0, view: body(of: view), environment: environment)]
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        if let self, self.evaluations == evaluation { self.invalidate() }
      }
    }
    replaceChildren(by: contents)
    primitive?.updated(self)
  }

  private func body<V: View>(of view: V) -> any View { view.body }

  private func connectProperties() {
    guard primitive == nil, !Self.plainViews.contains(ObjectIdentifier(type(of: view))) else {
      return
    }
    var isPlain = true
    for (label, value) in Mirror(reflecting: view).children {
      guard let label, let property = value as? any ConnectedProperty else { continue }
      stored[label] = property.connect(to: self, stored[label])
      isPlain = false
    }
    if isPlain { Self.plainViews.insert(ObjectIdentifier(type(of: view))) }
  }

  private func replaceChildren(by contents: [Content]) {
    var old = Dictionary(children.map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
    let kept = contents.map { content -> Node? in
      guard let node = old[content.key], type(of: node.view) == type(of: content.view) else {
        return nil
      }
      old[content.key] = nil
      return node
    }
    for child in children where old[child.key] === child.node { child.node.remove() }
    children = zip(contents, kept).map { content, node in
      guard let node else { return (content.key, Node(content, in: scene)) }
      (node.view, node.environment) = (content.view, content.environment)
      let outer = scene.transaction
      if node.isDirty { scene.transaction = node.transaction }
      node.evaluate()
      scene.transaction = outer
      return (content.key, node)
    }
  }

  private func remove() {
    setOnScreen(false)
    removeDescendants()
  }

  private func removeDescendants() {
    primitive?.removed(self)
    for child in children { child.node.removeDescendants() }
  }

  /// Whether there is nothing that a modifier could apply to.
  private var isEmpty: Bool {
    (primitive == nil || primitive is any TransparentView)
      && children.allSatisfy { $0.key.base is PresentedKey || $0.node.isEmpty }
  }

  /// Sets whether the view is on screen, and those below it.
  func setOnScreen(_ isParentOnScreen: Bool) {
    let onScreen = isParentOnScreen && (observer == nil || !isEmpty)
    let hasChanged = onScreen != isOnScreen
    isOnScreen = onScreen
    if hasChanged { observer?.appearanceChanged(self) }
    for child in children {
      child.node.setOnScreen(onScreen && primitive?.shows(child.key, of: self) ?? true)
    }
  }

  /// This view and those below it that are on screen, without what is presented.
  var visible: [Node] {
    var nodes: [Node] = []
    addVisible(to: &nodes)
    return nodes
  }

  private func addVisible(to nodes: inout [Node]) {
    guard isOnScreen else { return }
    nodes.append(self)
    for child in children where !(child.key.base is PresentedKey) {
      child.node.addVisible(to: &nodes)
    }
  }

  /// All views of the tree.
  var all: [Node] { [self] + children.flatMap { $0.node.all } }

  /// The texts of this view and those below it.
  var texts: [String] {
    if let text = view as? Text { return [text.text] }
    return children.flatMap { $0.node.texts }
  }
}

/// A view that is told when it appears and disappears.
@MainActor
protocol AppearanceObserver {
  func appearanceChanged(_ node: Node)
}
