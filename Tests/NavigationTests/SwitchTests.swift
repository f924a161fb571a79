import Diagnostics
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
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
    app.gate("age", challenge: "/age")
    app.route("/age", screen: "Age") { $0.presentation = .sheet }
    app.route("/film", screen: "Film") {
      $0.presentation = .sheet
      $0.gates = ["age"]
    }
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
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
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
    // What is above a switch that shows another child is dismissed.
    BehaviourRow(
      "open /info inside; login a", "moved", "home: Home", "gateOpened dismiss switch setRoot"),
    BehaviourRow(
      "login a; open /info inside; logout", "moved", "welcome: Login",
      "gateClosed prune prune dismiss switch"),
    BehaviourRow(
      "login a; open /film; logout", "moved", "welcome: Login",
      "gateClosed prune prune dismiss switch drop"),
  ]

  static let inner = [
    // But not what is above another tab.
    BehaviourRow("open /info inside; login a", "moved", "home: Info", "gateOpened switch"),
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

  /// The switch app with the challenge of a second gate.
  private static func app(
    requires: [Located<String>], _ challenge: (inout RouteDraft) -> Void
  ) -> PluginDraft {
    var app = SwitchApp.draft
    app.gate("pin", challenge: "/pin") { $0.requires = requires }
    app.route("/pin", screen: "Pin", challenge)
    return app
  }

  private static func codes(_ app: PluginDraft) -> [String] {
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [app])
      return []
    } catch {
      return error.diagnostics.map(\.code.rawValue)
    }
  }

  // Goal: a definition is refused exactly if its challenge is hidden when a link that can be shown
  // asks for the gate. Method: every presentation in the guest's stack, for a member's screen, a
  // guest's screen, and none.
  @Test(arguments: [Presentation.push, .root, .replace, .sheet, .cover])
  func `a challenge that a switch hides when its gate is asked for is refused`(
    presentation: Presentation
  ) {
    func app(_ owner: Located<String>?, asking place: Located<String>?) -> PluginDraft {
      var app = Self.app(requires: place?.value == "inbox" ? ["login"] : []) {
        $0.coordinator = owner
        $0.presentation = presentation
      }
      guard let place else { return app }
      app.route("/asking", screen: "Asking") {
        $0.coordinator = place
        $0.gates = ["pin"]
      }
      return app
    }
    #expect(Self.codes(app("welcome", asking: "inbox")) == ["gate/unsatisfiable"])
    #expect(Self.codes(app("welcome", asking: "welcome")) == [])
    #expect(Self.codes(app("welcome", asking: nil)) == [])
    #expect(Self.codes(app("home", asking: "inbox")) == [])
    if presentation == .sheet || presentation == .cover {
      #expect(Self.codes(app(nil, asking: "inbox")) == [])
    }
  }

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
