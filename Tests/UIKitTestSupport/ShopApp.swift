import UIKit

/// The app of docs/ios.md, as the system runs it.
@MainActor
public struct ShopApp {
  private let delegate = SceneDelegate()

  /// Starts the app with links that open it.
  public init(opening links: [String] = []) {
    SimulatedDevice.reset()
    delegate.scene(
      SimulatedDevice.scene(), willConnectTo: SimulatedDevice.session(),
      options: SimulatedDevice.options(opening: links))
    rest()
  }

  /// The visible controller's type.
  public var shown: String { visible.map { "\(type(of: $0))" } ?? "none" }

  private var visible: UIViewController? {
    delegate.window.flatMap { SimulatedDevice.visible(in: $0) }
  }

  private func rest() {
    while SimulatedDevice.isInTransition { SimulatedDevice.endTransition() }
  }

  /// A link opens the running app.
  public func receive(_ link: String) {
    guard let context = SimulatedDevice.context(link) else { return }
    delegate.scene(SimulatedDevice.scene(), openURLContexts: [context])
    rest()
  }

  /// A universal link opens the running app.
  public func browse(_ link: String) {
    let activity = NSUserActivity(activityType: "browsing")
    activity.webpageURL = URL(string: link)
    delegate.scene(SimulatedDevice.scene(), continue: activity)
    rest()
  }

  /// Taps the visible screen.
  public func choose() {
    (visible as? HomeViewController)?.choose()
    rest()
  }

  /// Logs in on the visible screen.
  public func logIn() {
    (visible as? LoginViewController)?.succeed(as: "ada")
    rest()
  }

  /// Closes the visible login.
  public func closeLogin() {
    (visible as? LoginViewController)?.close()
    rest()
  }
}
