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
        // Every other one is replaced when it is updated.
        let isUpdatable = screen.name.utf8.last?.isMultiple(of: 2) ?? false
        registry.screen(screen.name) {
          isUpdatable ? UpdatableController($0) : ScreenController($0)
        }
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

  var navigation: UINavigationController? {
    SimulatedDevice.visible(in: window)?.navigationController
  }
  /// The visible tab bar controllers, outermost first.
  var tabs: [UITabBarController] {
    sequence(first: SimulatedDevice.visible(below: host) ?? host) { $0.parent }
      .compactMap { $0 as? UITabBarController }.reversed()
  }

  /// The controllers of the visible stack of the window and of each presentation, lowest first.
  var controllers: [[UIViewController]] {
    var stacks: [[UIViewController]] = []
    var controller = SimulatedDevice.visible(in: window)
    while let current = controller {
      stacks.append(current.navigationController?.viewControllers ?? [current])
      var root = current
      while let parent = root.parent { root = parent }
      controller = root.presentingViewController.flatMap { SimulatedDevice.visible(below: $0) }
    }
    return stacks.reversed()
  }

  /// The screens of the visible stacks: `Home Item / Login`. A hidden one is in brackets, and a
  /// controller that is no screen is `?`.
  public var shown: String {
    controllers.map { $0.map(Self.name).joined(separator: " ") }.joined(separator: " / ")
  }

  /// The index of the selected tab; `nil` without tabs.
  public var selectedTab: Int? { tabs.first?.selectedIndex }

  /// For each screen of the visible stack, the result that its controller has.
  public var results: [String?] {
    (navigation?.viewControllers ?? []).map { ($0 as? ScreenController)?.request.result }
  }

  /// The number of controllers on the visible stack.
  public var shownCount: Int { navigation?.viewControllers.count ?? 0 }

  private static func name(_ controller: UIViewController) -> String {
    guard let screen = controller as? ScreenController else { return "?" }
    let isHidden = controller.viewIfLoaded?.isHidden == true
    return isHidden ? "(\(screen.request.screen))" : screen.request.screen
  }

  /// What UIKit has refused.
  public static var refused: [String] {
    SimulatedDevice.refused.map { "\($0.rule): \($0.text)" }
  }
}
