public import Navigation
public import SignalboxHost
import SignalboxUIKit
import UIKit

/// An app that has embedded two navigators.
@MainActor
public struct NavigatorPair {
  /// What decides.
  public let navigators: [Navigator]
  private let hosts: [NavigatorViewController]
  private let root: UIViewController
  private let window = UIWindow()

  /// Starts the app, with the navigators next to each other or in tabs.
  public init(_ definition: AppDefinition, inTabs: Bool) {
    SimulatedDevice.reset()
    let navigators = (0..<2).map { _ in Navigator(definition, clock: { 0 }) }
    var registry = ScreenRegistry()
    for screen in definition.screens { registry.screen(screen.name) { ScreenController($0) } }
    hosts = navigators.map { NavigatorViewController($0, registry) }
    self.navigators = navigators
    let tabs = UITabBarController()
    root = inTabs ? tabs : UIViewController(nibName: nil, bundle: nil)
    window.rootViewController = root
    window.makeKeyAndVisible()
    if inTabs { tabs.viewControllers = hosts }
    for host in hosts {
      if !inTabs {
        root.addChild(host)
        root.view.addSubview(host.view)
      }
      host.loadViewIfNeeded()
    }
  }

  /// Selects a tab.
  public func select(_ tab: Int) { (root as? UITabBarController)?.selectedIndex = tab }

  /// Pulls the topmost layer down.
  public func pull() {
    guard let layer = presented.last else { return }
    SimulatedDevice.beginPull(layer)
    SimulatedDevice.endGesture(isCancelled: false)
  }

  /// Ends all transitions.
  public func rest() { SimulatedDevice.endTransitions() }

  /// For each navigator, whether its controller shows what it should.
  public var agree: [Bool] { zip(hosts, navigators).map { $0.tree == $1.tree } }

  /// The title of each presented screen, lowest first.
  public var layers: [String] {
    presented.compactMap { SimulatedDevice.visible(below: $0)?.title }
  }

  private var presented: [UIViewController] {
    Array(sequence(first: root) { $0.presentedViewController }.dropFirst())
  }

  /// What UIKit has refused.
  public var refused: [String] { UIKitApp.refused }
}
