import Diagnostics
import Links
import Navigation
import Testing

struct RefusingRouteTests {
  /// A catch-all with two exceptions, one of which has an exception itself.
  static var draft: PluginDraft {
    var app = PluginDraft("app")
    app.links("app://")
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login")
    app.route("/*", screen: "Page")
    app.route("/admin/help", screen: "Help")
    app.refuse("/admin/*")
    app.refuse("/search", query: [("debug", .bool, false)])
    app.redirect("/old/:page", to: "/admin/:page")
    app.screen("Page") { $0.taps = [("same", "/:0")] }
    return app
  }

  static let rows = [
    BehaviourRow("open /movies/7", "moved", "home: Home > Page(0=movies/7)"),
    BehaviourRow("open /admin/users", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open app://admin/users", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /admin/users inside", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /admin/help", "moved", "home: Home > Help"),
    BehaviourRow("open /search", "moved", "home: Home > Page(0=search)"),
    BehaviourRow("open /search?debug=true", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /old/users", "refused(forbidden)", "home: Home", ""),
    BehaviourRow("open /old/help", "moved", "home: Home > Help"),
  ]

  @Test(arguments: rows)
  func `a route that refuses makes exceptions of a catch-all`(_ row: BehaviourRow) throws {
    try row.check(in: AppDefinition(plugins: [Self.draft]))
  }

  @Test func `a forbidden link is refused before the app is ready`() throws {
    let row = BehaviourRow("open /admin/users", "refused(forbidden)", "home: Home")
    try row.check(in: AppDefinition(plugins: [Self.draft]), isReady: false)
  }

  @Test func `a forbidden link names its route`() throws {
    let definition = try AppDefinition(plugins: [Self.draft])
    let refusal = Refusal.forbidden(link: "/admin/a", pattern: "/admin/*")
    #expect(throws: refusal) { try definition.resolve("/old/a") }
    #expect(refusal.message == "route '/admin/*' refuses '/admin/a'")
    #expect(Refusal.reasons.contains(refusal.reason))
  }

  @Test func `neither a start, a challenge nor a parent can be a route that refuses`() {
    let faults: [(code: DiagnosticCode, spoil: (inout PluginDraft) -> Void)] = [
      (.coordinatorStart, { $0.coordinators[0].start = "/admin/a" }),
      (.gateUnsatisfiable, { $0.gates[0].challenge = "/admin/a" }),
      (.routeParent, { app in app.route("/b", screen: "B") { $0.parents = ["/admin/a"] } }),
      (.routeParameter, { $0.routes[4].screen = "Page" }),
    ]
    for (code, spoil) in faults {
      var app = Self.draft
      spoil(&app)
      do throws(DiagnosticList) {
        _ = try AppDefinition(plugins: [app])
        Issue.record("no \(code)")
      } catch {
        #expect(error.diagnostics.map(\.code) == [code])
      }
    }
  }

  @Test func `a redirect to a route that always refuses is no mistake`() throws {
    var app = Self.draft
    app.redirect("/gone", to: "app://admin/gone")
    app.redirect("/gone/:page", to: "/admin/gone")
    let definition = try AppDefinition(plugins: [app])
    #expect(throws: Refusal.self) { try definition.resolve("/gone/a") }
  }
}

extension PluginDraft {
  fileprivate mutating func refuse(
    _ path: Located<String>,
    query: [(name: Located<String>, type: ValueType, isOptional: Bool)] = []
  ) {
    var route = RouteDraft(path: path)
    route.presentation = .refuse
    route.query = query
    routes.append(route)
  }
}
