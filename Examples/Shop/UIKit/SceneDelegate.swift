import ShopModels
import SignalboxHost
import SignalboxUIKit
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  var shop = Shop(isReady: false)

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = NavigatorViewController(shop.navigator, ScreenRegistry(shop))
    window.makeKeyAndVisible()
    self.window = window
    shop.navigator.open(options)
    shop.navigator.ready()
  }

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    shop.navigator.open(contexts)
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    shop.navigator.continue(activity)
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    shop.navigator.enterBackground()
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    shop.navigator.enterForeground()
  }
}
