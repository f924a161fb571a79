// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {}
}

@MainActor
open class UINavigationController: UIViewController {
  open weak var delegate: (any UINavigationControllerDelegate)?
  private var controllers: [UIViewController] = []

  override public init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  open var viewControllers: [UIViewController] {
    get { controllers }
    set { setViewControllers(newValue, animated: false) }
  }

  open var topViewController: UIViewController? { controllers.last }

  open func pushViewController(_ controller: UIViewController, animated: Bool) {
    setViewControllers(controllers + [controller], animated: animated)
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard controllers.count > 1 else { return nil }
    let top = controllers.last
    setViewControllers(controllers.dropLast(), animated: animated)
    return top
  }

  open func setViewControllers(_ new: [UIViewController], animated: Bool) {
    if let transition = ownTransition {
      return SimulatedDevice.refuse(
        transition.isInteractive ? .duringSwipe : .duringTransition,
        "a stack changes during a transition")
    }
    guard Set(new.map { ObjectIdentifier($0) }).count == new.count else {
      return SimulatedDevice.refuse(.pushedTwice, "a controller is on the stack already")
    }
    if new.contains(where: { $0 is UINavigationController }) {
      return SimulatedDevice.refuse(.pushedContainer, "a navigation controller is pushed")
    }
    if new.contains(where: { $0.parent != nil && $0.parent !== self }) {
      return SimulatedDevice.refuse(.hierarchy, "a pushed controller has another parent")
    }
    let isVisible = windowOfHierarchy != nil && presentedViewController == nil
    let top = controllers.last
    guard animated, isVisible, top != nil, new.last != nil, top !== new.last else {
      replace(controllers, with: new)
      guard let shown = new.last, top !== shown, isVisible else { return }
      delegate?.navigationController(self, willShow: shown, animated: false)
      delegate?.navigationController(self, didShow: shown, animated: false)
      return
    }
    change(to: new, isInteractive: false)
  }

  /// Begins an animated change. Until it ends, the stack is what it will be.
  func change(to new: [UIViewController], isInteractive: Bool) {
    let old = controllers
    let transition = Transition(of: self, leaving: old.last, isInteractive: isInteractive)
    for controller in new where controller.parent == nil { addChild(controller) }
    controllers = new
    new.last?.loadViewIfNeeded()
    transition.ended = { [weak self] isCancelled in
      self?.replace(isCancelled ? new : old, with: isCancelled ? old : new)
    }
    transition.finished = { [weak self] isCancelled in
      guard !isCancelled, !SimulatedDevice.swallowsGestures, let self, let shown = controllers.last
      else { return }
      delegate?.navigationController(self, didShow: shown, animated: true)
    }
    SimulatedDevice.begin(transition)
    if let shown = new.last {
      delegate?.navigationController(self, willShow: shown, animated: true)
    }
  }

  private func replace(_ old: [UIViewController], with new: [UIViewController]) {
    controllers = new
    for controller in old where !new.contains(where: { $0 === controller }) {
      controller.removeFromParent()
    }
    for controller in new where controller.parent == nil { addChild(controller) }
    new.last?.loadViewIfNeeded()
  }

  override func showsChild(_ child: UIViewController) -> Bool { controllers.last === child }
}
