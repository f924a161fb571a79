import SignalboxHost
import SignalboxUIKit
import UIKit

/// Time, and the user's hands.
extension UIKitApp {
  /// Ends the running transition.
  public func endTransition() { SimulatedDevice.endTransition() }

  /// Ends all transitions; a gesture is cancelled, and an alert dismissed.
  public func rest() {
    SimulatedDevice.endGesture(isCancelled: true)
    SimulatedDevice.endTransitions()
    dismissAlert()
    SimulatedDevice.endTransitions()
  }

  /// Whether a transition or gesture runs.
  public var isInTransition: Bool { SimulatedDevice.isInTransition }

  /// Begins to swipe back in the visible stack.
  public func beginSwipe() {
    if let navigation { SimulatedDevice.beginSwipe(in: navigation) }
  }

  /// Begins to pull the topmost sheet down.
  public func beginPull() {
    if let navigation { SimulatedDevice.beginPull(navigation) }
  }

  /// Ends the gesture, or cancels it.
  public func endGesture(isCancelled: Bool = false) {
    SimulatedDevice.endGesture(isCancelled: isCancelled)
  }

  /// Taps the back button, or chooses from its menu.
  public func goBack(_ count: Int = 1) {
    if let navigation { SimulatedDevice.goBack(count, in: navigation) }
  }

  /// Taps a tab of the outermost tabs or of those below, if nothing covers them.
  public func tapTab(_ index: Int, depth: Int = 0) {
    let tabs = tabs
    guard tabs.indices.contains(depth), host.presentedViewController == nil else { return }
    SimulatedDevice.tapTab(index, of: tabs[depth])
  }

  /// The app begins to present an alert on top of everything.
  public func presentAlert() {
    navigation?.present(Alert(nibName: nil, bundle: nil), animated: true)
  }

  /// The app begins to dismiss its alert.
  public func dismissAlert() {
    (SimulatedDevice.visible(in: window) as? Alert)?.dismiss(animated: true)
  }

  private final class Alert: UIViewController {}

  /// Another part of the app pushes a controller on the visible stack.
  public func pushForeign() {
    navigation?.pushViewController(UIViewController(nibName: nil, bundle: nil), animated: true)
  }

  /// The window comes on screen.
  public func show() { window.makeKeyAndVisible() }

  /// Loads the first controllers before the window is on screen.
  public func load() { host.loadViewIfNeeded() }

  // MARK: - The system

  /// Links start the app.
  public func start(opening links: [String]) {
    navigator.open(SimulatedDevice.options(opening: links))
  }

  /// A link opens the running app.
  public func receive(_ link: String) {
    if let context = SimulatedDevice.context(link) { navigator.open([context]) }
  }

  /// A universal link opens the running app.
  public func browse(_ link: String) {
    let activity = NSUserActivity(activityType: "browsing")
    activity.webpageURL = URL(string: link)
    navigator.continue(activity)
  }
}
