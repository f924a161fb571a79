import Navigation
import TestSupport
import Testing

/// The child that tabs and switches show, and the gates that they ask for.
struct TabTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("app")
    for gate in ["login", "pin", "terms"] {
      app.gate(gate, challenge: "/" + gate)
      app.route("/" + gate, screen: gate) { $0.presentation = .sheet }
    }
    app.tabs("root", ["shop", "profile", "desk"])
    app.tabs("shop", ["browse", "orders"])
    app.stack("browse", start: "/")
    app.stack("orders", start: "/orders", gates: ["login"])
    app.oneOf("profile", ["member", "guest"], gates: ["terms"])
    app.tabs("member", ["safe", "me"], gates: ["login"])
    app.stack("safe", start: "/safe", gates: ["pin"])
    app.stack("me", start: "/me")
    app.stack("guest", start: "/welcome")
    app.tabs("desk", ["vault", "notes"], gates: ["login"])
    app.stack("vault", start: "/vault", gates: ["pin"])
    app.stack("notes", start: "/notes")
    for (path, screen) in [
      ("/", "Browse"), ("/orders", "Orders"), ("/safe", "Safe"), ("/me", "Me"),
      ("/welcome", "Welcome"), ("/vault", "Vault"), ("/notes", "Notes"),
    ] {
      app.route(path, screen: screen)
    }
    return .valid(app)
  }()

  static let asking = [
    BehaviourRow("tab profile", "deferred(terms)", "browse: terms"),
    BehaviourRow("tab profile; satisfy terms", "moved", "guest: Welcome"),
    BehaviourRow("satisfy terms; tab profile", "moved", "guest: Welcome", "select setRoot"),
    BehaviourRow("login a; tab profile; satisfy terms", "moved", "me: Me"),
    BehaviourRow("login a; satisfy pin; tab profile; satisfy terms", "moved", "safe: Safe"),
    BehaviourRow("tab desk", "deferred(login)", "browse: login"),
    BehaviourRow("tab desk; login a", "moved", "notes: Notes"),
    BehaviourRow("login a; tab desk", "moved", "notes: Notes", "select setRoot"),
    BehaviourRow("satisfy pin; login a; tab desk", "moved", "vault: Vault"),
    BehaviourRow("tab orders", "deferred(login)", "browse: login"),
    BehaviourRow("tab orders; login a", "moved", "orders: Orders"),
    BehaviourRow("satisfy terms; tab profile; login a", "moved", "me: Me"),
  ]

  @Test(arguments: asking)
  func `a tab asks only for the gates of what it would show`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  static let giving = [
    BehaviourRow("login a; tab orders; tab desk; logout", "moved", "browse: Browse"),
    BehaviourRow(
      "satisfy terms; login a; tab orders; tab profile; logout", "moved", "guest: Welcome"),
    BehaviourRow(
      "satisfy terms; login a; tab orders; tab profile; logout; back", "moved", "browse: Browse"),
    BehaviourRow(
      "satisfy terms; login a; tab orders; tab profile; logout; tab shop", "moved",
      "browse: Browse"),
    BehaviourRow("login a; tab desk; login b", "moved", "browse: Browse"),
    BehaviourRow(
      "login a; satisfy pin; tab vault; tab shop; revoke pin; tab desk", "moved", "notes: Notes"),
    BehaviourRow(
      "login a; satisfy pin; tab vault; tab shop; revoke pin; satisfy pin; tab desk", "moved",
      "notes: Notes"),
  ]

  @Test(arguments: giving)
  func `a hidden selection that loses its gate gives way to the first child that can be shown`(
    _ row: BehaviourRow
  ) throws {
    try row.check(in: Self.app)
  }
}

/// The gate that is asked for if opening another makes a tab lose the child that it shows: that of
/// the visible tab.
struct TurnedAwayTests {
  /// `login` makes two switches show a child whose start requires another gate: one in the tab
  /// `profile`, one in the inner tab `deals`.
  private static func app(_ root: (inout PluginDraft) -> Void) -> AppDefinition {
    var app = PluginDraft("app")
    for gate in ["login", "premium", "pin"] {
      app.gate(gate, challenge: "/" + gate)
      app.route("/" + gate, screen: gate) { $0.presentation = .sheet }
    }
    root(&app)
    app.tabs("shop", ["front", "deals"])
    app.stack("front", start: "/")
    app.oneOf("deals", ["own", "public"])
    app.stack("own", start: "/own", gates: ["login"])
    app.stack("public", start: "/public")
    app.route("/", screen: "Front")
    app.route("/edit", screen: "Edit") { $0.coordinator = "front" }
    app.screen("Edit") { $0.leave = .confirm }
    app.route("/own", screen: "Own") { $0.gates = ["pin"] }
    app.route("/public", screen: "Public")
    return .valid(app)
  }

