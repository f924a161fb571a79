// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
open class UIResponder {
  public init() {}
}

@MainActor
open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  open var isHidden = false
  open var frame = CGRect()
  open var bounds = CGRect()
  open var autoresizingMask: AutoresizingMask = []
  open var backgroundColor: UIColor?
  public internal(set) weak var superview: UIView?
  public internal(set) var subviews: [UIView] = []
  weak var controller: UIViewController?

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  open var window: UIWindow? {
    if let controller { return controller.windowOfHierarchy }
    return superview?.window
  }
}

@MainActor
open class UIWindow: UIView {
  public private(set) var isVisible = false

  override public init() {
    super.init()
  }

  public init(windowScene: UIWindowScene) {
    super.init()
  }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.rootWindow = nil
      rootViewController?.rootWindow = self
    }
  }

  open func makeKeyAndVisible() {
    isVisible = true
    guard let root = rootViewController else { return }
    root.loadViewIfNeeded()
    root.viewDidAppear(false)
  }
}
