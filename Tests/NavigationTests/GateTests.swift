import Navigation
import Testing
import TestSupport

/// An app with two independent gates and screens that require both, and gates that require each
/// other.
enum TwoGatesApp {
  static let definition: AppDefinition = {
    var app = PluginDraft("two")
    app.gate("login", challenge: "/login")
    app.gate("pin", challenge: "/pin")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/pin", screen: "Pin") { $0.presentation = .sheet }
    app.route("/mail/:id", screen: "Mail") { $0.gates = ["login", "pin"] }
    app.route("/box", screen: "Box") { $0.gates = ["login"] }
    app.route("/safe", screen: "Safe") {
      $0.gates = ["pin"]
      $0.parents = ["/box"]
    }
    app.gate("age", challenge: "/age")
    app.route("/age", screen: "Age")
    app.route("/film", screen: "Film") { $0.gates = ["age"] }
    app.route("/about", screen: "About") { $0.gates = ["pin"] }
    app.gate("name", challenge: "/name")
    app.route("/name", screen: "Name") { $0.repeatPolicy = .push }
    app.route("/card", screen: "Card") { $0.gates = ["name"] }
    app.gate("vip", challenge: "/vip") { $0.requires = ["login"] }
    app.gate("lounge", challenge: "/door") { $0.requires = ["vip"] }
    app.route("/vip", screen: "VIP") { $0.presentation = .sheet }
    app.route("/door", screen: "Door") { $0.presentation = .sheet }
    app.route("/lounge", screen: "Lounge") { $0.gates = ["lounge"] }
    return .valid(app)
  }()
}

struct GateTests {
  static let rows = [
    BehaviourRow("open /library", "deferred(login)", "home: Login", "defer present"),
    BehaviourRow(
      "open /library; login alice", "moved", "library: Library",
      "gateOpened dismiss resume select setRoot"),
    BehaviourRow("tab library", "deferred(login)", "home: Login", "defer present"),
    BehaviourRow("tab library; login", "moved", "library: Library"),
    BehaviourRow("tab library; back", "moved", "home: Home", "dismiss drop"),
    BehaviourRow("tab library; cancel", "moved", "home: Home", "dismiss drop"),
    BehaviourRow("tab library; back; login", "moved", "home: Home", "gateOpened"),
    BehaviourRow("open /films/4; tap save", "deferred(login)", "home: Login", "defer present"),
    BehaviourRow("open /films/4; tap save; login a", "moved", "library: Library > Saved(id=4)"),
    BehaviourRow(
      "open /films/4; tap save; dismiss", "moved", "home: Home > Films > Film(id=4)",
      "dismiss drop"),
    BehaviourRow("open /films/4; tap save; tap forgot; back", "moved", "home: Login", "pop"),
    BehaviourRow(
      "open /films/4; tap save; tap forgot; login", "moved", "library: Library > Saved(id=4)"),
    BehaviourRow("open /library; open /secret", "deferred(login)", "home: Login", "drop defer"),
    BehaviourRow("open /secret", "deferred(login)", "home: Login"),
    BehaviourRow(
      "open /secret; login", "deferred(premium)", "home: Subscribe",
      "gateOpened dismiss resume defer present"),
    BehaviourRow(
      "open /secret; login; satisfy premium", "moved", "home: Home > Secret",
      "gateOpened dismiss resume push"),
    BehaviourRow("satisfy premium", "refused(gate-requires)", "home: Home"),
    BehaviourRow("satisfy vip", "refused(unknown-gate)", "home: Home"),
    BehaviourRow("revoke vip", "refused(unknown-gate)", "home: Home"),
    BehaviourRow("login a; login a", "duplicated", "home: Home", ""),
    BehaviourRow("login a; login", "duplicated", "home: Home", ""),
    BehaviourRow("logout", "duplicated", "home: Home", ""),
    BehaviourRow(
      "login a; open /library; logout", "moved", "home: Home",
      "gateClosed prune select"),
    BehaviourRow(
      "login a; satisfy premium; open /secret; open /library; logout", "moved",
      "home: Home", "gateClosed gateClosed prune prune select"),
    // A layer keeps its other screens.
    BehaviourRow(
      "login a; satisfy premium; open /info; open /secret inside; logout", "moved", "home: Info",
      "gateClosed gateClosed prune"),
    BehaviourRow(
      "login a; open /library; login b", "moved", "home: Home",
      "gateClosed prune select gateOpened"),
    BehaviourRow("open /library; open /films", "moved", "home: Home > Films", "dismiss push drop"),
    BehaviourRow("open /library; open /films; login", "moved", "home: Home > Films", "gateOpened"),
    BehaviourRow("open /library; wait 10m; login", "moved", "home: Home", "gateOpened dismiss"),
    BehaviourRow("open /library; wait 9m; wait 59s; login", "moved", "library: Library"),
    BehaviourRow("login a; open /secret; logout", "moved", "home: Subscribe", "drop gateClosed"),
    BehaviourRow(
      "login a; open /secret; satisfy premium b", "moved", "home: Home",
      "gateOpened dismiss drop"),
    BehaviourRow("open /login; login", "moved", "home: Home", "gateOpened dismiss"),
    // Opening a gate also removes what is on top of the challenge: layers, and screens of its
    // stack.
    BehaviourRow(
      "open /login; open /player inside; login", "moved", "home: Home",
      "gateOpened dismiss dismiss"),
    BehaviourRow(
      "open /info; open /login inside; open /player inside; login", "moved", "home: Info",
      "gateOpened dismiss dismiss"),
    BehaviourRow(
      "open /login; open /checkout inside; open /info inside; login", "moved", "home: Home",
      "gateOpened dismiss dismiss dismiss"),
    BehaviourRow("cancel", "refused(nothing-to-cancel)", "home: Home"),
    BehaviourRow("confirm", "refused(nothing-to-confirm)", "home: Home"),
  ]

