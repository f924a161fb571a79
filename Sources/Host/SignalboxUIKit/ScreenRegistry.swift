#if canImport(UIKit)
  import Diagnostics
  public import Navigation
  public import SignalboxHost
  public import UIKit

  /// What the app's screens are made by, and what its tabs look like.
  ///
  ///     var registry = ScreenRegistry()
  ///     registry.screen("Order") { request in OrderViewController(id: request["id"]) }
  ///     registry.tab("account", UITabBarItem(title: "Account", image: nil, tag: 1))
  @MainActor
  public struct ScreenRegistry {
    private var screens: [TextBytes: @MainActor (ScreenRequest) -> UIViewController] = [:]
    private var coordinators: [TextBytes: @MainActor () -> any ForeignCoordinator] = [:]
    private var tabs: [TextBytes: UITabBarItem] = [:]

    /// Creates a registry without factories.
    public init() {}

    /// Sets what makes the controllers of a screen, by its name in the definition: a new one each
    /// time that the screen is opened.
    public mutating func screen(
      _ name: String, _ make: @escaping @MainActor (ScreenRequest) -> UIViewController
    ) {
      screens[TextBytes(name)] = make
    }

    /// Sets what shows a whole coordinator, a stack of the tree or a flow, in place of a navigation
    /// controller: the part of an app that does not use Signalbox yet. It is called once for a
    /// stack, and for a flow each time that it starts.
    public mutating func coordinator(
      _ name: String, _ make: @escaping @MainActor () -> any ForeignCoordinator
    ) {
      coordinators[TextBytes(name)] = make
    }

    /// Sets the item of a tab, by the name of its coordinator.
    public mutating func tab(_ coordinator: String, _ item: UITabBarItem) {
      tabs[TextBytes(coordinator)] = item
    }

    /// The screens of a definition that nothing makes, for a test of the app. They appear as empty
    /// controllers with the screen's title.
    public func missingScreens(in definition: AppDefinition) -> [String] {
      definition.screens.map { $0.name }.filter { screens[TextBytes($0)] == nil }
    }

    func controller(for request: ScreenRequest) -> UIViewController {
      if let make = screens[TextBytes(request.screen)] { return make(request) }
      let controller = UIViewController(nibName: nil, bundle: nil)
      controller.title = request.title
      return controller
    }

    func foreignCoordinator(for name: String) -> (any ForeignCoordinator)? {
      coordinators[TextBytes(name)]?()
    }

    func item(ofTab name: String) -> UITabBarItem {
      tabs[TextBytes(name)] ?? UITabBarItem(title: name, image: nil, tag: 0)
    }
  }

  /// A controller whose screen can get other values while it is shown, those of a route with
  /// `repeat: update`, or the result of a flow that it has started. Without it, the controller is
  /// replaced by a new one for other values, and does not hear of a result.
  @MainActor
  public protocol UpdatableScreen: UIViewController {
    /// Shows other values of the same screen, or a result; each has another `resultNumber`.
    func update(_ request: ScreenRequest)
  }

  /// A controller that shows the stack of a coordinator in its own way.
  ///
  /// It shows what it is asked to show. If the user moves in it, it applies the event to the
  /// navigator, and is then asked to show what follows. A flow that ends calls
  /// `Navigator.finish(result:)` in place of dismissing itself. If a screen of the coordinator has
  /// started the flow, it is asked to show the same stack, in which that screen has the result.
  @MainActor
  public protocol ForeignCoordinator: UIViewController {
    /// Shows a stack of screens, lowest first; empty until the coordinator is entered.
    func show(_ screens: [ScreenRequest])
  }
#endif
