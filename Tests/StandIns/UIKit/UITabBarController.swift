// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
public protocol UITabBarControllerDelegate: AnyObject {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
}

@MainActor
open class UITabBarController: UIViewController {
  open weak var delegate: (any UITabBarControllerDelegate)?
  private var tabs: [UIViewController] = []
  private var selected = 0

  override public init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  open var viewControllers: [UIViewController]? {
    get { tabs }
    set {
      for tab in tabs { tab.removeFromParent() }
      tabs = newValue ?? []
      for tab in tabs { addChild(tab) }
      selected = 0
    }
  }

  open var selectedIndex: Int {
    get { selected }
    set {
      guard tabs.indices.contains(newValue) else {
        return SimulatedDevice.refuse(.noSuchTab, "tab \(newValue) of \(tabs.count)")
      }
      guard newValue != selected, !SimulatedDevice.ignoresSelections else { return }
      selected = newValue
      if windowOfHierarchy != nil { selectedViewController?.viewDidAppear(false) }
    }
  }

  open var selectedViewController: UIViewController? {
    tabs.indices.contains(selected) ? tabs[selected] : nil
  }

  override func showsChild(_ child: UIViewController) -> Bool { selectedViewController === child }
}