  static let unsaved = [
    BehaviourRow("open /edit; dirty on; back", "blocked(Edit)", "settings: Settings > Edit", ""),
    BehaviourRow("open /edit; dirty on; back; confirm", "moved", "settings: Settings", "pop"),
    BehaviourRow(
      "open /edit; dirty on; back; cancel; confirm", "refused(nothing-to-confirm)",
      "settings: Settings > Edit"),
    BehaviourRow("open /edit; dirty on; dirty off; back", "moved", "settings: Settings"),
    BehaviourRow("open /edit; dirty on; tab home", "moved", "home: Home"),
    BehaviourRow("open /edit; dirty on; open /films", "moved", "home: Home > Films"),
    BehaviourRow(
      "open /edit; dirty on; open /settings", "blocked(Edit)", "settings: Settings > Edit"),
    BehaviourRow("open /edit; dirty on; open /settings; confirm", "moved", "settings: Settings"),
    BehaviourRow("open /edit; dirty on; open /library", "deferred(login)", "settings: Login"),
    BehaviourRow(
      "open /edit; dirty on; open /info; dirty on; open /player", "moved", "settings: Player"),
    BehaviourRow(
      "open /edit; dirty on; back; tab home; confirm", "refused(nothing-to-confirm)",
      "home: Home"),
    // The answer counts only if nothing has changed: the user must confirm exactly what will be
    // lost.
    BehaviourRow(
      "login a; open /edit; dirty on; open /draft inside; dirty on; back; logout; confirm",
      "refused(nothing-to-confirm)", "settings: Settings > Edit"),
    BehaviourRow(
      "open /edit; dirty on; open /paper inside; open /settings; dirty on; confirm",
      "refused(nothing-to-confirm)", "settings: Settings > Edit > Paper"),
    BehaviourRow(
      "open /edit; dirty on; back; dirty off; confirm", "refused(nothing-to-confirm)",
      "settings: Settings > Edit"),
    BehaviourRow(
      "open /edit; dirty on; back; login a; confirm", "refused(nothing-to-confirm)",
      "settings: Settings > Edit"),
    BehaviourRow("open /edit; dirty on; back; dirty on; confirm", "moved", "settings: Settings"),
    BehaviourRow("open /edit; dirty on; back; wait 1m; confirm", "moved", "settings: Settings"),
    // Confirming one loss keeps the work of the screens that stay.
    BehaviourRow(
      "open /edit; dirty on; open /settings; confirm; open /edit; back", "moved",
      "settings: Settings"),
    BehaviourRow(
      "open /edit; dirty on; open /closed; confirm", "deferred(login)", "settings: Login"),
    BehaviourRow(
      "open /edit; dirty on; open /closed; confirm; cancel; back", "blocked(Edit)",
      "settings: Settings > Edit"),
    BehaviourRow(
      "open /edit; dirty on; open /closed; confirm; login a", "blocked(Edit)",
      "settings: Settings > Edit", "gateOpened dismiss resume"),
    BehaviourRow(
      "open /edit; dirty on; open /closed; confirm; login a; confirm", "moved", "settings: Closed"),
    // A question stays open while nothing has changed.
    BehaviourRow(
      "open /edit; dirty on; back; open /edit; confirm", "moved", "settings: Settings"),
    BehaviourRow(
      "open /edit; dirty on; back; open /terms; confirm", "moved", "settings: Settings"),
    BehaviourRow(
      "open /edit; dirty on; back; tap none; confirm", "moved", "settings: Settings"),
    // What would be refused is refused without a question.
    BehaviourRow("dirty on; open /settings", "moved", "settings: Settings"),
    BehaviourRow("dirty off", "duplicated", "home: Home"),
  ]

