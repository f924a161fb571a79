import ShopModels

/// `Examples/Shop` on a framework, and its user. After each step, all transitions have ended.
@MainActor
protocol RunningShop {
  /// - Parameter links: Links that start the app.
  init(_ shop: Shop, opening links: [String])
  var shop: Shop { get }
  func tap(_ button: String)
  func type(_ text: String)
  func tapTab(_ index: Int)
  func swipeBack()
  func pullDown()
  func open(_ link: String)
  /// The titles of the visible stack and of the stacks below each presentation, lowest first; `nil`
  /// for a screen that the framework has not made, and no title for what a cover hides.
  var stacks: [[String?]] { get }
  /// What is on screen.
  var texts: [String] { get }
  /// What the framework has refused.
  var refused: [String] { get }
}

/// The framework that an app uses.
enum Framework: CaseIterable, Sendable {
  case uiKit, swiftUI

  /// Starts the app.
  @MainActor
  func start(_ shop: Shop, opening links: [String] = []) -> any RunningShop {
    switch self {
    case .uiKit: ShopOnUIKit(shop, opening: links)
    case .swiftUI: ShopOnSwiftUI(shop, opening: links)
    }
  }
}
