import Links
import Navigation
import TestSupport

/// The app of these tests: two tabs, a flow, two gates (one requires the other), unsaved work, a
/// redirect, a link that opens the browser, two bases.
enum TestApp {
  static let definition = make()

  static func make(_ change: (inout PluginDraft) -> Void = { _ in }) -> AppDefinition {
    var app = draft
    change(&app)
    return .valid(app)
  }

  static var draft: PluginDraft {
    var app = PluginDraft("cinema")
    app.links("cinema://")
    app.links("https://cinema.example")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("main", ["home", "library"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library", gates: ["login"])
    app.flow("checkout", start: "/checkout")
    addRoutes(to: &app)
    app.screen("Movie") {
      $0.title = "Movie :id"
      $0.taps = [("reviews", "/movies/:id/reviews"), ("buy", "/checkout"), ("close", "back")]
    }
    app.screen("Reviews") { $0.leave = .confirm }
    app.screen("Cart") { $0.taps = [("pay", "finish \"all paid\"")] }
    app.screen("Search") { $0.taps = [("first", "/movies/1")] }
    return app
  }

  private static func addRoutes(to app: inout PluginDraft) {
    app.route("/", screen: "Home")
    app.route("/movies", screen: "Movies") { $0.coordinator = "home" }
    app.route("/movies/:id", screen: "Movie") {
      $0.coordinator = "home"
      $0.parents = ["/movies"]
      $0.name = "movie"
      $0.params = [("id", .int)]
      $0.query = [("ref", .string, true)]
    }
    app.route("/movies/:id/reviews", screen: "Reviews") {
      $0.coordinator = "home"
      $0.params = [("id", .int)]
      $0.parents = ["/movies/:id"]
    }
    app.route("/search/:term", screen: "Search") { $0.coordinator = "home" }
    app.route("/extras", screen: "Extras") {
      $0.coordinator = "home"
      $0.gates = ["premium"]
    }
    app.route("/library", screen: "Library") { $0.coordinator = "library" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.route("/checkout", screen: "Cart") { $0.coordinator = "checkout" }
    app.redirect("/film/:id", to: "/movies/:id") { $0.params = [("id", .int)] }
    var terms = RouteDraft(path: "/terms")
    terms.presentation = .outside
    app.routes.append(terms)
  }
}
