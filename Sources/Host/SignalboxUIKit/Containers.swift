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

  /// The stack of a layer.
  final class LayerController: UINavigationController {
    private let layer: HostLayer

    init(_ layer: HostLayer) {
      self.layer = layer
      super.init(nibName: nil, bundle: nil)
      modalPresentationStyle = layer.kind == .sheet ? .pageSheet : .fullScreen
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      nil
    }

    /// The layer with these screens.
    func layer(showing screens: [UInt64]) -> HostLayer {
      HostLayer(kind: layer.kind, coordinator: layer.coordinator, stack: screens)
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
