#if canImport(UIKit)
  import Navigation
  import SignalboxHost
  import UIKit

  /// Shows one of a switch's children at a time.
  final class SwitchController: UIViewController {
    private let alternatives: [UIViewController]
    private(set) var shownIndex: Int?

    init(_ alternatives: [UIViewController]) {
      self.alternatives = alternatives
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      nil
    }

    func show(_ index: Int) {
      guard alternatives.indices.contains(index), index != shownIndex else { return }
      if let shownIndex { unembed(alternatives[shownIndex]) }
      embed(alternatives[index])
      shownIndex = index
    }
  }

  /// What shows a layer.
  @MainActor
  protocol LayerContainer: UIViewController {
    /// The layer as it was presented; `nil` for a container of the tree.
    var layer: HostLayer? { get }
    /// The controller whose layer it is; `nil` for a container of the tree.
    var owner: NavigatorViewController? { get }
  }

  /// The stack of a layer.
  final class LayerController: UINavigationController, LayerContainer {
    let layer: HostLayer?
    private(set) weak var owner: NavigatorViewController?

    init(_ layer: HostLayer, of owner: NavigatorViewController) {
      (self.layer, self.owner) = (layer, owner)
      super.init(nibName: nil, bundle: nil)
      modalPresentationStyle = layer.kind == .sheet ? .pageSheet : .fullScreen
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      nil
    }
  }

  /// A stack that a foreign coordinator shows in its own way: of the tree, or a flow.
  final class ForeignContainer: UIViewController, LayerContainer {
    let layer: HostLayer?
    private(set) weak var owner: NavigatorViewController?
    private let coordinator: any ForeignCoordinator
    /// What the coordinator was asked to show.
    private(set) var stack: [UInt64] = []

    init(
      _ coordinator: any ForeignCoordinator, for layer: HostLayer? = nil,
      of owner: NavigatorViewController? = nil
    ) {
      (self.coordinator, self.layer, self.owner) = (coordinator, layer, owner)
      super.init(nibName: nil, bundle: nil)
      modalPresentationStyle = .fullScreen
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      nil
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      embed(coordinator)
    }

    func show(_ screens: [ScreenRequest]) {
      stack = screens.map { $0.id }
      coordinator.show(screens)
      coordinator.viewIfLoaded?.isHidden = false
    }

    /// Hides all of the coordinator until it shows another stack, if it shows one of these screens.
    func hide(_ screens: Set<UInt64>) {
      if !screens.isDisjoint(with: stack) { coordinator.viewIfLoaded?.isHidden = true }
    }
  }

  extension UIViewController {
    /// Makes a controller the child that fills this one.
    func embed(_ child: UIViewController) {
      addChild(child)
      child.view.frame = view.bounds
      child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(child.view)
      child.didMove(toParent: self)
    }

    func unembed(_ child: UIViewController) {
      child.willMove(toParent: nil)
      child.view.removeFromSuperview()
      child.removeFromParent()
    }
  }
#endif
