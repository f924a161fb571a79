import Links
import Navigation
import TestSupport

/// The app of the fuzz targets: small, with every feature of routes and gates.
enum FuzzApp {
  static let definition = AppDefinition.valid(main, other)

  private static var main: PluginDraft {
    var app = PluginDraft("main")
    app.links("app://")
    app.links("https://*.app.example")
    app.links("https://web.example/#/")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("tabs", ["home", "library"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library", gates: ["login"])
    app.flow("checkout", start: "/checkout")
    app.route("/", screen: "Home")
    app.route("/item/:id", screen: "Item") {
      $0.params = [("id", .int)]
      $0.query = [("ref", .string, true)]
      $0.coordinator = "home"
    }
    app.route("/item/:id/more", screen: "More") {
      $0.params = [("id", .int)]
      $0.parents = ["/item/:id"]
      $0.repeatPolicy = .popTo
    }
    app.route("/search", screen: "Found") { $0.query = [("q", .oneOf(["a", "é"]), false)] }
    app.route("/files/*", screen: "File") { $0.gates = ["premium"] }
    app.route("/library", screen: "Library")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .cover }
    app.route("/checkout", screen: "Cart") { $0.coordinator = "checkout" }
    app.redirect("/old/:id", to: "/item/:id")
    app.screen("Item") {
      $0.title = "Item :id"
      $0.leave = .confirm
      $0.taps = [("more", "/item/:id/more"), ("buy", "/checkout"), ("close", "back")]
    }
    app.screen("Home") { $0.taps = [("library", "/library"), ("file", "/files/a/b")] }
    app.screen("Cart") { $0.taps = [("pay", "finish paid")] }
    return app
  }

  private static var other: PluginDraft {
    var app = PluginDraft("other")
    app.links("other://pre/")
    app.isCaseSensitive = false
    app.route("/Photo-:name.jpg", screen: "Photo")
    app.route("/{:year(\\d{4})-}?:slug([a-z]+)/x", screen: "Post")
    app.route("/tags/:tag+", screen: "Tags")
    app.route("/item/:id", screen: "Thing") { $0.params = [("id", .int)] }
    return app
  }
}
