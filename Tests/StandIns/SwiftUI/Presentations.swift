// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A view that presents another one while its item is not `nil`.
struct PresentingView<Base: View, Item: Identifiable, Presented: View>: TransparentView,
  AppearanceObserver
{
  let base: Base
  let item: Binding<Item?>
  let isCover: Bool
  let onDismiss: (() -> Void)?
  let presented: (Item) -> Presented

  func content(of node: Node) -> [Content] {
    let memory = node.memory as? Presentation ?? Presentation(node, isCover: isCover)
    node.memory = memory
    memory.write = { item.wrappedValue = nil }
    memory.onDismiss = onDismiss
    let wanted = item.wrappedValue
    memory.follow(wanted.map { ($0.id, presented($0)) })
    let base = Content(key: 0, view: base, environment: node.environment)
    guard let shown = memory.shown else { return [base] }
    var environment = node.environment
    environment.presentation = memory
    environment.dismiss = DismissAction { [weak memory] in memory?.dismissByUser() }
    return [
      base,
      Content(key: PresentedKey(id: shown.id), view: shown.view, environment: environment),
    ]
  }

  func shows(_ key: AnyHashable, of node: Node) -> Bool {
    guard let memory = node.memory as? Presentation, !(key.base is PresentedKey) else {
      return true
    }
    return !(memory.isCover && memory.shown != nil && !memory.isMoving)
  }

  func updated(_ node: Node) {
    let child = node.children.first { $0.key.base is PresentedKey }
    (node.memory as? Presentation)?.content = child?.node
  }

  func removed(_ node: Node) { (node.memory as? Presentation)?.removed() }

  func appearanceChanged(_ node: Node) {
    guard node.isOnScreen else { return }
    node.scene.callbacks.append { [weak node] in node?.invalidate() }
  }
}

struct PresentedKey: Hashable {
  let id: AnyHashable
}

/// What can present one view at a time: the window, or what is presented.
@MainActor
class Presenter {
  weak var content: Node?
  weak var presented: Presentation?
  /// Whether it is being presented or dismissed.
  var isMoving = false
  /// Whether the user is pulling it down.
  var isPulled = false
  var isDismissDisabled = false
}

/// A presentation of a view.
@MainActor
final class Presentation: Presenter {
  let isCover: Bool
  private(set) var shown: (id: AnyHashable, view: any View)?
  var write: () -> Void = {}
  var onDismiss: (() -> Void)?
  private unowned let node: Node
  private(set) var refusedID: AnyHashable?

  init(_ node: Node, isCover: Bool) {
    (self.node, self.isCover) = (node, isCover)
  }

  private var presenter: Presenter { node.environment.presentation ?? node.scene.window }

  /// Presents what the binding says, or dismisses.
  func follow(_ wanted: (id: AnyHashable, view: any View)?) {
    guard let shown else {
      if let wanted { present(wanted) }
      return
    }
    if let wanted, wanted.id == shown.id {
      self.shown = wanted
    } else if !isMoving, !isPulled, presented?.isMoving != true {
      beginDismissal()
    }
  }

  private func present(_ wanted: (id: AnyHashable, view: any View)) {
    guard node.isOnScreen, !presenter.isPulled else { return }
    guard presenter.presented == nil, !presenter.isMoving else {
      if refusedID != wanted.id {
        node.scene.refuse(
          presenter.isMoving ? .presentDuringTransition : .presentOverPresentation, "\(wanted.id)")
      }
      refusedID = wanted.id
      return
    }
    shown = wanted
    presenter.presented = self
    isMoving = true
    node.scene.begin(isAnimated: !node.scene.transaction.disablesAnimations) { [weak self] _ in
      self?.isMoving = false
      self?.node.scene.invalidatePresentations()
    }
  }

  private func beginDismissal() {
    isMoving = true
    node.scene.begin(isAnimated: !node.scene.transaction.disablesAnimations) { [weak self] _ in
      self?.endDismissal()
    }
  }

  /// The presented view is removed, the binding is written once more, and `onDismiss` comes later.
  private func endDismissal() {
    guard shown != nil else { return }
    isMoving = false
    isPulled = false
    shown = nil
    if presenter.presented === self { presenter.presented = nil }
    let scene = node.scene
    scene.writeInUpdate(isUsers: false) { write() }
    scene.later("onDismiss") { [weak self] in self?.onDismiss?() }
    scene.invalidatePresentations()
  }

  func removed() {
    if shown != nil, presenter.presented === self { presenter.presented = nil }
    shown = nil
  }

  /// The user begins to pull a sheet down.
  func beginPull() {
    guard !isCover, !isMoving, !isPulled, presented == nil, !isDismissDisabled else { return }
    isPulled = true
    node.scene.begin(isInteractive: true) { [weak self] isCancelled in
      guard let self else { return }
      isPulled = false
      if isCancelled { return node.scene.invalidatePresentations() }
      node.scene.writeInUpdate(isUsers: true) { write() }
      endDismissal()
    }
  }

  /// The view calls `dismiss()`.
  func dismissByUser() {
    guard shown != nil, !isMoving, !isPulled else { return }
    node.scene.writeInUpdate(isUsers: true) { write() }
    node.invalidate()
  }
}

private struct PresentationKey: EnvironmentKey {
  static var defaultValue: Presentation? { nil }
}

extension EnvironmentValues {
  @MainActor var presentation: Presentation? {
    get { self[PresentationKey.self] }
    set { self[PresentationKey.self] = newValue }
  }
}

struct DismissDisabledView<Base: View>: Modifier {
  let base: Base
  let isDisabled: Bool

  func updated(_ node: Node) { node.environment.presentation?.isDismissDisabled = isDisabled }
}

extension View {
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(
      base: self, item: item, isCover: false, onDismiss: onDismiss, presented: content)
  }

  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(
      base: self, item: item, isCover: true, onDismiss: onDismiss, presented: content)
  }

  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    DismissDisabledView(base: self, isDisabled: isDisabled)
  }
}
