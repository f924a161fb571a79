import Navigation
import Observation
import Screens

/// A shelf of a shop: it shows its goods once they are there.
@Observable
final class ShelfScreen: Screen {
  var goods: [(name: String, left: Double)]?

  var content: ScreenContent {
    guard let goods else { return ScreenContent(title: "Shelf", state: .loading) }
    let rows = goods.map { Row($0.name, badge: "★", progress: $0.left, tap: $0.name) }
    return ScreenContent(
      title: "Shelf", sections: [Section("Goods", rows)],
      taps: [ScreenTap("close", "back"), ScreenTap("sell")])
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    switch name {
    case "sell":
      goods = []
      answer(nil)
    default: answer("/goods/\(name)")
    }
  }
}

struct ShelfPlugin: Plugin {
  let name = "shelf"

  func register(in registry: inout PluginRegistry) {
    registry.app.stack("home", start: "/")
    registry.app.route("/", screen: "Shelf")
    registry.app.route("/goods/:name", screen: "Goods")
    registry.app.screen("Goods") { $0.title = "The :name" }
    registry.screen("Shelf") { _ in
      let screen = ShelfScreen()
      screen.goods = [("Bread", 0.6), ("김치", 1)]
      return screen
    }
    registry.command("closing-time", summary: "leave the shop") { _ in
      .init(["Good night."], target: "root")
    }
  }
}
