import Navigation
import SignalboxHost

/// A surface without a framework, which refuses what frameworks punish. Transitions end when the
/// test says so.
@MainActor
final class ModelSurface: HostSurface {
  /// A change that has begun and not ended.
  struct Change {
    let target: HostTree
    /// Called when it ends; `nil` for the user's gesture.
    let ended: (@MainActor () -> Void)?
  }

  private let navigator: Navigator
  private(set) var tree: HostTree
  private(set) var hidden: Set<UInt64> = []
  /// The operations that it has refused, and why.
  private(set) var refused: [String] = []
  private(set) var change: Change?
  /// A fault that a test has planted.
  var planted: PlantedFault?
  /// What it has shown, as the app's screens would keep it.
  private var requests: [UInt64: ScreenRequest] = [:]
  /// Set by the driver's owner.
  var userActed: () -> Void = {}

  init(of navigator: Navigator) {
    self.navigator = navigator
    tree = HostTree(emptyUnder: navigator.definition)
  }

  var isBusy: Bool { change != nil && change?.ended == nil }
  var isInTransition: Bool { change != nil }
  /// The screens that can be on top now: of what was shown, and of what will be.
  var topScreens: [UInt64] {
    [tree, change?.target].compactMap { $0?.visibleScreen(in: navigator.definition) }
  }

  func perform(_ operation: HostOperation, ended: @escaping @MainActor () -> Void) {
    if let fault = fault(of: operation) { refused.append("\(operation): \(fault)") }
    var target = tree.applying(operation)
    if planted == .ignoredSelections { target.selections = tree.selections }
    for screen in target.screens where requests[screen] == nil {
      requests[screen] = navigator.request(for: screen)
      if requests[screen] == nil { refused.append("\(operation): no screen \(screen)") }
    }
    guard operation.isAnimated else {
      tree = target
      return ended()
    }
    change = Change(target: target, ended: ended)
  }

  func hide(_ screens: Set<UInt64>) { hidden = screens }

  func request(for screen: UInt64) -> ScreenRequest? { requests[screen] }

  func update(_ screen: ScreenRequest) { requests[screen.id] = screen }

  /// Why a framework would not perform an operation.
  private func fault(of operation: HostOperation) -> String? {
    if change != nil { return "a transition runs" }
    switch operation {
    case .setStack(.layer(let index), let screens, _):
      guard tree.layers.indices.contains(index) else { return "there is no such layer" }
      if screens.isEmpty { return "a layer without a screen" }
      return twice(in: screens)
    case .setStack(.coordinator(let id), let screens, _):
      if navigator.definition[id].kind != .stack { return "not a stack" }
      return twice(in: screens)
    case .select(let child, let owner):
      return navigator.definition[owner].children.indices.contains(child) ? nil : "no such child"
    case .present(let layer, _):
      if layer.stack.isEmpty { return "a layer without a screen" }
      if !Set(layer.stack).isDisjoint(with: tree.screens) { return "a screen is shown already" }
      return twice(in: layer.stack)
    case .dismiss(let index, _):
      return tree.layers.indices.contains(index) ? nil : "nothing to dismiss"
    }
  }

  private func twice(in screens: [UInt64]) -> String? {
    Set(screens).count == screens.count ? nil : "the same screen twice"
  }

  // MARK: - Time and the user

  /// Ends the running transition.
  func endTransition() {
    guard let change, let ended = change.ended else { return }
    tree = change.target
    self.change = nil
    ended()
  }

  /// The user begins to swipe back, to pull a sheet down, or to hold the back button.
  ///
  /// - Parameter screens: How many screens a pop leaves.
  func beginGesture(leaving screens: Int) {
    guard change == nil else { return }
    let place = tree.visiblePlace(in: navigator.definition)
    var target = tree
    if screens == 0, !tree.layers.isEmpty {
      target.layers.removeLast()
    } else if screens > 0, tree[place].count > screens {
      target[place].removeLast(screens)
    } else {
      return
    }
    change = Change(target: target, ended: nil)
  }

  /// The gesture ends, or is cancelled.
  func endGesture(isCancelled: Bool) {
    guard isBusy, let change else { return }
    self.change = nil
    if !isCancelled { tree = change.target }
    if planted != .swallowedGestures { userActed() }
  }

  /// The user selects another tab, which takes no time: of the outermost tabs, or of those below.
  func selectTab(_ child: Int, depth: Int) {
    let definition = navigator.definition
    var shown = [definition.root]
    while let last = shown.last, let selected = tree.selections[last.index] {
      shown.append(definition[last].children[selected])
    }
    let tabs = shown.filter { definition[$0].kind == .tabs }
    guard change == nil, tree.layers.isEmpty, tabs.indices.contains(depth),
      definition[tabs[depth]].children.indices.contains(child)
    else { return }
    tree.selections[tabs[depth].index] = child
    userActed()
  }
}
