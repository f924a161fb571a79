import Diagnostics
import Navigation
import TestSupport
import Testing

/// Links that are opened only if the user agrees.
struct ConsentTests {
  private static func draft() -> PluginDraft {
    var app = PluginDraft("wallet")
    app.source("web", consent: "/confirm?link=:link")
    app.source("own", .signed(items: nil))
    app.gate("lock", challenge: "/unlock")
    app.oneOf("root", ["main", "locked"])
    app.tabs("main", ["home", "money"], gates: ["lock"])
    app.stack("locked", start: "/locked")
    app.stack("home", start: "/")
    app.stack("money", start: "/money")
    app.route("/", screen: "Home")
    app.route("/locked", screen: "Locked")
    app.route("/money", screen: "Money")
    app.route("/unlock", screen: "Unlock") { $0.presentation = .sheet }
    app.route("/note", screen: "Note") { $0.presentation = .sheet }
    app.route("/send/:to", screen: "Send") { $0.coordinator = "money" }
    app.route("/pair/:code", screen: "Pair") {
      $0.coordinator = "home"
      $0.consent = "/ask"
    }
    app.route("/help", screen: "Help") {
      $0.coordinator = "home"
      $0.consent = "none"
    }
    app.route("/confirm", screen: "Confirm") {
      $0.presentation = .cover
      $0.query = [("link", .string, false)]
      $0.bases = []
    }
    app.route("/ask", screen: "Ask") { $0.presentation = .sheet }
    app.screen("Confirm") { $0.taps = [("yes", "accept"), ("no", "decline"), ("more", "/note")] }
    app.screen("Home") {
      $0.taps = [("pair", "/pair/7"), ("send", "/send/me")]
      $0.leave = .confirm
    }
    return app
  }

  private static let app = AppDefinition.valid(draft())

  static let rows = [
    BehaviourRow(
      "satisfy lock; open /send/a from web", "asked(Confirm)", "home: Confirm(link=/send/a)",
      "ask present"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; accept", "moved", "money: Money > Send(to=a)",
      "accept dismiss select setRoot push"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; tap yes", "moved", "money: Money > Send(to=a)"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; decline", "moved", "home: Home", "drop dismiss"),
    BehaviourRow("satisfy lock; open /send/a from web; tap no", "moved", "home: Home"),
    // Once only, and for this link only.
    BehaviourRow(
      "satisfy lock; open /send/a from web; accept; open /send/b from web", "asked(Confirm)",
      "money: Confirm(link=/send/b)"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; accept; accept", "refused(nothing-to-answer)",
      "money: Money > Send(to=a)"),
    BehaviourRow("satisfy lock; accept", "refused(nothing-to-answer)", "home: Home"),
    BehaviourRow("satisfy lock; decline", "refused(nothing-to-answer)", "home: Home"),
    // The route's consent comes before the source's, and inside needs none.
    BehaviourRow("satisfy lock; open /pair/1 from web", "asked(Ask)", "home: Ask"),
    BehaviourRow("satisfy lock; open /pair/1 signed", "asked(Ask)", "home: Ask"),
    BehaviourRow("satisfy lock; open /pair/1", "asked(Ask)", "home: Ask"),
    BehaviourRow("satisfy lock; tap pair", "moved", "home: Home > Pair(code=7)"),
    BehaviourRow("satisfy lock; open /help from web", "moved", "home: Home > Help"),
    BehaviourRow("satisfy lock; open /send/a signed", "moved", "money: Money > Send(to=a)"),
    // What would be refused is not asked about.
    BehaviourRow("satisfy lock; open /locked from web", "refused(not-shown)", "home: Home"),
    // A second link replaces the question, also one from another source.
    BehaviourRow(
      "satisfy lock; open /send/a from web; open /send/b from web", "asked(Confirm)",
      "home: Confirm(link=/send/b)", "drop dismiss ask present"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; open /send/b from web; accept", "moved",
      "money: Money > Send(to=b)"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; open /help", "moved", "home: Home > Help",
      "dismiss push drop"),
    // What leaves the screen drops the link.
    BehaviourRow(
      "satisfy lock; open /send/a from web; back", "moved", "home: Home", "dismiss drop"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; dismiss; accept", "refused(nothing-to-answer)",
      "home: Home"),
    // Only the visible screen is answered.
    BehaviourRow(
      "satisfy lock; open /send/a from web; tap more; accept", "refused(nothing-to-answer)",
      "home: Note"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; tap more; back; accept", "moved",
      "money: Money > Send(to=a)"),
    // Consent comes first, then the gates.
    BehaviourRow(
      "open /send/a from web", "asked(Confirm)", "locked: Confirm(link=/send/a)"),
    BehaviourRow("open /send/a from web; accept", "deferred(lock)", "locked: Unlock"),
    BehaviourRow(
      "open /send/a from web; accept; satisfy lock", "moved", "money: Money > Send(to=a)"),
    // A gate that opens or closes does not answer, also if it dismisses the screen.
    BehaviourRow(
      "open /send/a from web; satisfy lock", "moved", "home: Confirm(link=/send/a)",
      "gateOpened dismiss switch setRoot present"),
    BehaviourRow(
      "open /send/a from web; satisfy lock; accept", "moved", "money: Money > Send(to=a)"),
    BehaviourRow(
      "satisfy lock; open /send/a from web; revoke lock", "moved",
      "locked: Confirm(link=/send/a)"),
    BehaviourRow(
      "open /send/a signed; open /pair/1 from web; satisfy lock", "moved", "money: Ask"),
    // Unsaved work asks after the consent, and the question about the link stays.
    BehaviourRow(
      "satisfy lock; tap pair; back; open /pair/1 from web; accept", "moved",
      "home: Home > Pair(code=1)"),
    // A redirect does not help.
    BehaviourRow(
      "satisfy lock; open /confirm?link=/send/a from web", "refused(forbidden)", "home: Home"),
  ]

