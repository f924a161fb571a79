import Navigation
import Testing

/// An app behind a switch: the tabs are shown to whoever is logged in, the welcome stack to
/// everybody else; its start is the gate's challenge.
enum SwitchApp {
  static let definition: AppDefinition = {
    do { return try AppDefinition(plugins: [draft]) } catch { preconditionFailure("\(error)") }
  }()

  static var draft: PluginDraft {
    var app = PluginDraft("switch")
    app.gate("login", challenge: "/login")
    app.oneOf("root", ["main", "welcome"])
    app.tabs("main", ["home", "inbox"], gates: ["login"])
    app.stack("home", start: "/")
    app.stack("inbox", start: "/inbox")
    app.stack("welcome", start: "/login")
    app.route("/", screen: "Home")
    app.route("/inbox", screen: "Inbox")
    app.route("/mail/:id", screen: "Mail") { $0.coordinator = "inbox" }
    app.route("/login", screen: "Login")
    app.route("/help", screen: "Help") { $0.coordinator = "welcome" }
    return app
  }
}

struct SwitchTests {
  static let rows = [
    BehaviourRow("open /login", "duplicated", "welcome: Login"),
    BehaviourRow("login a", "moved", "home: Home", "gateOpened switch setRoot"),
    BehaviourRow("login a; open /mail/3; logout", "moved", "welcome: Login"),
    BehaviourRow("login a; open /mail/3; logout; login a", "moved", "inbox: Inbox"),
    BehaviourRow("open /mail/3", "deferred(login)", "welcome: Login", "defer"),
    BehaviourRow(
      "open /mail/3; login a", "moved", "inbox: Inbox > Mail(id=3)",
      "gateOpened switch setRoot resume select setRoot push"),
    BehaviourRow("open /mail/3; cancel", "moved", "welcome: Login", "drop"),
    BehaviourRow("open /mail/3; cancel; login a", "moved", "home: Home"),
    BehaviourRow("tab inbox", "deferred(login)", "welcome: Login", "defer"),
    BehaviourRow("tab inbox; login a", "moved", "inbox: Inbox"),
    BehaviourRow("login a; open /help", "refused(not-shown)", "home: Home"),
    BehaviourRow("open /help; login a; logout", "moved", "welcome: Login > Help"),
    BehaviourRow("open /help; open /mail/3", "deferred(login)", "welcome: Login", "defer pop"),
  ]

  @Test(arguments: rows)
  func `a switch shows its first child whose gates are open`(_ row: BehaviourRow) throws {
    var walk = Walk(SwitchApp.definition)
    for command in row.commands.split(separator: ";") {
      try walk.run(String(command), sourceLocation: row.location)
    }
    #expect(walk.outcome == row.outcome, sourceLocation: row.location)
    #expect(walk.stack == row.stack, sourceLocation: row.location)
    if let transitions = row.transitions {
      #expect(walk.transitions == transitions, sourceLocation: row.location)
    }
  }
}