  private static let tabs = app { app in
    app.gate("terms", challenge: "/terms")
    app.route("/terms", screen: "Terms") {
      $0.coordinator = "front"
      $0.presentation = .root
    }
    app.tabs("root", ["shop", "profile", "club"])
    for (tab, gate) in [("profile", "premium"), ("club", "terms")] {
      app.oneOf(tab, [Located("\(tab)-member", at: nil), Located("\(tab)-guest", at: nil)])
      app.stack("\(tab)-member", start: "/\(tab)", gates: ["login"])
      app.stack("\(tab)-guest", start: "/\(tab)/guest")
      app.route("/\(tab)", screen: "Member-\(tab)") { $0.gates = [Located(gate, at: nil)] }
      app.route("/\(tab)/guest", screen: "Guest-\(tab)")
    }
  }

  /// `login` hides the tabs.
  private static let hidden = app { app in
    app.oneOf("root", ["member", "shop"])
    app.stack("member", start: "/me", gates: ["login"])
    app.route("/me", screen: "Me")
  }

  static let rows = [
    BehaviourRow("tab deals; login a", "deferred(pin)", "front: pin"),
    BehaviourRow("tab profile; login a", "deferred(premium)", "front: premium"),
    // The inner tab was hidden.
    BehaviourRow("tab deals; tab profile; login a", "deferred(premium)", "front: premium"),
    BehaviourRow("tab club; login a", "deferred(terms)", "front: Terms"),
    // A gate is not asked for if its challenge would lose unsaved work.
    BehaviourRow(
      "open /edit; dirty on; tab club; login a", "moved", "front: Front > Edit",
      "gateOpened switch switch switch select"),
  ]

  @Test(arguments: rows)
  func `a visible tab that loses its child asks for the gate`(_ row: BehaviourRow) throws {
    try row.check(in: Self.tabs)
  }

  @Test func `tabs that a switch hides ask for no gate`() throws {
    try BehaviourRow("tab deals; login a", "moved", "member: Me").check(in: Self.hidden)
  }
}

/// The order in which the missing gates of a screen are asked for.
struct GateOrderTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("app")
    let requires: [String: [Located<String>]] = ["d": ["b"], "p": ["y", "x"]]
    for gate in ["a", "b", "c", "d", "m", "p", "x", "y"] {
      app.gate(gate, challenge: "/" + gate) { $0.requires = requires[gate] ?? [] }
      app.route("/" + gate, screen: gate) { $0.presentation = .sheet }
    }
    app.tabs("root", ["home", "club"])
    app.stack("home", start: "/")
    app.tabs("club", ["bar"], gates: ["c"])
    app.stack("bar", start: "/bar", gates: ["b"])
    app.route("/", screen: "Home")
    app.route("/bar", screen: "Bar")
    app.route("/drink", screen: "Drink") {
      $0.coordinator = "bar"
      $0.gates = ["d", "a"]
    }
    app.route("/list", screen: "List") { $0.gates = ["y", "m", "a"] }
    app.route("/required", screen: "Required") { $0.gates = ["p", "a"] }
    app.route("/below", screen: "Below") { $0.gates = ["m"] }
    app.route("/above", screen: "Above") {
      $0.gates = ["a"]
      $0.parents = ["/below"]
    }
    return .valid(app)
  }()

  // Outer coordinators, inner ones, the route, each in the order of its list; before each gate
  // those that it requires; of several screens the lowest first.
  @Test(arguments: [
    ("/drink", "c b d a"), ("/list", "y m a"), ("/required", "y x p a"), ("/above", "m a"),
  ])
  func `gates are asked for in the order of their lists`(link: String, order: String) throws {
    var walk = Walk(Self.app)
    var asked: [String] = []
    walk.apply(.open(link, from: .outside))
    while case .deferred(let gate) = walk.last.outcome, asked.count < 10 {
      asked.append(gate)
      walk.apply(.satisfy(gate: gate, subject: nil))
    }
    #expect(asked.joined(separator: " ") == order)
    #expect(walk.outcome == "moved")
  }
}