  @Test(arguments: rows)
  func `a link with consent is opened if the user agrees`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  static let coldRows = [
    BehaviourRow("open /send/a from web", "queued", "locked: Locked"),
    BehaviourRow("open /send/a from web; ready", "asked(Confirm)", "locked: Confirm(link=/send/a)"),
    BehaviourRow(
      "open /send/a from web; satisfy lock; ready; accept", "moved", "money: Money > Send(to=a)"),
    BehaviourRow(
      "open /send/a from web; open /send/b from web; ready; accept", "deferred(lock)",
      "locked: Unlock"),
    BehaviourRow(
      "open /send/a from web; open /send/b from web; ready; accept; satisfy lock", "moved",
      "money: Money > Send(to=b)"),
    BehaviourRow("open /send/a from web; accept", "refused(not-ready)", "locked: Locked"),
  ]

  @Test(arguments: coldRows)
  func `after a cold start the last link asks`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app, isReady: false)
  }

  @Test func `unsaved work keeps the question until it is confirmed`() throws {
    var app = Self.draft()
    app.screen("Send") { $0.leave = .confirm }
    app.route("/lock", screen: "Lock") {
      $0.presentation = .root
      $0.coordinator = "money"
    }
    var walk = Walk(.valid(app))
    for command in ["satisfy lock", "open /send/me signed", "dirty on", "open /lock from web"] {
      try walk.run(command)
    }
    #expect(walk.outcome == "asked(Confirm)")
    try walk.run("accept")
    #expect(walk.outcome == "blocked(Send)")
    #expect(walk.stack == "money: Confirm(link=/lock)")
    try walk.run("confirm")
    #expect(walk.stack == "money: Lock")
  }

  // The blocked event is the link itself, which must not be asked about again.
  @Test func `a link with consent that a gate resumes keeps its consent when it is blocked`() throws
  {
    var app = Self.draft()
    app.gate("pin", challenge: "/pin")
    app.route("/pin", screen: "Pin") { $0.presentation = .sheet }
    app.route("/vault", screen: "Vault") {
      $0.presentation = .root
      $0.coordinator = "home"
      $0.gates = ["pin"]
    }
    var walk = Walk(.valid(app))
    let commands = [
      "satisfy lock", "dirty on", "open /vault from web", "accept", "confirm",
      "satisfy pin",
    ]
    for command in commands { try walk.run(command) }
    #expect(walk.outcome == "blocked(Home)")
    try walk.run("confirm")
    #expect(walk.stack == "home: Vault")
  }

  @Test func `a link that is too long for the screen is refused`() {
    var state = NavigationState(of: Self.app)
    let link = "/send/" + String(repeating: "%2F", count: 600)
    let applied = state.apply(.open(link, from: LinkSource("web")), in: Self.app)
    #expect(applied.outcome.kind == "asked")
    let long = "/send/" + String(repeating: "%2F", count: 2_000)
    let refused = state.apply(.open(long, from: LinkSource("web")), in: Self.app)
    guard case .refused(.unreadable) = refused.outcome else {
      Issue.record("\(refused.outcome)")
      return
    }
  }

  struct Fault: Sendable {
    let change: @Sendable (inout PluginDraft) -> Void

    init(_ change: @escaping @Sendable (inout PluginDraft) -> Void) { self.change = change }
  }

  static let faults = [
    Fault { $0.source("mail", consent: "/nowhere") },
    Fault { $0.source("mail", consent: "/help") },  // It is pushed.
    Fault { $0.source("mail", consent: "/confirm?link=:url") },
    Fault { $0.source("mail", consent: "/confirm") },  // The item is needed.
    Fault { $0.routes[5].consent = "/send/a" },
    Fault {
      $0.routes[9].gates = ["lock"]
    },
    Fault { $0.routes[9].guests = "lock" },
    Fault { $0.routes[9].coordinator = "home" },
    // The parent's link would not be asked about.
    Fault {
      $0.route("/paired/:code", screen: "Paired") {
        $0.coordinator = "home"
        $0.parents = ["/pair/:code"]
        $0.consent = "none"
      }
    },
  ]

  @Test(arguments: faults.indices)
  func `screens that cannot ask are refused`(index: Int) {
    var app = Self.draft()
    Self.faults[index].change(&app)
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [app])
      Issue.record("accepted")
    } catch {
      #expect(error.diagnostics.map(\.code) == [.routeSource], "\(error.diagnostics)")
    }
  }
}

