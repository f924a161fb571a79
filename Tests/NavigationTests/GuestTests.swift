import Diagnostics
import Navigation
import TestSupport
import Testing

/// Routes that are open only while a gate is closed.
struct GuestTests {
  private static func draft() -> PluginDraft {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("root", ["home", "account"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.flow("tour", start: "/tour")
    app.route("/", screen: "Home")
    app.route("/account", screen: "Account")
    app.route("/tour", screen: "Tour")
    app.route("/login", screen: "Login") {
      $0.presentation = .sheet
      $0.guests = "login"
      $0.otherwise = "/"
    }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.route("/plans/:plan", screen: "Plan") { $0.coordinator = "home" }
    app.route("/intro", screen: "Intro") {
      $0.coordinator = "home"
      $0.guests = "login"
    }
    app.route("/signup/:plan", screen: "SignUp") {
      $0.coordinator = "home"
      $0.guests = "login"
      $0.otherwise = "/plans/:plan"
      $0.parents = ["/intro"]
    }
    app.route("/step", screen: "Step") {
      $0.coordinator = "tour"
      $0.guests = "login"
    }
    app.route("/help", screen: "Intro") {
      $0.name = "help"
      $0.coordinator = "home"
    }
    return app
  }

  private static let app = AppDefinition.valid(draft())

  static let rows = [
    BehaviourRow("open /intro", "moved", "home: Home > Intro"),
    BehaviourRow("login a; open /intro", "refused(guests-only)", "home: Home"),
    BehaviourRow("login a; open /intro inside", "refused(guests-only)", "home: Home"),
    BehaviourRow("login a; logout; open /intro", "moved", "home: Home > Intro"),
    BehaviourRow("login a; open /signup/1", "moved", "home: Home > Plan(plan=1)", "redirect push"),
    BehaviourRow("login a; open /login", "duplicated", "home: Home", ""),
    // The screen is gone once the gate is open, with those below it, in every tab and layer.
    BehaviourRow("open /signup/1; login a", "moved", "home: Home", "gateOpened prune prune"),
    BehaviourRow("open /signup/1; satisfy login; logout", "moved", "home: Home"),
    BehaviourRow(
      "open /plans/2; open /intro inside; open /plans/3 inside; login a; back", "moved",
      "home: Home > Plan(plan=2)"),
    BehaviourRow("open /intro; tab account; login a; tab home", "moved", "home: Home"),
    BehaviourRow("open /step inside; login a", "moved", "tour: Tour", "gateOpened prune"),
    // A route for all that shows the same screen replaces it.
    BehaviourRow("open /intro; open /help; login a", "moved", "home: Home > Intro"),
    // A waiting link is resolved again.
    BehaviourRow("open /account; login a", "moved", "account: Account"),
    // The challenge is one for guests.
    BehaviourRow("tab account", "deferred(login)", "home: Login"),
  ]

  @Test(arguments: rows)
  func `a route for guests is open while its gate is closed`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  // A link that waits for another gate.
  @Test(arguments: [("/plans/9", "home: Home > Plan(plan=9)"), (nil, "home: Home")])
  func `a waiting link goes elsewhere if its gate has opened`(
    otherwise: String?, stack: String
  ) throws {
    var app = Self.draft()
    app.gate("terms", challenge: "/terms")
    app.route("/terms", screen: "Terms") { $0.presentation = .sheet }
    app.route("/offer", screen: "Offer") {
      $0.coordinator = "home"
      $0.gates = ["terms"]
      $0.guests = "login"
      $0.otherwise = otherwise.map { Located($0, at: nil) }
    }
    var walk = Walk(.valid(app))
    try walk.run("open /offer")
    #expect(walk.outcome == "deferred(terms)")
    try walk.run("login a")
    #expect(walk.stack == "home: Terms")
    try walk.run("satisfy terms")
    #expect(walk.stack == stack)
    #expect(walk.last.transitions.contains { $0.word == "drop" } == (otherwise == nil))
  }

  @Test func `a link keeps its query on the way to else`() throws {
    let open = NavigationState(of: Self.app)
    var state = open
    _ = state.apply(.satisfy(gate: "login", subject: nil), in: Self.app)
    let found = try Self.app.resolve("/signup/1?ref=mail", given: state.openGates)
    #expect(found.hops.map { $0.link } == ["/plans/1?ref=mail"])
    #expect(try Self.app.resolve("/signup/1").hops.isEmpty)
  }

  struct Fault: Sendable {
    let code: DiagnosticCode
    let change: @Sendable (inout PluginDraft) -> Void

    init(_ code: DiagnosticCode, _ change: @escaping @Sendable (inout PluginDraft) -> Void) {
      (self.code, self.change) = (code, change)
    }
  }

  static let faults = [
    Fault(.coordinatorStart) { $0.routes[0].guests = "login" },
    Fault(.routeParent) {
      $0.route("/offer", screen: "Offer") { $0.parents = ["/intro"] }
    },
    Fault(.routeGuests) { $0.routes[1].guests = "login" },
    Fault(.routeGuests) { $0.routes[5].otherwise = "/" },
    Fault(.nameUnknown) { $0.routes[6].guests = "nobody" },
    Fault(.routeParameter) { $0.routes[6].otherwise = "/plans/:plan" },
    Fault(.routeGuests) { $0.routes[6].otherwise = "/nowhere" },
    Fault(.routeGuests) { $0.routes[6].otherwise = "/intro" },
    // The login can be open while premium is asked for.
    Fault(.gateUnsatisfiable) {
      $0.routes[4].guests = "login"
    },
  ]

  @Test(arguments: faults.indices)
  func `routes for guests that cannot be are refused`(index: Int) {
    let fault = Self.faults[index]
    var app = Self.draft()
    fault.change(&app)
    #expect {
      try AppDefinition(plugins: [app])
    } throws: { error in
      (error as? DiagnosticList)?.diagnostics.contains { $0.code == fault.code } ?? false
    }
  }
}
