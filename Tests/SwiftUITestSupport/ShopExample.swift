import Navigation
import SignalboxHost
import SignalboxSwiftUI
import SwiftUI
import TestSupport

// The app of docs/ios-swiftui.md.

/// What `signalbox generate swift` writes, as far as the app uses it.
enum AppRoute {
  static let definition: AppDefinition = {
    var shop = PluginDraft("shop")
    shop.links("shop://")
    shop.gate("login", challenge: "/login")
    shop.stack("home", start: "/")
    shop.route("/", screen: "Home")
    shop.route("/login", screen: "Login") { $0.presentation = .sheet }
    shop.route("/items/:id", screen: "Item")
    shop.route("/items/:id/reviews", screen: "Reviews") { $0.gates = ["login"] }
    shop.screen("Item") { $0.taps = [("reviews", "/items/:id/reviews")] }
    return .valid(shop)
  }()
}

struct ShopApp: App {
  @State private var navigator = Navigator(AppRoute.definition)

  var body: some Scene {
    WindowGroup {
      SignalboxView(navigator) { request in
        switch request.screen {
        case "Home": HomeView()
        case "Item": ItemView(id: request["id"])
        case "Login": LoginView()
        default: Text(verbatim: request.title)
        }
      }
    }
  }
}

struct ItemView: View {
  let id: String?
  @Environment(\.navigator) private var navigator

  var body: some View {
    NavigatorLink("Reviews", tap: "reviews")
    Button("Open the next one") { navigator?.open("/items/8", from: .inside) }
  }
}

struct HomeView: View {
  var body: some View { Text(verbatim: "home") }
}

struct LoginView: View {
  var body: some View { Text(verbatim: "login") }
}