/// All states of a small app with two links that ask, and its events, against rules that do not
/// look at how the engine places screens.
struct ConsentWorldTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("small")
    app.source("web", consent: "/ask?link=:link")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["one", "two"])
    app.stack("one", start: "/")
    app.stack("two", start: "/two", gates: ["login"])
    app.route("/", screen: "Home")
    app.route("/two", screen: "Two")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/ask", screen: "Ask") {
      $0.presentation = .cover
      $0.query = [("link", .string, false)]
    }
    app.route("/item", screen: "Item") { $0.coordinator = "one" }
    app.route("/mail", screen: "Mail") {
      $0.coordinator = "two"
      $0.consent = "/ask?link=:link"
    }
    app.screen("Item") { $0.leave = .confirm }
    app.screen("Ask") { $0.taps = [("more", "/login")] }
    return .valid(app)
  }()

  private static let web = LinkSource("web")
  private static let events: [Event] = [
    .open("/item", from: web), .open("/mail", from: web), .open("/mail", from: .outside),
    .open("/item", from: .outside), .open("/item", from: .inside), .open("/mail", from: .inside),
    .open("/ask?link=x", from: .outside), .open("/nowhere", from: web), .tap("more"), .back,
    .dismiss, .root, .select(tab: "one"), .select(tab: "two"), .accept, .decline, .confirm,
    .cancel, .dirty(true), .satisfy(gate: "login", subject: "a"), .revoke(gate: "login"),
    .tick(milliseconds: 700_000),
  ]

  /// The state without the numbers that grow.
  private func shape(_ state: NavigationState) -> [String] {
    var shape: [String] = []
    state.forEachEntry { entry, owner in
      let asks = state.request?.screen == entry.id
      shape.append(
        "\(owner.index) \(Self.app.name(of: entry)) \(entry.values) \(entry.isDirty) \(asks)")
    }
    return shape + state.layers.map { $0.kind.rawValue } + state.selections.map { "\($0)" }
      + state.deferred.map { "\($0.link) \($0.source)" } + ["\(state.openGates.members)"]
      + ["\(state.pendingLeave.map { "\($0)" } ?? "")", "\(state.request?.link ?? "")"]
      + ["\(state.nowMilliseconds)"]
  }

  @Test func `only an answer opens a link that asks, and only what removes its screen drops it`() {
    var seen: Set<[String]> = []
    var edge = [NavigationState(of: Self.app)]
    var steps = 0
    for _ in 0..<5 {
      var next: [NavigationState] = []
      for state in edge where seen.insert(shape(state)).inserted {
        for event in Self.events {
          var after = state
          let applied = after.apply(event, in: Self.app)
          steps += 1
          check(event, state, after, applied)
          if !applied.transitions.isEmpty || after.pendingLeave != state.pendingLeave
            || after.hasUnsavedWork != state.hasUnsavedWork
          {
            next.append(after)
          }
        }
      }
      edge = next
    }
    #expect(steps > 10_000)
  }

  private func check(
    _ event: Event, _ before: NavigationState, _ after: NavigationState, _ applied: Applied
  ) {
    #expect(after.violations(in: Self.app).isEmpty, "\(event)")
    let isAsking = before.request.map { before.visibleEntry(in: Self.app)?.id == $0.screen }
    switch (event, applied.outcome) {
    case (_, .refused), (_, .blocked):
      #expect(after.request == before.request, "\(event)")
      if case .accept = event, case .refused = applied.outcome { #expect(isAsking != true) }
    case (.accept, _), (.decline, _):
      #expect(isAsking == true)
      #expect(after.request == nil)
    case (.open(let link, let source), .asked):
      #expect(source != .inside)
      #expect(after.request?.link == link)
      #expect(after.request?.source == source)
    case (.satisfy, _), (.revoke, _):
      #expect(after.request?.link == before.request?.link, "\(event)")
    case (.confirm, _): break
    default:
      let isThere = before.request.map { after.entry($0.screen) != nil } ?? false
      #expect(after.request == (isThere ? before.request : nil), "\(event)")
    }
    // Nothing but an answer places what a link of the web opens.
    if case .open(_, Self.web) = event {
      #expect(applied.outcome.kind != "moved")
      after.forEachEntry { entry, _ in
        let isNew = before.entry(entry.id) == nil
        #expect(!isNew || Self.app.name(of: entry) == "Ask", "\(event)")
      }
    }
  }
}
