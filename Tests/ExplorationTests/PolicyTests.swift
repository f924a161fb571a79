import Diagnostics
@testable import Exploration
import Navigation
import TestSupport
import Testing

struct PolicyTests {
  /// Two routes to one screen, of which one may lack the gate.
  private static func shop(isForgotten: Bool) -> AppDefinition {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/checkout", screen: "Checkout") { $0.gates = ["login"] }
    app.route("/offers", screen: "Offers")
    app.route("/offers/checkout", screen: "Checkout") {
      $0.presentation = .sheet
      if !isForgotten { $0.gates = ["login"] }
    }
    app.screen("Offers") { $0.taps = [("buy", "/offers/checkout")] }
    return .valid(app)
  }

  @Test func `a gate that guards every route to a screen is proved to`() throws {
    let shop = Self.shop(isForgotten: false)
    let rule = try PolicyRule(
      Located("never screen Checkout without gate login", at: nil), in: shop)
    let exploration = AppExploration(of: shop, rules: [rule])
    #expect(exploration.verdicts == [.proved])
    #expect(exploration.search.count == 0)
  }

  @Test func `a gate forgotten on one of two routes is found with a way`() throws {
    let shop = Self.shop(isForgotten: true)
    let rules = try [
      "never screen Checkout without gate login", "never screen Login without gate login",
    ]
    .map { try PolicyRule(Located($0, at: nil), in: shop) }
    let exploration = AppExploration(of: shop, rules: rules)
    for verdict in exploration.verdicts {
      guard case .broken(let way, isShortest: true) = verdict else {
        Issue.record("\(verdict)")
        continue
      }
      var state = NavigationState(of: shop)
      for event in way { _ = state.apply(event, in: shop) }
      let name = state.visibleEntry(in: shop).map(shop.name(of:))
      #expect(["Checkout", "Login"].contains(name))
      #expect(state.openGates.isEmpty)
      #expect(way.count == 1)
    }
  }

