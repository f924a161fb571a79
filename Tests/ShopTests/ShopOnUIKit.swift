import ShopModels
import SignalboxHost
import UIKit

@testable import ShopUIKit

/// The app on the stand-in of UIKit, as the system runs it. A file that imports `Testing` cannot
/// import a module named `UIKit`.
@MainActor
struct ShopOnUIKit: RunningShop {
  let shop: Shop
  private let delegate: SceneDelegate

  init(_ shop: Shop, opening links: [String]) {
    SimulatedDevice.reset()
    let (session, options) = (SimulatedDevice.session(), SimulatedDevice.options(opening: links))
    let configuration = AppDelegate().application(
      .shared, configurationForConnecting: session, options: options)
    let delegate = (configuration.delegateClass as? SceneDelegate.Type)?.init()
    self.shop = shop
    self.delegate = delegate ?? SceneDelegate()
    self.delegate.shop = shop
    self.delegate.scene(SimulatedDevice.scene(), willConnectTo: session, options: options)
    rest()
  }

  private var window: UIWindow { delegate.window ?? UIWindow() }
  private var visible: UIViewController? { SimulatedDevice.visible(in: window) }

  private func rest() {
    while SimulatedDevice.isInTransition { SimulatedDevice.endTransition() }
  }

  func tap(_ button: String) {
    SimulatedDevice.tap(button, in: window)
    rest()
  }

  func type(_ text: String) { SimulatedDevice.type(text, in: window) }

  func tapTab(_ index: Int) {
    var controller = visible
    while let current = controller, !(current is UITabBarController) { controller = current.parent }
    if let tabs = controller as? UITabBarController { SimulatedDevice.tapTab(index, of: tabs) }
    rest()
  }

  func swipeBack() {
    if let stack = visible?.navigationController { SimulatedDevice.beginSwipe(in: stack) }
    SimulatedDevice.endGesture(isCancelled: false)
    rest()
  }

  func pullDown() {
    if let sheet = visible?.navigationController { SimulatedDevice.beginPull(sheet) }
    SimulatedDevice.endGesture(isCancelled: false)
    rest()
  }

  func open(_ link: String) {
    if let context = SimulatedDevice.context(link) {
      delegate.scene(SimulatedDevice.scene(), openURLContexts: [context])
    }
    rest()
  }

  var stacks: [[String?]] {
    var stacks: [[String?]] = []
    var controller = visible
    while let current = controller {
      let stack = current.navigationController
      stacks.append((stack?.viewControllers ?? [current]).map { $0.navigationItem.title })
      controller = stack?.presentingViewController.flatMap { SimulatedDevice.visible(below: $0) }
    }
    return stacks.reversed()
  }

  var texts: [String] { SimulatedDevice.texts(in: window) }
  var refused: [String] { SimulatedDevice.refused.map { "\($0.rule): \($0.text)" } }
}
