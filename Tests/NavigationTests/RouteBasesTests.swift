import Diagnostics
import Links
import Navigation
import RouteProofs
import Testing

/// Routes with bases of their own.
struct RouteBasesTests {
  /// An app of one host, with a sign-in that returns to a scheme of its own, and a screen that no
  /// link from outside opens.
  static var draft: PluginDraft {
    var app = PluginDraft("app")
    app.links("https://shop.example")
    app.stack("home", start: "/home")
    app.route("/home", screen: "Home") { $0.bases = [] }
    app.route("/:page", screen: "Page")
    app.route("/*", screen: "Callback") { $0.bases = ["auth://back"] }
    app.redirect("/old", to: "/home")
    app.screen("Page") { $0.taps = [("home", "/home"), ("old", "/old")] }
    return app
  }

  static let rows = [
    BehaviourRow("open https://shop.example/a", "moved", "home: Home > Page(page=a)"),
    BehaviourRow("open https://shop.example/a/b", "refused(not-found)", "home: Home", ""),
    BehaviourRow("open auth://back/a/b", "moved", "home: Home > Callback(0=a/b)"),
    BehaviourRow("open auth://back/home", "moved", "home: Home > Callback(0=home)"),
    BehaviourRow("open https://shop.example/home", "moved", "home: Home > Page(page=home)"),
    BehaviourRow("open /home", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /home inside", "duplicated", "home: Home"),
    BehaviourRow("open https://shop.example/old", "moved", "home: Home > Page(page=home)"),
    BehaviourRow("open /old", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /old inside", "duplicated", "home: Home"),
  ]

  @Test(arguments: rows)
  func `a route is under its own bases, or only inside`(_ row: BehaviourRow) throws {
    try row.check(in: AppDefinition(plugins: [Self.draft]))
  }

  @Test func `a refused link from outside says how to open the route`() throws {
    var state = try NavigationState(of: AppDefinition(plugins: [Self.draft]))
    let definition = try AppDefinition(plugins: [Self.draft])
    let applied = state.apply(.open("/home", from: .outside), in: definition)
    guard case .refused(let refusal) = applied.outcome else {
      Issue.record("\(applied.outcome)")
      return
    }
    #expect(
      refusal.message
        == "route '/home' opens only from inside: by a tap, or by 'open /home inside'")
    let other = try Link("other://home")
    let miss = definition.table.misses(of: other, limit: 9).first { $0.reason == .inside }
    #expect(miss?.description == "with 'links: []' it opens only from inside")
  }

  @Test func `a route without links conflicts with every other one that has its path`() {
    for bases: [Located<String>]? in [nil, [], ["auth://back"]] {
      var app = Self.draft
      app.route("/home", screen: "Other") { $0.bases = bases }
      let error = #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
      #expect(error?.diagnostics.map(\.code) == [.routeConflict])
    }
  }

  @Test func `a redirect from outside to a route without links is an error`() throws {
    var app = Self.draft
    app.routes[1].path = "/page"
    let error = #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "'https://shop.example/old' is redirected to '/home', which with 'links: []' opens only "
          + "from inside"
      ])
    app.routes[3].bases = []
    _ = try AppDefinition(plugins: [app])
  }

  /// The bases of a file, those of the route `/new`, a redirect to it, and the errors.
  static let targets: [(own: [String], other: [String], redirect: String, errors: [String])] = [
    (
      ["app://"], ["other://"], "/old",
      ["'app://old' is redirected to '/new', which no route under its base matches"]
    ),
    (
      ["https://*"], ["other://"], "/old",
      ["'https://host/old' is redirected to '/new', which no route under its base matches"]
    ),
    (["app://"], ["other://"], "/:x", ["redirects form a loop: app://a → /new → /new"]),
    (["app://", "other://"], ["other://"], "/old", []),
    (["app://"], ["app://", "other://"], "/old", []),
    (
      ["app://"], ["https://*", "*"], "/old",
      ["'app://old' is redirected to '/new', which no route under its base matches"]
    ),
  ]

  @Test(arguments: targets.indices)
  func `a redirect and else lead to routes under their bases`(index: Int) {
    let row = Self.targets[index]
    var app = PluginDraft("app")
    row.own.forEach { app.links($0) }
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/new", screen: "Page") { $0.bases = row.other.map { Located($0, at: nil) } }
    #expect(Self.errors(of: app) { $0.redirect(row.redirect, to: "/new") } == row.errors)
    let errors = Self.errors(of: app) {
      $0.route("/old", screen: "Page") {
        $0.guests = "login"
        $0.otherwise = "/new"
      }
    }
    #expect(errors.isEmpty == row.errors.isEmpty, "\(errors)")
  }

  private static func errors(
    of app: PluginDraft, with change: (inout PluginDraft) -> Void
  ) -> [String] {
    var app = app
    change(&app)
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [app])
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  @Test func `bases that cannot be read are an error of their own`() {
    var app = Self.draft
    app.routes[1].bases = ["https://", "https://shop.example"]
    app.routes[2].bases = ["https://"]
    let error = #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    #expect(error?.diagnostics.map(\.code) == [.baseSyntax])
  }

  @Test func `many different lists of bases are an error`() {
    var app = PluginDraft("app")
    app.stack("home", start: "/0")
    let bases = (0..<999).map { Located("s\($0)://", at: nil) }
    for route in 0..<10_100 {
      app.route("/\(route)", screen: "Home") {
        $0.bases = route == 0 ? bases : [bases[route % 999], bases[route / 999 * 31 % 999]]
      }
    }
    let error = #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    #expect(error?.diagnostics.first?.code == .definitionLimit)
  }
}
