import Navigation
import TestSupport

/// Apps of at most three coordinators, six screens and two gates, which together have every kind of
/// container and layer, with the events that can change them.
enum SmallApps {
  static let tabs = (
    definition: SmallWorld.definition,
    events: [
      .open("/item", from: .outside), .open("/two", from: .outside), .tap("item"), .back, .dismiss,
      .select(tab: "two"), .satisfy(gate: "login", subject: "a"),
      .satisfy(gate: "login", subject: "b"), .revoke(gate: "login"), .dirty(true), .confirm,
    ] as [Event]
  )

  /// A guest's screens, or a member's, and sheets that can require a second gate.
  static let switching = (
    definition: {
      var app = PluginDraft("switching")
      app.gate("login", challenge: "/login")
      app.gate("terms", challenge: "/terms")
      app.oneOf("main", ["member", "guest"])
      app.stack("member", start: "/member", gates: ["login"])
      app.stack("guest", start: "/")
      app.route("/", screen: "Welcome")
      app.route("/member", screen: "Member")
      app.route("/login", screen: "Login") { $0.presentation = .sheet }
      app.route("/terms", screen: "Terms") { $0.presentation = .cover }
      app.route("/note", screen: "Note") {
        $0.presentation = .sheet
        $0.gates = ["terms"]
      }
      app.route("/more", screen: "More")
      return AppDefinition.valid(app)
    }(),
    events: [
      .open("/note", from: .inside), .open("/note", from: .outside), .open("/more", from: .inside),
      .open("/login", from: .inside), .back, .dismiss, .satisfy(gate: "login", subject: nil),
      .revoke(gate: "login"), .satisfy(gate: "terms", subject: nil), .revoke(gate: "terms"),
    ] as [Event]
  )

  /// A flow over a stack, with a sheet and a root of its own.
  static let flow = (
    definition: {
      var app = PluginDraft("flow")
      app.gate("login", challenge: "/login")
      app.stack("home", start: "/")
      app.flow("checkout", start: "/cart")
      app.route("/", screen: "Home")
      app.route("/cart", screen: "Cart") { $0.coordinator = "checkout" }
      app.route("/pay", screen: "Pay") {
        $0.coordinator = "checkout"
        $0.gates = ["login"]
      }
      app.route("/done", screen: "Done") {
        $0.coordinator = "checkout"
        $0.presentation = .root
      }
      app.route("/login", screen: "Login") { $0.presentation = .sheet }
      app.route("/help", screen: "Help") { $0.presentation = .sheet }
      return AppDefinition.valid(app)
    }(),
    events: [
      .open("/cart", from: .inside), .open("/pay", from: .inside), .open("/pay", from: .outside),
      .open("/done", from: .inside), .open("/help", from: .inside), .back, .dismiss,
      .finish(result: "paid"), .satisfy(gate: "login", subject: nil), .revoke(gate: "login"),
    ] as [Event]
  )

  static let all = [tabs, switching, flow]
}