  @Test(arguments: rows + unsaved)
  func gates(_ row: BehaviourRow) throws {
    try row.check(in: CinemaApp.definition)
  }

  static let persons = [
    BehaviourRow("login a; open /mail/7", "deferred(pin)", "home: Pin"),
    BehaviourRow("login a; open /mail/7; satisfy pin a", "moved", "home: Home > Mail(id=7)"),
    BehaviourRow("login a; open /mail/7; satisfy pin", "moved", "home: Home > Mail(id=7)"),
    BehaviourRow("login a; open /mail/7; satisfy pin b", "moved", "home: Home"),
    BehaviourRow("login a; open /mail/7; logout", "moved", "home: Pin", "drop gateClosed"),
    BehaviourRow("login; open /mail/7; logout; satisfy pin b", "moved", "home: Home"),
    BehaviourRow("login a; open /mail/7; logout; login b; satisfy pin b", "moved", "home: Home"),
    BehaviourRow("login a; open /mail/7; login b; satisfy pin b", "moved", "home: Home"),
    BehaviourRow("login a; open /safe; login b; satisfy pin b", "moved", "home: Home"),
    BehaviourRow("login a; open /about; login b; satisfy pin b", "moved", "home: Home > About"),
    BehaviourRow("satisfy pin a; open /mail/7; login b", "moved", "home: Home"),
    BehaviourRow(
      "open /mail/7; login a; satisfy pin a", "moved", "home: Home > Mail(id=7)",
      "gateOpened dismiss resume push"),
    // A gate that the link does not require, of the same subject.
    BehaviourRow(
      "login a; satisfy vip a; satisfy pin a; open /lounge; revoke pin", "moved", "home: Door",
      "drop gateClosed"),
    // The subject of the nearest required gate.
    BehaviourRow(
      "login a; satisfy vip b; open /lounge; satisfy lounge b", "moved", "home: Home > Lounge"),
    BehaviourRow("login a; satisfy vip b; open /lounge; satisfy lounge a", "moved", "home: Home"),
  ]

  @Test(arguments: persons)
  func `a link waits for a subject of its open gates`(_ row: BehaviourRow) throws {
    try row.check(in: TwoGatesApp.definition)
  }

  @Test func `a gate is closed after those that require it`() throws {
    var walk = Walk(TwoGatesApp.definition)
    for command in ["login a", "satisfy vip a", "logout"] { try walk.run(command) }
    let closed: [String] = walk.last.transitions.compactMap { transition in
      guard case .gateClosed(let gate, _) = transition.kind else { return nil }
      return walk.definition[gate].name
    }
    #expect(closed == ["vip", "login"])
  }

  // A pushed challenge: what is on top of it is removed too, layers included.
  static let pushed = [
    BehaviourRow("open /film", "deferred(age)", "home: Home > Age", "defer push"),
    BehaviourRow("open /film; satisfy age", "moved", "home: Home > Film"),
    BehaviourRow(
      "open /age; open /login inside; satisfy age", "moved", "home: Home", "gateOpened dismiss pop"),
    BehaviourRow(
      "open /login; open /age inside; open /pin inside; satisfy age", "moved", "home: Login",
      "gateOpened dismiss pop"),
    // The lowest of several.
    BehaviourRow(
      "open /login; open /pin inside; open /login inside; login", "moved", "home: Home",
      "gateOpened dismiss dismiss dismiss"),
    BehaviourRow(
      "open /age; open /card inside; open /age inside; satisfy age", "moved", "home: Home",
      "gateOpened pop drop"),
    // A challenge that is visible is not shown again, even if its route repeats.
    BehaviourRow(
      "open /card inside; open /card inside", "deferred(name)", "home: Home > Name", "drop defer"),
  ]

  @Test(arguments: pushed)
  func `opening a gate removes its challenge and what is on top of it`(
    _ row: BehaviourRow
  ) throws {
    try row.check(in: TwoGatesApp.definition)
  }

