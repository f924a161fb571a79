public import Diagnostics
public import HostTestSupport
public import Navigation
public import SignalboxHost
import SignalboxUIKit
import TestSupport
import UIKit

extension UIKitApp: SearchableHost {
  /// Starts the app.
  public init(
    _ definition: AppDefinition, isReady: Bool, log: (@MainActor (String) -> Void)?
  ) {
    self.init(definition, isReady: isReady, isVisible: true, log: log)
  }

  /// Ends the running transition.
  public func endNext() { endTransition() }

  /// Ends the running transition; at rest, the app presents an alert, or dismisses it.
  public func vary(_ random: inout SplitMix64) {
    if isInTransition {
      endTransition()
    } else if random.chance(50) {
      presentAlert()
    } else {
      dismissAlert()
    }
  }

  /// Breaks UIKit.
  public func plant(_ fault: PlantedFault) {
    switch fault {
    case .swallowedGestures: SimulatedDevice.swallowsGestures = true
    case .ignoredSelections: SimulatedDevice.ignoresSelections = true
    }
  }

  /// What UIKit has refused.
  public var refused: [String] { Self.refused }
  /// The visible controllers that are not hidden.
  public var visible: [ShownScreen] {
    SimulatedDevice.visibleControllers(in: window).compactMap { $0 as? ScreenController }
      .filter { !$0.view.isHidden }.map { ShownScreen($0.request) }
  }
  /// The visible stacks.
  public var stacks: [[ShownScreen?]] {
    controllers.map { $0.map { ($0 as? ScreenController).map { ShownScreen($0.request) } } }
  }
  /// What UIKit's controllers show.
  public var tree: HostTree? { host.tree }
  /// The controllers of screens.
  public static var screensAlive: Int { ScreenController.count }
  /// All controllers.
  public static var objectsAlive: Int { SimulatedDevice.controllers }

  /// What is shown, and what runs.
  public var moment: HostMoment {
    let screens = presented.flatMap { Self.screens(below: $0) }
    return HostMoment(
      trees: [host.tree],
      changes: SimulatedDevice.changes.map { isGesture, leaving in
        let stack = leaving as? UINavigationController
        let screen = (stack?.viewControllers.first ?? leaving) as? ScreenController
        return .init(isGesture: isGesture, leaving: screen?.request.id, isLayer: stack != nil)
      },
      // Also if its view is not loaded yet, so that it cannot be hidden.
      hidden: Set(screens.filter { $0.navigationItem.title == nil }.map { $0.request.id }),
      isKnown: { host.request(for: $0) != nil })
  }

  /// The root of the window and all that is presented.
  private var presented: [UIViewController] {
    Array(sequence(first: host) { $0.presentedViewController })
  }

  private static func screens(below controller: UIViewController) -> [ScreenController] {
    (controller as? ScreenController).map { [$0] }
      ?? controller.children.flatMap { screens(below: $0) }
  }
}
