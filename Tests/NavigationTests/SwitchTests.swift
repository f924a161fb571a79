import Navigation
import Testing
import TestSupport

/// An app whose root is a switch: the tabs after login, otherwise the welcome stack, whose start is
/// the gate's challenge.
enum SwitchApp {
  static let definition = AppDefinition.valid(draft)

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

/// An app with a switch in its second tab, whose children require more gates than the switch.
enum InnerSwitchApp {
  static let definition = AppDefinition.valid(draft)

  static var draft: PluginDraft {
    var app = PluginDraft("inner")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("root", ["home", "profile", "news"])
    app.stack("home", start: "/")
    app.oneOf("profile", ["member", "guest"])
    app.stack("member", start: "/me", gates: ["login"])
    app.stack("guest", start: "/welcome")
    // Never shows `public`: the first child requires no gate itself, only its start does.
    app.oneOf("news", ["own", "public"])
    app.stack("own", start: "/own")
    app.stack("public", start: "/public")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.route("/me", screen: "Me") { $0.gates = ["premium"] }
    app.route("/welcome", screen: "Welcome")
    app.route("/own", screen: "Own") { $0.gates = ["login"] }
    app.route("/public", screen: "Public")
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

  static let inner = [
    BehaviourRow("tab news", "deferred(login)", "home: Login", "defer present"),
    BehaviourRow("tab news; login a", "moved", "own: Own"),
    BehaviourRow(
      "tab news; login a; logout", "moved", "home: Home", "gateClosed prune switch select"),
    BehaviourRow("tab news; login a; logout; back", "refused(nothing-to-pop)", "home: Home"),
    BehaviourRow("tab news; login a; logout; tab profile", "moved", "guest: Welcome"),
    BehaviourRow("open /public", "refused(not-shown)", "home: Home"),
    BehaviourRow(
      "tab profile; login a", "deferred(premium)", "home: Subscribe",
      "gateOpened switch select defer present"),
    BehaviourRow("tab profile; login a; satisfy premium a", "moved", "member: Me"),
    BehaviourRow("tab profile; login a; cancel", "moved", "home: Home", "dismiss drop"),
    BehaviourRow("tab profile; login a; satisfy premium a; logout", "moved", "guest: Welcome"),
    BehaviourRow(
      "tab profile; login a; satisfy premium a; revoke premium", "moved", "home: Home",
      "gateClosed prune select"),
    BehaviourRow(
      "tab profile; open /own; login a", "moved", "own: Own",
      "gateOpened dismiss switch select resume select setRoot"),
  ]

  /// A switch hides the guest's screens once `login` is open, and a member edits on a sheet.
  private static let editing: AppDefinition = {
    var app = SwitchApp.draft
    app.route("/edit", screen: "Edit") { $0.presentation = .sheet }
    app.screen("Edit") { $0.leave = .confirm }
    return .valid(app)
  }()

  @Test func `a link that would be refused is refused without asking about unsaved work`() throws {
    let row = BehaviourRow(
      "login a; open /edit; dirty on; open /help", "refused(not-shown)", "home: Edit", "")
    try row.check(in: Self.editing)
  }

  @Test(arguments: inner)
  func `a switch in a tab shows no screen that requires a closed gate`(_ row: BehaviourRow) throws {
    try row.check(in: InnerSwitchApp.definition)
  }

  @Test(arguments: rows)
  func `a switch shows its first child whose gates are open`(_ row: BehaviourRow) throws {
    try row.check(in: SwitchApp.definition)
  }
}
