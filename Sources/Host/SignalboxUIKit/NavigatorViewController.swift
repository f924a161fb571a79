#if canImport(UIKit)
  import Navigation
  public import SignalboxHost
  public import UIKit

  /// Shows the screens of a navigator: a navigation controller for each stack, a tab bar controller
  /// for tabs, a container for a switch, and presented navigation controllers for sheets, covers
  /// and flows. It is the root of a window, or a child of a controller of an existing app.
  ///
  /// Nothing else pushes, pops, presents or dismisses screens: the app calls the navigator. What it
  /// presents in addition, such as an alert, is dismissed when a layer is presented or dismissed.
  /// The layers of another navigator are not: this one presents when they are dismissed.
  public final class NavigatorViewController: UIViewController {
    /// What decides which screens are shown.
    public let navigator: Navigator
    private let registry: ScreenRegistry
    private(set) var driver: HostDriver?
    /// The containers of the tree, indexed like the coordinators; `nil` for flows.
    private var containers: [UIViewController?]
    /// The screens that are shown or will be.
    private var screens: [UInt64: (request: ScreenRequest, controller: UIViewController)] = [:]
    /// Those of the screens whose controllers show old values, and are to be replaced.
    private var outdated: Set<UInt64> = []
    /// Whether a transition runs that the user has started.
    private var isUserActing = false
    /// Whether an operation of the driver runs.
    private var isPerforming = false
    /// A presentation that waits until this controller is in a window.
    private var presentation: (@MainActor () -> Void)?
    /// Presentations of other navigators, which wait until no layer of this one is in their way.
    private var othersPresentations: [@MainActor () -> Void] = []

    /// Creates a controller that shows the navigator's screens as soon as its view is loaded.
    public init(_ navigator: Navigator, _ registry: ScreenRegistry) {
      (self.navigator, self.registry) = (navigator, registry)
      containers = navigator.definition.coordinators.map { _ in nil }
      super.init(nibName: nil, bundle: nil)
      makeContainer(of: navigator.definition.root)
    }

    /// Not available: a navigator cannot be decoded.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      nil
    }

    /// Embeds the containers, and shows the first screens in them.
    override public func viewDidLoad() {
      super.viewDidLoad()
      if let root = containers[navigator.definition.root.index] { embed(root) }
      let driver = HostDriver(navigator, surface: self)
      self.driver = driver
      driver.start()
    }

    /// Presents what has waited for a window.
    override public func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      let presentation = presentation.take()
      presentation?()
    }

    /// Makes the container of a coordinator, and those below it.
    @discardableResult
    private func makeContainer(of id: Identifier<Coordinator>) -> UIViewController {
      let coordinator = navigator.definition[id]
      let children = coordinator.children.map { makeContainer(of: $0) }
      let container: UIViewController
      switch coordinator.kind {
      case .tabs:
        let tabs = UITabBarController()
        for (tab, child) in zip(coordinator.children, children) {
          child.tabBarItem = registry.item(ofTab: navigator.definition[tab].name)
        }
        tabs.viewControllers = children
        tabs.delegate = self
        container = tabs
      case .switch: container = SwitchController(children)
      case .stack, .flow:
        let foreign = registry.foreignCoordinator(for: coordinator.name)
        container = foreign.map { ForeignContainer($0) } ?? makeStack()
      }
      containers[id.index] = container
      return container
    }

    private func makeStack() -> UINavigationController {
      let stack = UINavigationController()
      stack.delegate = self
      return stack
    }
  }

  // MARK: - What is shown

  extension NavigatorViewController: HostSurface {
    /// Read from UIKit's controllers. A controller that is not a screen of the navigator, or is
    /// outdated, has the id 0, which no screen has, so that the next operation removes it.
    public var tree: HostTree {
      let current = screens.filter { !outdated.contains($0.key) }
      let ids = Dictionary(
        current.map { (ObjectIdentifier($0.value.controller), $0.key) }, uniquingKeysWith: max)
      func shown(in container: UIViewController) -> [UInt64] {
        if let foreign = container as? ForeignContainer { return foreign.stack }
        let stack = container as? UINavigationController
        return stack?.viewControllers.map { ids[ObjectIdentifier($0)] ?? 0 } ?? []
      }
      var tree = HostTree(emptyUnder: navigator.definition)
      for (index, container) in containers.enumerated() {
        switch container {
        case let tabs as UITabBarController: tree.selections[index] = tabs.selectedIndex
        case let container as SwitchController: tree.selections[index] = container.shownIndex
        case let container?: tree.stacks[index] = shown(in: container)
        case nil: break
        }
      }
      tree.layers = layers.compactMap { container in
        container.layer.map {
          HostLayer(kind: $0.kind, coordinator: $0.coordinator, stack: shown(in: container))
        }
      }
      return tree
    }

    /// Whether a transition runs that the user has started.
    public var isBusy: Bool { isUserActing }

    /// What a screen was made from.
    public func request(for screen: UInt64) -> ScreenRequest? { screens[screen]?.request }

    /// Gives a screen other values, or a result. A controller that does not take values is
    /// replaced.
    public func update(_ screen: ScreenRequest) {
      for container in (containers + layers).compactMap({ $0 as? ForeignContainer })
      where container.stack.contains(screen.id) {
        container.show(container.stack.compactMap { navigator.request(for: $0) })
      }
      guard let shown = screens[screen.id] else { return }
      let controller = shown.controller as? any UpdatableScreen
      if controller == nil, shown.request.resultNumber == screen.resultNumber {
        outdated.insert(screen.id)
        return
      }
      controller?.update(screen)
      screens[screen.id]?.request = screen
    }

    /// Hides the content of screens and their titles.
    public func hide(_ hidden: Set<UInt64>) {
      for controller in hidden.compactMap({ screens[$0]?.controller }) {
        controller.viewIfLoaded?.isHidden = true
        controller.navigationItem.title = nil
      }
      for container in containers + layers { (container as? ForeignContainer)?.hide(hidden) }
    }

    /// The controllers of the layers, lowest first, without what the app or another navigator
    /// presents: UIKit also reports what ancestors present.
    private var layers: [any LayerContainer] {
      presented(by: self).compactMap { $0 as? any LayerContainer }.filter { $0.owner === self }
    }

    /// All that is presented on top of a controller, lowest first.
    private func presented(by controller: UIViewController) -> [UIViewController] {
      Array(sequence(first: controller) { $0.presentedViewController }.dropFirst())
    }

    /// The transition that presents or dismisses something that is not a layer of this navigator.
    private var othersTransition: (any UIViewControllerTransitionCoordinator)? {
      presented(by: self).lazy.filter { ($0 as? any LayerContainer)?.owner !== self }
        .compactMap { $0.transitionCoordinator }.first
    }
  }

  // MARK: - Operations

  extension NavigatorViewController {
    /// Performs an operation of the driver.
    public func perform(_ operation: HostOperation, ended: @escaping @MainActor () -> Void) {
      isPerforming = true
      let finish: @MainActor () -> Void = { [weak self] in
        self?.isPerforming = false
        ended()
        self?.forgetScreens()
      }
      switch operation {
      case .setStack(let place, let screens, let animated):
        setStack(at: place, screens, animated: animated, finish)
      case .select(let child, let owner):
        switch containers[owner.index] {
        case let tabs as UITabBarController: tabs.selectedIndex = child
        case let container as SwitchController: container.show(child)
        default: break
        }
        finish()
      case .present(let layer, let animated):
        present(makeContainer(of: layer), animated, finish)
      case .dismiss(let index, let animated):
        dismiss(from: index, animated, finish)
      }
    }

    private func makeContainer(of layer: HostLayer) -> any LayerContainer {
      let foreign =
        layer.kind == .flow
        ? registry.foreignCoordinator(for: navigator.definition[layer.coordinator].name) : nil
      if let foreign {
        let container = ForeignContainer(foreign, for: layer, of: self)
        container.show(layer.stack.compactMap { navigator.request(for: $0) })
        return container
      }
      let container = LayerController(layer, of: self)
      container.delegate = self
      container.setViewControllers(controllers(of: layer.stack), animated: false)
      container.presentationController?.delegate = self
      return container
    }

    private func setStack(
      at place: StackPlace, _ screens: [UInt64], animated: Bool,
      _ finish: @MainActor @escaping () -> Void
    ) {
      let container: UIViewController?
      switch place {
      case .coordinator(let id): container = containers[id.index]
      case .layer(let index): container = layers.indices.contains(index) ? layers[index] : nil
      }
      if let stack = container as? UINavigationController {
        stack.setViewControllers(controllers(of: screens), animated: animated)
        if animated, let transition = stack.transitionCoordinator {
          transition.animate(alongsideTransition: nil) { _ in finish() }
          return
        }
      }
      let foreign = container as? ForeignContainer
      foreign?.show(screens.compactMap { navigator.request(for: $0) })
      finish()
    }

    /// Presents a layer on top of all others, once this controller is in a window, what the app
    /// presents is dismissed, and no layer of another navigator is in the way.
    private func present(
      _ controller: any LayerContainer, _ animated: Bool, _ finish: @escaping @MainActor () -> Void
    ) {
      let again: @MainActor () -> Void = { [weak self] in
        self?.present(controller, animated, finish)
      }
      guard viewIfLoaded?.window != nil else {
        presentation = again
        return
      }
      if let othersTransition {
        othersTransition.animate(alongsideTransition: nil) { _ in again() }
        return
      }
      let presenter = layers.last ?? self
      let above = presented(by: presenter)
      if let other = above.lazy.compactMap({ ($0 as? any LayerContainer)?.owner }).first {
        other.othersPresentations.append(again)
      } else if !above.isEmpty {
        presenter.dismiss(animated: false, completion: again)
      } else {
        presenter.present(controller, animated: animated, completion: finish)
      }
    }

    /// Dismisses layers, with what the app presents on top of them.
    private func dismiss(
      from index: Int, _ animated: Bool, _ finish: @escaping @MainActor () -> Void
    ) {
      if let othersTransition {
        othersTransition.animate(alongsideTransition: nil) { [weak self] _ in
          self?.dismiss(from: index, animated, finish)
        }
        return
      }
      let leaving = layers.dropFirst(index)
      guard let presenter = leaving.first?.presentingViewController else { return finish() }
      presenter.dismiss(animated: animated) {
        for layer in leaving { (layer as? LayerController)?.viewControllers = [] }
        finish()
      }
    }

    private func controllers(of ids: [UInt64]) -> [UIViewController] {
      ids.compactMap { id in
        if let screen = screens[id], outdated.remove(id) == nil { return screen.controller }
        guard let request = navigator.request(for: id) else { return nil }
        let controller = registry.controller(for: request)
        screens[id] = (request, controller)
        return controller
      }
    }

    /// Releases the controllers of screens that are neither shown nor wanted; not during an
    /// operation, in which one that leaves may have to be hidden. Other navigators then present.
    private func forgetScreens() {
      guard !isPerforming else { return }
      let shown = Set(tree.screens)
      screens = screens.filter { shown.contains($0.key) || navigator.request(for: $0.key) != nil }
      outdated.formIntersection(screens.keys)
      let presentations = othersPresentations
      othersPresentations = []
      for present in presentations { present() }
    }
  }

  // MARK: - The user

  extension NavigatorViewController: UINavigationControllerDelegate {
    /// Waits for the end of a transition that the user has started.
    public func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) {
      guard !isPerforming, let transition = navigationController.transitionCoordinator else {
        return
      }
      isUserActing = true
      transition.animate(alongsideTransition: nil) { [weak self] _ in self?.userActEnded() }
    }

    /// Reports a change that had no transition.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      if !isPerforming { userActEnded() }
    }

    private func userActEnded() {
      isUserActing = false
      driver?.userActed()
      forgetScreens()
    }
  }

  extension NavigatorViewController: UITabBarControllerDelegate {
    /// Leaves the selection to the navigator, which can ask for a login first.
    public func tabBarController(
      _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
      if let index = containers.firstIndex(where: { $0 === viewController }) {
        navigator.select(tab: navigator.definition.coordinators[index].name)
      }
      return false
    }
  }

  extension NavigatorViewController: UIAdaptivePresentationControllerDelegate {
    /// Lets a sheet be pulled down if the engine would dismiss it now.
    public func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool {
      guard driver?.isAtRest == true else { return false }
      var state = navigator.state
      return state.apply(.dismiss, in: navigator.definition).outcome == .moved
    }

    /// Asks the question about unsaved work that prevents a sheet from being pulled down.
    public func presentationControllerDidAttemptToDismiss(
      _ presentationController: UIPresentationController
    ) {
      if driver?.isAtRest == true { navigator.dismiss() }
    }

    /// Waits until the sheet is dismissed, or the gesture is cancelled.
    public func presentationControllerWillDismiss(
      _ presentationController: UIPresentationController
    ) {
      guard let transition = presentationController.presentedViewController.transitionCoordinator
      else { return }
      isUserActing = true
      transition.animate(alongsideTransition: nil) { [weak self] context in
        if context.isCancelled { self?.userActEnded() }
      }
    }

    /// Reports that the user has dismissed a sheet. Its screens can be wanted again, elsewhere.
    public func presentationControllerDidDismiss(
      _ presentationController: UIPresentationController
    ) {
      (presentationController.presentedViewController as? LayerController)?.viewControllers = []
      userActEnded()
    }
  }
#endif
