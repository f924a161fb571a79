import ShopModels
import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

@testable import ShopSwiftUI

/// The app on the stand-in of SwiftUI. A file that imports `Testing` cannot import a module named
/// `SwiftUI`.
@MainActor
struct ShopOnSwiftUI: RunningShop {
  let shop: Shop
  private let scene = SimulatedScene()

  init(_ shop: Shop, opening links: [String]) {
    self.shop = shop
    scene.show(
      SignalboxView(
        shop.navigator, later: { [weak scene] in scene?.later($0, $1) },
        screen: { ScreenView(shop: shop, request: $0) }, tab: { TabLabel(name: $0) }))
    for link in links { scene.open(link) }
    shop.navigator.ready()
    scene.rest()
  }

  func tap(_ button: String) {
    scene.tap(button)
    scene.rest()
  }

  func type(_ text: String) {
    scene.type(text)
    scene.rest()
  }

  func tapTab(_ index: Int) {
    scene.tapTab(index)
    scene.rest()
  }

  func swipeBack() {
    scene.beginSwipe()
    scene.endGesture()
    scene.rest()
  }

  func pullDown() {
    scene.beginPull()
    scene.endGesture()
    scene.rest()
  }

  func open(_ link: String) {
    scene.open(link)
    scene.rest()
  }

  var stacks: [[String?]] { scene.stacks }
  var texts: [String] { scene.visibleTexts }
  var refused: [String] { scene.refused.map { "\($0.rule): \($0.text)" } }
}
