import Navigation
import TestSupport

/// The app of the behaviour tables: tabs, a flow, two gates of which one requires the other, a
/// sheet, a cover, unsaved work, redirects and a link for the browser.
enum CinemaApp {
  static let definition = AppDefinition.valid(draft)

  static var draft: PluginDraft {
    var app = PluginDraft("cinema")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("main", ["home", "library", "settings"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library", gates: ["login"])
    app.stack("settings", start: "/settings")
    app.flow("checkout", start: "/checkout")
    addScreens(to: &app)
    app.route("/", screen: "Home")
    app.route("/films", screen: "Films") { $0.coordinator = "home" }
    app.route("/films/:id", screen: "Film") {
      $0.coordinator = "home"
      $0.parents = ["/films"]
    }
    app.route("/films/:id/cast", screen: "Cast") {
      $0.coordinator = "home"
      $0.parents = ["/films", "/films/:id"]
      $0.repeatPolicy = .push
    }
    app.route("/trail/:id", screen: "Trail") {
      $0.coordinator = "home"
      $0.repeatPolicy = .popTo
    }
    app.route("/secret", screen: "Secret") {
      $0.coordinator = "home"
      $0.gates = ["premium"]
    }
    app.route("/saved/:id", screen: "Saved") {
      $0.coordinator = "library"
    }
    app.route("/library", screen: "Library") { $0.coordinator = "library" }
    app.route("/settings", screen: "Settings") { $0.coordinator = "settings" }
    app.route("/edit", screen: "Edit") { $0.coordinator = "settings" }
    app.route("/draft", screen: "Draft") {
      $0.coordinator = "settings"
      $0.gates = ["login"]
    }
    app.route("/paper", screen: "Paper")
    app.route("/closed", screen: "Closed") {
      $0.coordinator = "settings"
      $0.presentation = .root
      $0.gates = ["login"]
    }
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
    app.route("/player", screen: "Player") { $0.presentation = .cover }
    app.route("/note", screen: "Note") {
      $0.presentation = .sheet
      $0.coordinator = "settings"
    }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/forgot", screen: "Forgot")
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.route("/welcome", screen: "Welcome") {
      $0.coordinator = "home"
      $0.presentation = .root
    }
    app.route("/swap", screen: "Swap") {
      $0.coordinator = "home"
      $0.presentation = .replace
    }
    app.route("/checkout", screen: "Cart") { $0.coordinator = "checkout" }
    app.route("/checkout/pay", screen: "Pay") { $0.coordinator = "checkout" }
    app.redirect("/film/:id", to: "/films/:id")
    app.redirect("/old/:id", to: "/film/:id")
    var terms = RouteDraft(path: "/terms")
    terms.presentation = .outside
    app.routes.append(terms)
    return app
  }

  private static func addScreens(to app: inout PluginDraft) {
    app.screen("Film") {
      $0.title = "Film :id"
      $0.taps = [
        ("cast", "/films/:id/cast"), ("close", "back"), ("buy", "/checkout"),
        ("info", "/info"), ("save", "/saved/:id"), ("secret", "/secret"), ("note", "/note"),
        ("same", "/films/:id"), ("swap", "/swap"), ("trail", "/trail/1"), ("play", "/player"),
        ("welcome", "/welcome"), ("library", "tab library"), ("pay", "/checkout/pay"),
        ("nowhere", "/nowhere"), ("terms", "/terms"),
      ]
    }
    app.screen("Trail") { $0.taps = [("next", "/films/9"), ("trail", "/trail/1")] }
    app.screen("Info") { $0.taps = [("film", "/films/7"), ("more", "/forgot")] }
    app.screen("Login") { $0.taps = [("forgot", "/forgot"), ("paper", "/paper")] }
    for name in ["Edit", "Draft", "Paper"] as [Located<String>] {
      app.screens.append(ScreenDraft(name: name))
      app.screens[app.screens.count - 1].leave = .confirm
    }
    app.screen("Cart") { $0.taps = [("pay", "/checkout/pay"), ("info", "/info")] }
    app.screen("Pay") { $0.taps = [("done", "finish paid")] }
    app.screen("Cast") { $0.taps = [("again", "/films/:id/cast")] }
  }
}
