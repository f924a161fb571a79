import Commands
import Navigation
import TestSupport

@testable import DeviceScripts

/// A small app with two bases, a tab and a gate, and scripts for it.
enum DeviceShop {
  static let definition = AppDefinition.valid(draft)

  private static var draft: PluginDraft {
    var app = PluginDraft("shop")
    app.links("https://shop.example")
    app.links("shop://")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["home", "account"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/account", screen: "Account")
    app.route("/items/:id", screen: "Item") { $0.params = [("id", .int)] }
    app.screen("Item") { $0.taps = [("buy", "/account")] }
    return app
  }

  /// The lines of a script.
  @MainActor static func lines(_ text: String) -> [ScriptLine] {
    let reader = ScriptReader(Array(text.utf8), path: "a.nav", for: LoadedApp(definition))
    precondition(reader.faults.isEmpty, "\(reader.faults)")
    return reader.lines
  }
}
