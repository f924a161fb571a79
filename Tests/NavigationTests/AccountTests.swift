import Diagnostics
import Navigation
import TestSupport
import Testing

/// Routes that require a gate to be open for one account.
struct AccountTests {
  private static func draft() -> PluginDraft {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("root", ["home", "other"])
    app.stack("home", start: "/")
    app.stack("other", start: "/other")
    app.route("/", screen: "Home")
    app.route("/other", screen: "Other")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/subscribe", screen: "Subscribe") { $0.presentation = .sheet }
    app.route("/:user/inbox", screen: "Inbox") {
      $0.coordinator = "home"
      $0.accounts = [("login", ":user")]
    }
    app.route("/:user/mail/:id", screen: "Mail") {
      $0.coordinator = "home"
      $0.gates = ["premium"]
      $0.accounts = [("login", ":user")]
      $0.parents = ["/:user/inbox"]
    }
    app.route("/inbox/:user", screen: "Inbox") {
      $0.coordinator = "home"
      $0.gates = ["login"]
    }
    app.route("/profile", screen: "Profile") {
      $0.coordinator = "home"
      $0.gates = ["login"]
    }
    app.screen("Login") { $0.taps = [("ok", "satisfy login")] }
    app.screen("Inbox") { $0.taps = [("bobs", "/bob/inbox")] }
    return app
  }

  private static let app = AppDefinition.valid(draft())

  @Test func `an account that is too long opens no gate`() {
    let long = String(repeating: "a", count: Limits.wordBytesMax + 1)
    let refusal = Refusal.limit(
      name: "bytes of the account that the link names", bound: Limits.wordBytesMax)
    for (account, isRefused) in [(long, true), (String(long.dropLast()), false)] {
      var state = NavigationState(of: Self.app)
      _ = state.apply(.open("/\(account)/inbox", from: .outside), in: Self.app)
      let before = state
      let applied = state.apply(.satisfy(gate: "login", subject: nil), in: Self.app)
      #expect((applied.outcome == .refused(refusal)) == isRefused)
      #expect((state == before) == isRefused)
    }
  }

