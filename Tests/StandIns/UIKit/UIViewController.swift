// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public enum UIModalPresentationStyle: Sendable {
  case automatic, fullScreen, pageSheet
}

@MainActor
public final class UINavigationItem {
  public var title: String?
}

@MainActor
public final class UITabBarItem {
  public var title: String?
  public var tag: Int

  public init(title: String?, image: UIImage?, tag: Int) {
    (self.title, self.tag) = (title, tag)
  }
}

public final class UIImage: Sendable {
  public init?(systemName: String) {}
}

@MainActor
open class UIViewController: UIResponder {
  public let navigationItem = UINavigationItem()
  open var tabBarItem: UITabBarItem! = UITabBarItem(title: nil, image: nil, tag: 0)
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var isModalInPresentation = false
  public internal(set) weak var parent: UIViewController?
  public internal(set) var children: [UIViewController] = []
  /// What this controller itself presents.
  var ownPresented: UIViewController?
  public internal(set) weak var presentingViewController: UIViewController?
  /// Of a presentation, a dismissal, or of the navigation controller.
  weak var ownTransition: Transition?
  weak var rootWindow: UIWindow?
  private var loadedView: UIView?
  private var storedPresentationController: UIPresentationController?

  public init(nibName: String?, bundle: Bundle?) {
    super.init()
    SimulatedDevice.controllers += 1
  }

  override public convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) {
    super.init()
    SimulatedDevice.controllers += 1
  }

  isolated deinit { SimulatedDevice.controllers -= 1 }

  open var title: String? {
    didSet { navigationItem.title = title }
  }

  // MARK: - The view

  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView = newValue
      newValue?.controller = self
    }
  }

  open var viewIfLoaded: UIView? { loadedView }

  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  open func loadView() { view = UIView() }

  open func viewDidLoad() {}

  open func viewDidAppear(_ animated: Bool) {}

  // MARK: - Containment

  open func addChild(_ child: UIViewController) {
    guard child.parent == nil || child.parent === self else {
      return SimulatedDevice.refuse(.hierarchy, "the child has another parent")
    }
    guard child.parent == nil else { return }
    child.parent = self
    children.append(child)
  }

  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  open func willMove(toParent parent: UIViewController?) {}

  open func didMove(toParent parent: UIViewController?) {}

  open var navigationController: UINavigationController? {
    (parent as? UINavigationController) ?? parent?.navigationController
  }

  /// What this controller or one of its ancestors presents.
  open var presentedViewController: UIViewController? {
    ownPresented ?? parent?.presentedViewController
  }

  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    ownTransition ?? parent?.transitionCoordinator
  }

  /// Whether this container shows a child's view.
  func showsChild(_ child: UIViewController) -> Bool {
    child.viewIfLoaded?.superview === viewIfLoaded
  }

  /// The window that the view is in.
  var windowOfHierarchy: UIWindow? {
    if let rootWindow { return rootWindow.isVisible ? rootWindow : nil }
    if let parent { return parent.showsChild(self) ? parent.windowOfHierarchy : nil }
    return presentingViewController?.windowOfHierarchy
  }

  open var presentationController: UIPresentationController? {
    if let storedPresentationController { return storedPresentationController }
    storedPresentationController = UIPresentationController(self)
    return storedPresentationController
  }
}

@MainActor
open class UIPresentationController {
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  private unowned let controller: UIViewController

  init(_ controller: UIViewController) {
    self.controller = controller
  }

  public var presentedViewController: UIViewController { controller }
}

@MainActor
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController)
    -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool { true }
  public func presentationControllerWillDismiss(
    _ presentationController: UIPresentationController
  ) {}
  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {}
  public func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  ) {}
}