  // Goal: a rule about links that is proved is never broken. Method: random walks through random apps
  // with sources and consent, every second one from a cold start.
  @Test(arguments: seeds(12))
  func `no link breaks a rule that is proved`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let links =
      definition.sources.dropFirst().map { "a link from \($0.name)" } + ["an unsigned link"]
    let texts = definition.screens.flatMap { screen in
      links.flatMap { link in
        ["", " without consent"].map { "never screen \(screen.name) by \(link)\($0)" }
      }
    }
    let (rules, errors) = PolicyRule.read(texts.map { Located($0, at: nil) }, in: definition)
    #expect(errors.isEmpty)
    let alphabet = Alphabet(of: definition, for: rules)
    var proof = ReachabilityProof(of: definition, alphabet, rules: rules)
    proof.run(stepsMax: 50_000) { _ in false }
    // Some apps take longer.
    guard proof.isComplete else { return }
    let proved = rules.filter { $0.isProved(by: proof) { _ in false } }
    #expect(proved.count < rules.count)
    for walk in 0..<50 {
      var state = NavigationState(of: definition, isReady: walk.isMultiple(of: 2))
      for _ in 0..<200 {
        let own = alphabet.events(in: state, of: definition) + [.dirty(true), .confirm, .ready]
        let event = random.pick(random.chance(60) ? alphabet.events : own)
        let arrivals = state.apply(event, notingLinksIn: definition).arrivals
        guard
          let broken = proved.first(where: {
            $0.isBroken(by: arrivals, in: state, of: definition)
          })
        else { continue }
        Issue.record("seed \(seed): \(event) breaks \(broken)")
      }
    }
  }

  /// How a route is presented, whether the second tab has a gate, and the way to a screen from which
  /// `back` does not reach Home; `nil` if there is none.
  static let ways: [(presentation: Presentation, isGated: Bool, way: [Event]?)] = [
    (.push, false, nil), (.sheet, false, nil), (.replace, false, nil), (.push, true, nil),
    (.root, false, [.open("/page", from: .outside), .back]),
  ]

  @Test(arguments: ways)
  func `back reaches the home screen, unless a screen has replaced it`(
    _ row: (presentation: Presentation, isGated: Bool, way: [Event]?)
  ) throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "more"])
    app.stack("home", start: "/")
    app.stack("more", start: "/more", gates: row.isGated ? ["login"] : [])
    app.route("/", screen: "Home")
    app.route("/more", screen: "More")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/page", screen: "Page") {
      $0.coordinator = "home"
      $0.presentation = row.presentation
    }
    let definition = AppDefinition.valid(app)
    let rule = try PolicyRule(
      Located("from every screen back reaches Home", at: nil), in: definition)
    let check = AppExploration(of: definition, rules: [rule])
    #expect(check.verdicts == [row.way.map { .broken($0, isShortest: true) } ?? .proved])
  }

  /// How a screen is presented, what its tap does, and the way to where no way leads home; `nil` if
  /// there is none.
  static let traps: [(presentation: Presentation, tap: Located<String>, way: [Event]?)] = [
    (.push, "/page", nil), (.root, "/", nil), (.root, "tab home", nil), (.root, "/other", nil),
    (.root, "/page", [.open("/page", from: .outside)]),
  ]

  @Test(arguments: traps)
  func `some way reaches the home screen, unless a screen is a trap`(
    _ row: (presentation: Presentation, tap: Located<String>, way: [Event]?)
  ) throws {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home") { $0.presentation = .root }
    app.route("/other", screen: "Other") { $0.presentation = .replace }
    app.route("/page", screen: "Page") { $0.presentation = row.presentation }
    app.screen("Page") { $0.taps = [("go", row.tap)] }
    app.screen("Other") { $0.taps = [("home", "/")] }
    if row.tap.value == "tab home" {
      app.coordinators.removeAll()
      app.tabs("root", ["home", "more"])
      app.stack("home", start: "/")
      app.stack("more", start: "/more")
      app.route("/more", screen: "More")
      app.routes[2].coordinator = "more"
    }
    let definition = AppDefinition.valid(app)
    let rule = try PolicyRule(
      Located("from every screen some way reaches Home", at: nil), in: definition)
    let exploration = AppExploration(of: definition, rules: [rule])
    #expect(exploration.verdicts == [row.way.map { .broken($0, isShortest: true) } ?? .proved])
  }

  // Each tab's root has a way to Home through the start of the other tab; but not if both starts
  // have been replaced.
  @Test func `a way through another tab is not proved by that tab's start alone`() throws {
    var app = PluginDraft("app")
    app.tabs("root", ["one", "two"])
    app.stack("one", start: "/one")
    app.stack("two", start: "/two")
    for (number, stack, other) in [("1", "one", "two"), ("2", "two", "one")] {
      app.route("/\(stack)", screen: "Start\(number)")
      app.route("/trap/\(stack)", screen: "Trap\(number)") {
        $0.presentation = .root
        $0.coordinator = Located(stack, at: nil)
      }
      app.screen("Start\(number)") { $0.taps = [("home", "/home")] }
      app.screen("Trap\(number)") { $0.taps = [("other", Located("tab \(other)", at: nil))] }
    }
    app.route("/home", screen: "Home")
    let definition = AppDefinition.valid(app)
    let rule = try PolicyRule(
      Located("from every screen some way reaches Home", at: nil), in: definition)
    let way: [Event] = [.open("/trap/one", from: .outside), .open("/trap/two", from: .outside)]
    let exploration = AppExploration(of: definition, rules: [rule])
    #expect(exploration.verdicts == [.broken(way, isShortest: true)])
  }

  // Without first states the search among views finds the way, and does not know whether one event
  // is enough.
  @Test(arguments: [(1_000, true), (1, false)])
  func `a way is the shortest if all shorter ones were tried`(
    firstStatesMax: Int, isShortest: Bool
  ) throws {
    var app = PluginDraft("app")
    for gate in ["login", "premium"] { app.gate(gate, challenge: "/ask/\(gate)") }
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/ask/:gate", screen: "Ask") { $0.presentation = .sheet }
    app.route("/film", screen: "Film") { $0.gates = ["premium"] }
    let definition = AppDefinition.valid(app)
    let rule = try PolicyRule(
      Located("never screen Film without gate login", at: nil), in: definition)
    var bounds = AppExploration.Bounds()
    bounds.firstStatesMax = firstStatesMax
    let exploration = AppExploration(of: definition, rules: [rule], bounds: bounds)
    let way: [Event] = [.satisfy(gate: "premium", subject: "a"), .open("/film", from: .outside)]
    #expect(exploration.verdicts == [.broken(way, isShortest: isShortest)])
  }

  @Test func `a screen that a link shows before a flow has finished breaks the rule`() throws {
    var app = PluginDraft("app")
    app.gate("paid", challenge: "/pay")
    app.oneOf("root", ["shop", "receipts"])
    app.stack("shop", start: "/")
    app.stack("receipts", start: "/receipts", gates: ["paid"])
    app.flow("checkout", start: "/cart")
    app.route("/", screen: "Home")
    app.route("/cart", screen: "Cart")
    app.route("/receipts", screen: "Receipt")
    app.route("/paid", screen: "Paid") { $0.gates = ["paid"] }
    app.route("/pay", screen: "Pay") { $0.presentation = .sheet }
    app.screen("Cart") { $0.taps = [("done", "finish")] }
    let definition = AppDefinition.valid(app)
    let rules = try [
      "screen Paid only after finish of checkout", "screen Receipt only after finish of checkout",
    ].map { try PolicyRule(Located($0, at: nil), in: definition) }
    let exploration = AppExploration(of: definition, rules: rules)
    let way: [Event] = [
      .satisfy(gate: "paid", subject: "a"), .open("/paid", from: .outside),
    ]
    #expect(exploration.verdicts == [.broken(way, isShortest: false), .proved])
  }

  // Goal: proofs, rules and searches share one number of steps. Method: flows that lead to each
  // other by sheets, so that there are many ways, and faults of small states that none shows.
  @Test(arguments: [1_000, 20_000, 100_000])
  func `the steps of all proofs and searches are bounded together`(stepsMax: Int) throws {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.screen("Home") { $0.taps = [("t0", "/f0"), ("t1", "/f1")] }
    for (number, other) in [("0", "1"), ("1", "0")] {
      app.flow("f\(number)", start: "/f\(number)")
      app.route("/f\(number)", screen: "F\(number)") {
        $0.coordinator = Located("f\(number)", at: nil)
      }
      app.route("/x\(number)", screen: "X\(number)") { $0.presentation = .sheet }
      app.route("/y\(number)", screen: "Y\(number)")
      app.screen("F\(number)") { $0.taps = [("x0", "/x0"), ("x1", "/x1"), ("d", "finish done")] }
      app.screen("X\(number)") {
        $0.taps = [
          ("o", Located("/y\(number)", at: nil)), ("p", Located("/f\(other)", at: nil)),
        ]
      }
      app.screen("Y\(number)") { $0.taps = [("o", Located("/x\(other)", at: nil))] }
    }
    let definition = AppDefinition.valid(app)
    let rules = try ["screen Y0 only after finish of f0", "from every screen back reaches Home"]
      .map { try PolicyRule(Located($0, at: nil), in: definition) }
    var bounds = AppExploration.Bounds()
    bounds.stepsMax = stepsMax
    let exploration = AppExploration(of: definition, rules: rules, bounds: bounds)
    // A batch of states is completed.
    #expect(exploration.steps < stepsMax + 5_000)
    #expect(exploration.steps > stepsMax / 2)
  }

  // Goal: the small states that have a way are not searched again. Without that, the steps of this
  // chain are the square of its length.
  @Test func `a way is looked for once from each small state`() throws {
    let count = 60
    var app = PluginDraft("app")
    app.stack("main", start: "/s0")
    for number in 0..<count {
      app.route("/s\(number)", screen: "S\(number)") { $0.presentation = .root }
      app.screen("S\(number)") {
        $0.taps = [("next", Located("/s\((number + 1) % count)", at: nil))]
      }
    }
    let definition = AppDefinition.valid(app)
    var proof = ReachabilityProof(of: definition, Alphabet(of: definition))
    proof.run(stepsMax: 1_000_000) { _ in false }
    var steps = 0
    let screen = try #require(definition.screen(named: "S\(count - 1)"))
    let isProved = proof.everyState(hasWayTo: screen) {
      steps += $0
      return false
    }
    #expect(isProved)
    #expect(steps < count * 40)
  }

  @Test func `without enough steps or views nothing is claimed`() throws {
    var bounds = AppExploration.Bounds()
    bounds.stepsMax = 10
    bounds.depthMax = 0
    for isForgotten in [true, false] {
      let shop = Self.shop(isForgotten: isForgotten)
      let rule = try PolicyRule(
        Located("never screen Checkout without gate login", at: nil), in: shop)
      let exploration = AppExploration(of: shop, rules: [rule], bounds: bounds)
      #expect(exploration.verdicts == [.open] && exploration.isOutOfSteps)
    }
    let shop = Self.shop(isForgotten: false)
    let rule = try PolicyRule(
      Located("never screen Checkout without gate login", at: nil), in: shop)
    let stopped = AppExploration(of: shop, rules: [rule], isStopped: { _ in true })
    #expect(stopped.verdicts == [.open] && !stopped.isOutOfSteps)
  }

  static let errors: [(text: String, error: Diagnostic)] = [
    ("", .form("", at: nil)), ("never", .form("never", at: nil)),
    ("from every screen back reaches", .form("from every screen back reaches", at: nil)),
    ("from every screen back reaches Hom", .unknown("screen", "Hom", nearest: "Home", at: nil)),
    ("never screen Home", .form("never screen Home", at: nil)),
    (
      "always screen Home without gate login",
      .form("always screen Home without gate login", at: nil)
    ),
    (
      "never screen Homer without gate login", .unknown("screen", "Homer", nearest: "Home", at: nil)
    ),
    (
      "screen Home only after finish of main",
      .unknown("flow", "main", nearest: nil, at: nil)
    ),
    ("from every screen some way reaches", .form("from every screen some way reaches", at: nil)),
    ("never screen Home without gate logon", .unknown("gate", "logon", nearest: "login", at: nil)),
    ("never screen Zzzzz without gate login", .unknown("screen", "Zzzzz", nearest: nil, at: nil)),
    (
      "never screen Home by a link from outsid",
      .unknown("source", "outsid", nearest: "outside", at: nil)
    ),
    (
      "never screen Home by a link from inside",
      .inside("never screen Home by a link from inside", at: nil)
    ),
  ]

  @Test(arguments: errors)
  func `a text that is no rule says why`(_ row: (text: String, error: Diagnostic)) {
    let shop = Self.shop(isForgotten: false)
    #expect(throws: row.error) { try PolicyRule(Located(row.text, at: nil), in: shop) }
  }
}
