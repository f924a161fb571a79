import Navigation
import TestSupport
import Testing

/// What starts a flow, and what ends it without a result.
struct FlowTests {
  /// `R` is a parent on the root's stack, and a screen of the flow.
  private static let shared: AppDefinition = {
    var app = PluginDraft("app")
    app.stack("root", start: "/")
    app.flow("one", start: "/one")
    app.route("/", screen: "Home")
    app.route("/one", screen: "One") { $0.coordinator = "one" }
    app.route("/r", screen: "R") { $0.coordinator = "one" }
    app.route("/s", screen: "S") {
      $0.coordinator = "root"
      $0.parents = ["/r"]
    }
    return .valid(app)
  }()

  static let starts = [
    BehaviourRow("open /s; back; open /r inside", "moved", "one: One > R", "start"),
    BehaviourRow("open /s; back; open /r inside; open /r inside", "duplicated", "one: One > R"),
  ]

  @Test(arguments: starts)
  func `a link starts its flow from a screen that looks the same`(_ row: BehaviourRow) throws {
    try row.check(in: Self.shared)
  }

  // The gates of the switch make no difference: its only other child requires none.
  @Test(arguments: [true, false])
  func `a logout ends the flow above the screens that it takes away`(isGated: Bool) throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "me"])
    app.stack("home", start: "/")
    app.oneOf("me", ["member", "guest"], gates: isGated ? ["login"] : [])
    app.stack("member", start: "/member", gates: ["login"])
    app.stack("guest", start: "/guest")
    app.flow("flow", start: "/flow")
    for (path, screen) in [
      ("/", "Home"), ("/member", "Member"), ("/guest", "Guest"), ("/flow", "Flow"),
    ] {
      app.route(path, screen: screen)
    }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    try BehaviourRow(
      "login a; tab me; open /flow inside; logout", "moved",
      isGated ? "home: Home" : "guest: Guest"
    ).check(in: .valid(app))
    // Below another tab, nothing that is visible changes.
    try BehaviourRow(
      "login a; tab me; tab home; open /flow inside; logout", "moved", "flow: Flow"
    ).check(in: .valid(app))
  }
}