  static let cold = [
    BehaviourRow("open /films/4", "queued", "home: Home", ""),
    BehaviourRow("open /films/4; ready", "moved", "home: Home > Films > Film(id=4)", "push push"),
    BehaviourRow("open /library; ready", "deferred(login)", "home: Login", "defer present"),
    BehaviourRow("login a; open /library; ready", "moved", "library: Library", "select setRoot"),
    BehaviourRow("open /films/4; open /settings; ready", "moved", "settings: Settings"),
    BehaviourRow("ready; ready", "refused(already-ready)", "home: Home"),
    BehaviourRow("back", "refused(not-ready)", "home: Home"),
    BehaviourRow("open /nowhere", "refused(not-found)", "home: Home"),
    BehaviourRow("open /terms", "outside", "home: Home"),
  ]

  @Test(arguments: cold)
  func `a cold start queues links until ready`(_ row: BehaviourRow) throws {
    try row.check(in: CinemaApp.definition, isReady: false)
  }

  @Test func `a link beyond the queue's limit is refused`() {
    var walk = Walk(CinemaApp.definition, isReady: false)
    for _ in 0..<Limits.queuedLinksMax { walk.apply(.open("/films", from: .outside)) }
    #expect(walk.last.outcome == .queued)
    walk.apply(.open("/films", from: .outside))
    #expect(walk.outcome == "refused(limit)")
  }

  @Test func `pushes and sheets beyond the limit are refused`() throws {
    var walk = Walk(CinemaApp.definition)
    try walk.run("open /films/4")
    try walk.run("tap cast")
    for _ in 0..<100 { try walk.run("tap again") }
    #expect(walk.outcome == "refused(limit)")
    #expect(walk.state.visibleStack(in: walk.definition).count == Limits.stackDepthMax)
  }

  @Test func `the result of a flow reaches the screen that started it once`() throws {
    var walk = Walk(CinemaApp.definition)
    try walk.run("open /films/4")
    try walk.run("tap buy")
    try walk.run("finish paid")
    #expect(walk.state.visibleEntry(in: walk.definition)?.result == "paid")
    #expect(walk.last.transitions.first?.to?.result == "paid")
  }

  @Test func `the result of a flow from outside reaches no screen`() throws {
    var walk = Walk(CinemaApp.definition)
    try walk.run("open /checkout")
    try walk.run("finish paid")
    #expect(walk.transitions == "finish")
    #expect(walk.last.transitions.first?.to == nil)
  }

  @Test func `a word over the limit is refused`() throws {
    var walk = Walk(CinemaApp.definition)
    let long = String(repeating: "x", count: Limits.wordBytesMax + 1)
    walk.apply(.satisfy(gate: "login", subject: long))
    #expect(walk.outcome == "refused(limit)")
    walk.apply(.tick(milliseconds: .max))
    #expect(walk.outcome == "refused(clock)")
    walk.apply(.tick(milliseconds: .min))
    #expect(walk.outcome == "refused(clock)")
  }
}

/// A screen that replaces its stack (`as: root`) does not require the gates of the screens that
/// would otherwise be below it.
struct AloneTests {
  /// The start of the library requires `card`; `Door` and `Notice` replace that stack.
  static func app(challenge: String) throws -> AppDefinition {
    var app = PluginDraft("app")
    app.gate("card", challenge: challenge)
    app.gate("age", challenge: "/info")
    app.tabs("main", ["home", "library"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library")
    app.route("/", screen: "Home")
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
    app.route("/library", screen: "Library") { $0.gates = ["card"] }
    for (path, screen, gates) in [
      ("/door", "Door", []), ("/notice", "Notice", ["age"]),
    ] as [(String, String, [Located<String>])] {
      app.route(path, screen: screen) {
        $0.coordinator = "library"
        $0.presentation = .root
        $0.gates = gates
      }
    }
    return try AppDefinition(plugins: [app])
  }

  @Test func `a challenge can replace the stack whose start it protects`() throws {
    var walk = Walk(try Self.app(challenge: "/door"))
    try walk.run("open /library")
    #expect(walk.outcome == "deferred(card)")
    #expect(walk.stack == "library: Door")
    try walk.run("satisfy card")
    #expect(walk.stack == "library: Library")
  }

  @Test func `a deferred link does not require the gate of a start that it replaces`() throws {
    var walk = Walk(try Self.app(challenge: "/info"))
    try walk.run("satisfy card ann")
    try walk.run("open /notice")
    #expect(walk.outcome == "deferred(age)")
    try walk.run("revoke card")
    #expect(walk.state.deferred.map(\.link) == ["/notice"])
  }
}
