public import Navigation
public import SignalboxHost
import SignalboxUIKit
import UIKit

/// An app on the stand-in of UIKit, and its user.
@MainActor
public struct UIKitApp {
  /// What decides.
  public let navigator: Navigator
  /// The screens that the registry does not make.
  public let missing: [String]
  let host: NavigatorViewController
  let window = UIWindow()

  /// Starts the app.
  ///
  /// - Parameters:
  ///   - isVisible: Whether the window is on screen.
  ///   - foreign: The coordinators that a `ForeignPart` shows.
  ///   - missing: The screens without a factory.
  public init(
    _ definition: AppDefinition, isReady: Bool = true, isVisible: Bool = true,
    foreign: [String: ForeignPart] = [:], without missing: [String] = [],
    log: (@MainActor (String) -> Void)? = nil
  ) {
    self.init(definition, isReady: isReady, isVisible: isVisible, log: log) { registry, _ in
      for screen in definition.screens where !missing.contains(screen.name) {
        registry.screen(screen.name) { ScreenController($0) }
      }
      for (name, part) in foreign { registry.coordinator(name) { part.make() } }
    }
  }

  init(
    _ definition: AppDefinition, isReady: Bool = true, isVisible: Bool = true,
    log: (@MainActor (String) -> Void)? = nil,
    register: (inout ScreenRegistry, Navigator) -> Void
  ) {
    SimulatedDevice.reset()
    navigator = Navigator(definition, isReady: isReady, clock: { 0 }, log: log)
    var registry = ScreenRegistry()
    register(&registry, navigator)
    self.missing = registry.missingScreens(in: definition)
    host = NavigatorViewController(navigator, registry)
    window.rootViewController = host
    if isVisible { window.makeKeyAndVisible() }
  }

  // MARK: - What is shown

  var visible: ScreenController? { SimulatedDevice.visible(in: window) as? ScreenController }
  var navigation: UINavigationController? {
    SimulatedDevice.visible(in: window)?.navigationController
  }
  var tabs: UITabBarController? { Self.tabs(in: host) }

  private static func tabs(in controller: UIViewController) -> UITabBarController? {
    if let tabs = controller as? UITabBarController { return tabs }
    return controller.children.lazy.compactMap { Self.tabs(in: $0) }.first
  }

  /// The screens of the visible stack, lowest first, each with what is presented below it:
  /// `Home Item / Login`. A hidden one is in brackets, and a controller that is no screen is `?`.
  public var shown: String {
    var stacks: [String] = []
    var controller = SimulatedDevice.visible(in: window)
    while let current = controller {
      let stack = current.navigationController?.viewControllers ?? [current]
      stacks.append(stack.map(Self.name).joined(separator: " "))
      controller = current.navigationController?.presentingViewController
        .flatMap { SimulatedDevice.visible(below: $0) }
    }
    return stacks.reversed().joined(separator: " / ")
  }

  /// The index of the selected tab; `nil` without tabs.
  public var selectedTab: Int? { tabs?.selectedIndex }

  /// The number of controllers on the visible stack.
  public var shownCount: Int { navigation?.viewControllers.count ?? 0 }

  private static func name(_ controller: UIViewController) -> String {
    guard let screen = controller as? ScreenController else { return "?" }
    let isHidden = controller.viewIfLoaded?.isHidden == true
    return isHidden ? "(\(screen.request.screen))" : screen.request.screen
  }

  /// The number of screens that exist.
  public static var screens: Int { ScreenController.count }
  /// The number of controllers that exist, screens and others.
  public static var controllers: Int { SimulatedDevice.controllers }
  /// What UIKit has refused.
  public static var refused: [String] {
    SimulatedDevice.refused.map { "\($0.rule): \($0.text)" }
  }

  // MARK: - What must hold

  /// What is wrong at any moment: an operation that UIKit refuses, or a visible screen that a closed
  /// gate has expelled.
  public var faultsNow: [String] {
    var faults = Self.refused
    for case let screen as ScreenController in SimulatedDevice.visibleControllers(in: window)
    where navigator.request(for: screen.request.id) == nil {
      if screen.view.isHidden == false, !navigator.admits(screen.request) {
        faults.append("\(screen.request.screen) is visible")
      }
    }
    return faults
  }

  /// What is wrong once all transitions have ended: UIKit shows something else than the engine
  /// wants, or a controller is alive that nothing shows.
  public func faultsAtRest() -> [String] {
    rest()
    var faults = faultsNow
    if host.tree != navigator.tree { faults.append("\(host.tree) is shown, not \(navigator.tree)") }
    if visible?.request.id != navigator.visibleScreen?.id || visible?.view.isHidden == true {
      faults.append("\(shown) is visible, not \(navigator.visibleScreen?.screen ?? "none")")
    }
    let wanted = navigator.tree.screens.count
    if Self.screens != wanted { faults.append("\(Self.screens) screens exist, not \(wanted)") }
    return faults
  }
}

extension Navigator {
  /// Whether the gates of a screen's route are open.
  fileprivate func admits(_ request: ScreenRequest) -> Bool {
    definition.routes.contains { route in
      guard definition.name(ofScreen: route) == request.screen else { return false }
      return route.gates.isSubset(of: state.openGates)
    }
  }
}
