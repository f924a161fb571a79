import Navigation
import SignalboxHost
import SignalboxUIKit
import UIKit

// The code of docs/ios.md.

extension PluginDraft {
  static var shop: PluginDraft {
    var shop = PluginDraft("shop")
    shop.links("shop://")
    shop.gate("login", challenge: "/login")
    shop.tabs("main", ["home", "account"])
    shop.stack("home", start: "/")
    shop.stack("account", start: "/account", gates: ["login"])
    shop.route("/", screen: "Home")
    shop.route("/account", screen: "Account")
    shop.route("/login", screen: "Login") { $0.presentation = .sheet }
    shop.route("/items/:id", screen: "Item") { $0.coordinator = "home" }
    shop.screen("Home") { $0.taps = [("first", "/items/1")] }
    return shop
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var navigator: Navigator?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene,
      let definition = try? AppDefinition(plugins: [.shop])
    else { return }
    let navigator = Navigator(definition, isReady: false)
    let window = UIWindow(windowScene: scene)
    window.rootViewController = NavigatorViewController(navigator, .shop(navigator))
    window.makeKeyAndVisible()
    navigator.open(options)
    navigator.ready()
    (self.navigator, self.window) = (navigator, window)
  }

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    navigator?.open(contexts)
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    navigator?.continue(activity)
  }
}

extension ScreenRegistry {
  static func shop(_ navigator: Navigator) -> ScreenRegistry {
    var registry = ScreenRegistry()
    registry.screen("Home") { _ in HomeViewController(navigator) }
    registry.screen("Account") { _ in AccountViewController() }
    registry.screen("Login") { _ in LoginViewController(navigator) }
    registry.screen("Item") { request in ItemViewController(id: request["id"] ?? "") }
    registry.tab("home", UITabBarItem(title: "Home", image: nil, tag: 0))
    registry.tab("account", UITabBarItem(title: "Account", image: nil, tag: 1))
    return registry
  }
}

/// A controller that holds the navigator.
class ShopViewController: UIViewController {
  let navigator: Navigator

  init(_ navigator: Navigator) {
    self.navigator = navigator
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    nil
  }
}

final class HomeViewController: ShopViewController {
  func choose() { navigator.tap("first") }
}

final class LoginViewController: ShopViewController {
  func succeed(as user: String) { navigator.satisfy("login", subject: user) }
  func close() { navigator.cancel() }
}

final class AccountViewController: UIViewController {}

final class ItemViewController: UIViewController {
  let id: String

  init(id: String) {
    self.id = id
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    nil
  }
}

final class OldAccountController: UIViewController, ForeignCoordinator {
  private(set) var titles: [String] = []

  func show(_ screens: [ScreenRequest]) {
    titles = screens.map { $0.title }
  }
}
