import Navigation
import TestSupport
import Testing

/// A challenge that replaces its stack (`as: root`), wherever it is when its gate opens.
struct RootChallengeTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.gate("card", challenge: "/door")
    app.gate("vip", challenge: "/subscribe")
    app.tabs("root", ["home", "inbox", "news", "library"])
    app.stack("home", start: "/")
    app.stack("inbox", start: "/inbox", gates: ["login"])
    app.stack("news", start: "/news")
    app.stack("library", start: "/library")
    app.route("/", screen: "Home")
    app.route("/inbox", screen: "Inbox")
    app.route("/news", screen: "News")
    app.route("/library", screen: "Library") { $0.gates = ["card", "vip"] }
    app.route("/login", screen: "Login") { $0.presentation = .root }
    app.route("/signin", screen: "Login") { $0.presentation = .sheet }
    app.route("/door", screen: "Door") {
      $0.coordinator = "library"
      $0.presentation = .root
    }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.flow("trial", start: "/trial")
    app.route("/trial", screen: "Trial")
    app.flow("party", start: "/party")
    app.route("/party", screen: "Party") { $0.gates = ["vip"] }
    app.route("/dance", screen: "Dance") {
      $0.coordinator = "party"
      $0.presentation = .root
    }
    app.gate("age", challenge: "/age")
    app.flow("proof", start: "/age")
    app.route("/age", screen: "Age")
    app.route("/wine", screen: "Wine") { $0.gates = ["age"] }
    app.route("/mail", screen: "Mail") { $0.gates = ["login"] }
    app.route("/help", screen: "Help")
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
    return .valid(app)
  }()

  static let rows = [
    BehaviourRow("open /login; login", "moved", "home: Home", "gateOpened setRoot"),
    BehaviourRow("open /inbox", "deferred(login)", "home: Login", "defer setRoot"),
    BehaviourRow(
      "open /inbox; login", "moved", "inbox: Inbox", "gateOpened setRoot resume select setRoot"),
    BehaviourRow("open /inbox; login; tab home", "moved", "home: Home"),
    BehaviourRow(
      "open /login; open /help inside; open /info inside; login", "moved", "home: Home",
      "gateOpened dismiss setRoot"),
    BehaviourRow("open /login; tab news; login; tab home", "moved", "home: Home", "select"),
    BehaviourRow("open /inbox; cancel", "moved", "home: Home", "setRoot drop"),
    BehaviourRow("open /login; cancel", "moved", "home: Home", "setRoot"),
    BehaviourRow("open /login; cancel; cancel", "refused(nothing-to-cancel)", "home: Home"),
    // A flow whose stack the challenge has replaced goes on.
    BehaviourRow(
      "open /trial inside; open /mail inside", "deferred(login)", "trial: Login", "defer setRoot"),
    BehaviourRow(
      "open /trial inside; open /mail inside; login", "moved", "trial: Trial > Mail",
      "gateOpened setRoot resume push"),
    BehaviourRow(
      "open /trial inside; open /mail inside; cancel", "moved", "trial: Trial", "setRoot drop"),
    BehaviourRow(
      "open /trial inside; open /mail inside; back", "moved", "home: Home", "dismiss drop"),
    // But not a flow whose start requires another gate, or is the challenge.
    BehaviourRow(
      "open /dance inside; open /mail inside; login", "moved", "home: Home > Mail",
      "gateOpened dismiss resume push"),
    BehaviourRow(
      "open /wine; satisfy age", "moved", "home: Home > Wine", "gateOpened dismiss resume push"),
    // The same screen by another route is the challenge too.
    BehaviourRow("open /signin; login", "moved", "home: Home", "gateOpened dismiss"),
    BehaviourRow("open /signin; cancel", "moved", "home: Home", "dismiss"),
    // The start of the stack requires another gate, which is asked for.
    BehaviourRow(
      "open /door; satisfy card", "deferred(vip)", "home: Subscribe",
      "gateOpened pop select defer present"),
    BehaviourRow("open /door; satisfy card; satisfy vip", "moved", "library: Library"),
    // Layers above another tab stay.
    BehaviourRow(
      "open /door; tab home; open /info inside; satisfy card", "moved", "home: Info",
      "gateOpened pop"),
    BehaviourRow("open /library; satisfy card", "deferred(vip)", "home: Subscribe"),
    BehaviourRow("open /library; cancel", "moved", "library: Door", "drop"),
    BehaviourRow("open /door; cancel", "refused(nothing-to-cancel)", "library: Door"),
  ]

  @Test(arguments: rows)
  func `opening a gate removes a challenge that has replaced its stack`(
    _ row: BehaviourRow
  ) throws {
    try row.check(in: Self.app)
  }
}