  @Test func `an unknown gate for an account is reported once`() {
    var app = Self.draft()
    app.route("/x/:user", screen: "Inbox") {
      $0.gates = ["logn"]
      $0.accounts = [("logn", ":user")]
    }
    #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    do {
      _ = try AppDefinition(plugins: [app])
    } catch {
      #expect(error.diagnostics.map(\.code) == [.nameUnknown])
    }
  }

  static let rows = [
    BehaviourRow("open /ada/inbox", "deferred(login)", "home: Login"),
    BehaviourRow("open /ada/inbox; login ada", "moved", "home: Home > Inbox(user=ada)"),
    BehaviourRow("open /ada/inbox; login bob", "moved", "home: Home", "gateOpened dismiss drop"),
    BehaviourRow("login ada; open /ada/inbox", "moved", "home: Home > Inbox(user=ada)"),
    BehaviourRow("login ada; open /bob/inbox", "deferred(login)", "home: Login"),
    BehaviourRow(
      "login ada; open /ada/inbox; open /bob/inbox; login bob", "moved",
      "home: Home > Inbox(user=bob)",
      "gateClosed prune gateOpened dismiss resume push"),
    // Bytes decide: these look the same.
    BehaviourRow("login caf\u{e9}; open /cafe%CC%81/inbox", "deferred(login)", "home: Login"),
    // Who is not said: it is the account that the link asks for, or nobody's.
    BehaviourRow(
      "open /ada/inbox; tap ok; open /ada/inbox", "duplicated", "home: Home > Inbox(user=ada)"),
    BehaviourRow("login ada; open /bob/inbox; tap ok", "moved", "home: Home > Inbox(user=bob)"),
    BehaviourRow("satisfy login; open /ada/inbox", "deferred(login)", "home: Login"),
    BehaviourRow("satisfy login; open /profile", "moved", "home: Home > Profile"),
    // The same account again is not the one that was asked for.
    BehaviourRow("login ada; open /bob/inbox; login ada", "moved", "home: Home", "dismiss drop"),
    BehaviourRow("login ada; open /bob/inbox; login ada; login ada", "duplicated", "home: Home"),
    BehaviourRow("login ada; open /bob/inbox; cancel", "moved", "home: Home", "dismiss drop"),
    BehaviourRow(
      "login ada; open /bob/inbox; back; open /profile", "moved", "home: Home > Profile"),
    BehaviourRow("login ada; open /bob/inbox; wait 600s", "moved", "home: Login", "drop"),
    BehaviourRow(
      "login ada; open /bob/inbox; logout; login bob", "moved", "home: Home > Inbox(user=bob)"),
    // From inside: the screen that the link opens on goes with its account.
    BehaviourRow(
      "login ada; open /ada/inbox; tap bobs; login bob", "moved", "home: Home > Inbox(user=bob)"),
    BehaviourRow(
      "login ada; open /ada/inbox; tap bobs; cancel", "moved", "home: Home > Inbox(user=ada)"),
    // In every tab.
    BehaviourRow(
      "login ada; open /ada/inbox; tab other; login bob; tab home", "moved", "home: Home"),
    BehaviourRow("login ada; open /profile; login bob", "moved", "home: Home"),
    // Each gate in its turn, for the same account.
    BehaviourRow(
      "open /ada/mail/1; login ada; satisfy premium ada", "moved",
      "home: Home > Inbox(user=ada) > Mail(user=ada, id=1)"),
    BehaviourRow("login bob; satisfy premium; open /ada/mail/1", "deferred(login)", "home: Login"),
    BehaviourRow(
      "login bob; satisfy premium; open /ada/mail/1; login ada", "deferred(premium)",
      "home: Subscribe"),
    // The route for all accounts shows another screen, although it looks the same.
    BehaviourRow("login ada; open /inbox/bob; open /bob/inbox", "deferred(login)", "home: Login"),
  ]

  @Test(arguments: rows)
  func `a screen for one account is shown to no other`(_ row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  @Test func `a state is restored with the link that waits for another account`() throws {
    var walk = Walk(Self.app)
    try walk.run("login ada")
    try walk.run("open /bob/inbox")
    let restored = walk.state.migrated(to: .valid(Self.draft()), from: Self.app).state
    #expect(restored.deferred.map { $0.subject } == ["bob"])
    #expect(restored.violations(in: Self.app).isEmpty)
    // Under a definition that admits every account, it would wait for a gate that is open.
    var open = Self.draft()
    for index in open.routes.indices where !open.routes[index].accounts.isEmpty {
      open.routes[index].accounts = []
      open.routes[index].gates = ["login"]
    }
    let definition = AppDefinition.valid(open)
    let moved = walk.state.migrated(to: definition, from: Self.app)
    #expect(moved.state.deferred.isEmpty && moved.state.violations(in: definition).isEmpty)
    #expect(moved.transitions.contains { $0.word == "drop" })
  }

  struct Fault: Sendable {
    let code: DiagnosticCode
    let text: String
    let change: @Sendable (inout PluginDraft) -> Void

    init(
      _ code: DiagnosticCode, _ text: String,
      _ change: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      (self.code, self.text, self.change) = (code, text, change)
    }
  }

  static let faults = [
    Fault(.routeParameter, "from ':id', which is not one of its parameters") {
      $0.routes[4].accounts = [("login", ":id")]
    },
    Fault(.routeParameter, "from 'ada'") { $0.routes[4].accounts = [("login", "ada")] },
    Fault(.routeParameter, "from ':tab', which is optional") {
      $0.routes[4].query = [("tab", .string, true)]
      $0.routes[4].accounts = [("login", ":tab")]
    },
    Fault(.routeParameter, "two accounts") {
      $0.routes[4].accounts = [("login", ":user"), ("login", ":user")]
    },
    Fault(.nameUnknown, "nobody") { $0.routes[4].accounts = [("nobody", ":user")] },
    Fault(.routeParent, "for the account ':user'") { $0.routes[5].accounts = [] },
    Fault(.routeParent, "for the account ':user'") {
      $0.routes[5].accounts = [("login", ":id")]
    },
    Fault(.coordinatorStart, "only for one account") {
      $0.stack("third", start: "/ada/inbox")
      $0.coordinators[0].children.append("third")
      $0.routes[4].coordinator = nil
    },
    Fault(.gateUnsatisfiable, "guests") {
      $0.routes[2].guests = "login"
    },
    // While the gate is open for one account, the switch hides the challenge for another.
    Fault(.gateUnsatisfiable, "member") {
      $0.oneOf("app", ["member", "guest"])
      $0.tabs("member", ["root"], gates: ["login"])
      $0.stack("guest", start: "/welcome")
      $0.route("/welcome", screen: "Welcome")
      $0.routes[2].coordinator = "guest"
    },
  ]

  @Test(arguments: faults.indices)
  func `accounts that cannot be are refused`(index: Int) {
    let fault = Self.faults[index]
    var app = Self.draft()
    fault.change(&app)
    #expect {
      try AppDefinition(plugins: [app])
    } throws: { error in
      let found = (error as? DiagnosticList)?.diagnostics ?? []
      return found.contains { $0.code == fault.code && $0.message.contains(fault.text) }
    }
  }
}
