import Analysis
import Diagnostics
import Navigation
import TestSupport
import Testing

struct CoverageTests {
  /// A shop: two tabs, a flow, two gates of which one requires the other, unsaved work, redirects.
  static let shop = {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/pay") { $0.requires = ["login"] }
    app.tabs("main", ["home", "account"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.flow("checkout", start: "/checkout")
    app.route("/", screen: "Home")
    app.route("/items/:id", screen: "Item") {
      $0.coordinator = "home"
      $0.params = [("id", .int)]
      $0.parents = ["/items"]
    }
    app.route("/items", screen: "Items") { $0.coordinator = "home" }
    app.route("/edit", screen: "Editor") { $0.coordinator = "home" }
    app.route("/account", screen: "Account")
    app.route("/gold", screen: "Gold") { $0.gates = ["premium"] }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/pay", screen: "Pay") { $0.presentation = .sheet }
    app.route("/checkout", screen: "Cart") { $0.coordinator = "checkout" }
    app.redirect("/older/:id", to: "/old/:id")
    app.redirect("/old/:id", to: "/items/:id")
    for (path, presentation) in [("/help", Presentation.outside), ("/secret", .refuse)] {
      var route = RouteDraft(path: Located(path, at: nil))
      route.presentation = presentation
      app.routes.append(route)
    }
    app.screen("Home") {
      $0.taps = [
        ("first", "/items/1"), ("mine", "/account"), ("help", "/help"), ("tab", "tab account"),
        ("alice", "login alice"), ("up", "dismiss"),
      ]
    }
    app.screen("Editor") {
      $0.leave = .confirm
      $0.taps = [("close", "back"), ("list", "/items"), ("yes", "confirm")]
    }
    return AppDefinition.valid(app)
  }()

  /// Commands in order, and what they use beyond what a session shows at its beginning.
  struct Row: Sendable, CustomTestStringConvertible {
    let events: [String]
    let used: String
    var isReady = true
    var testDescription: String { events.joined(separator: ", ") }

    init(_ events: String..., used: String, isReady: Bool = true) {
      (self.events, self.used, self.isReady) = (events, used, isReady)
    }
  }

  static let rows = [
    Row(used: ""),
    Row("open /items/1", used: "route /items/:id; outcome moved; transition push 2"),
    Row("open /", used: "route /; outcome duplicated"),
    Row(
      "open /older/1",
      used: "route /items/:id; route /old/:id; route /older/:id; outcome moved; "
        + "transition push 2; transition redirect 2"),
    Row("open /help", used: "route /help; outcome outside"),
    // What is refused opens nothing, after redirects too.
    Row("open /secret", used: "outcome refused; refusal forbidden"),
    Row("open /nowhere", used: "outcome refused; refusal not-found"),
    Row("open /old/x", used: "outcome refused; refusal not-found"),
    Row("open /%zz", used: "outcome refused; refusal malformed"),
    // A link that waits opens its route at last.
    Row(
      "open /account",
      used: "gate login askedFor; outcome deferred; transition present; transition defer"),
    Row(
      "open /account", "login alice",
      used: "route /account; gate login askedFor; gate login opened; coordinator account; "
        + "outcome moved; outcome deferred; transition setRoot; transition present; "
        + "transition dismiss; transition select; transition defer; transition resume; "
        + "transition gateOpened"),
    Row(
      "open /account", "cancel", "login alice",
      used: "gate login askedFor; gate login opened; outcome moved 2; outcome deferred; "
        + "transition present; transition dismiss; transition defer; transition drop; "
        + "transition gateOpened"),
    // Resumed, it waits for the next gate.
    Row(
      "open /gold", "login",
      used: "gate login askedFor; gate login opened; gate premium askedFor; outcome deferred 2; "
        + "transition present 2; transition dismiss; transition defer 2; transition resume; "
        + "transition gateOpened"),
    Row(
      "login alice", "logout",
      used: "gate login opened; gate login closed; outcome moved 2; transition gateOpened; "
        + "transition gateClosed"),
    Row("satisfy premium", used: "outcome refused; refusal gate-requires"),
    // Taps.
    Row(
      "tap first",
      used: "route /items/:id; tap Home.first; outcome moved; transition push"),
    Row("tap none", used: "outcome refused; refusal unknown-tap"),
    Row("tap up", used: "outcome refused; refusal nothing-to-dismiss"),
    Row("tap help", used: "route /help; tap Home.help; outcome outside"),
    Row(
      "tap mine",
      used: "tap Home.mine; gate login askedFor; outcome deferred; transition present; "
        + "transition defer"),
    Row(
      "tap tab",
      used: "tap Home.tab; gate login askedFor; outcome deferred; transition present; "
        + "transition defer"),
    Row(
      "tap alice", used: "tap Home.alice; gate login opened; outcome moved; transition gateOpened"),
    // What unsaved work blocks happens when it is confirmed.
    Row(
      "open /edit", "dirty on", "open /items",
      used: "route /edit; outcome moved 2; outcome blocked; transition push"),
    Row(
      "open /edit", "dirty on", "open /items", "confirm",
      used: "route /edit; route /items; outcome moved 3; outcome blocked; transition push 2; "
        + "transition pop"),
    Row(
      "open /edit", "dirty on", "tap close",
      used: "route /edit; outcome moved 2; outcome blocked; transition push"),
    Row(
      "open /edit", "dirty on", "tap close", "confirm",
      used: "route /edit; tap Editor.close; outcome moved 3; outcome blocked; transition push; "
        + "transition pop"),
    Row(
      "open /edit", "dirty on", "tap close", "tap yes",
      used: "route /edit; tap Editor.close; tap Editor.yes; outcome moved 3; outcome blocked; "
        + "transition push; transition pop"),
    Row("confirm", used: "outcome refused; refusal nothing-to-confirm"),
    // Ahead of `ready`, links wait.
    Row("open /items/1", used: "outcome queued", isReady: false),
    Row("tap first", used: "outcome refused; refusal not-ready", isReady: false),
    Row(
      "open /items/1", "open /account", "open /old/x", "open /help", "ready",
      used: "route /help; route /items/:id; gate login askedFor; outcome outside; "
        + "outcome deferred; outcome queued 2; outcome refused; transition push 2; "
        + "transition present; transition defer; refusal not-found",
      isReady: false),
    // Coordinators.
    Row(
      "open /checkout", "finish",
      used: "route /checkout; coordinator checkout; outcome moved 2; transition start; "
        + "transition finish"),
  ]

  @Test(arguments: rows)
  func `events use exactly this, and the screens that they show`(row: Row) throws {
    var session = Recorded(Self.shop, isReady: row.isReady)
    for command in row.events {
      session.apply(try Event(command: command, nowMilliseconds: session.state.nowMilliseconds))
    }
    let wanted = row.used.split(separator: "; ").map(String.init)
    let start = ["coordinator home", "coordinator main"]
    let used = session.text.filter { !$0.hasPrefix("screen ") }
    #expect(used.sorted() == (wanted + start).sorted())
  }

  @Test(
    arguments: [
      ([], "Home"), (["open /items/1", "open /items/1"], "Home, Item"),
      (["open /items/1", "back"], "Home, Item, Items"), (["open /account"], "Home, Login"),
      (["open /account", "login"], "Account, Home, Login"), (["login", "open /gold"], "Home, Pay"),
      (["open /older/1"], "Home, Item"), (["open /secret", "open /help"], "Home"),
      (["open /edit", "dirty on", "back"], "Editor, Home"),
      (["open /edit", "dirty on", "back", "confirm"], "Editor, Home 2"),
      (["open /checkout", "finish"], "Cart, Home 2"),
    ])
  func `a screen is counted each time it becomes visible`(
    commands: [String], screens: String
  ) throws {
    var session = Recorded(Self.shop)
    for command in commands { session.apply(try Event(command: command, nowMilliseconds: 0)) }
    let shown = session.text.filter { $0.hasPrefix("screen ") }.map { $0.dropFirst(7) }
    #expect(shown.sorted().joined(separator: ", ") == screens)
  }

  @Test func `entering a coordinator again counts again, staying does not`() throws {
    var session = Recorded(Self.shop)
    for command in ["login", "tab account", "tab account", "back", "tab account"] {
      session.apply(try Event(command: command, nowMilliseconds: 0))
    }
    let entered = session.text.filter { $0.hasPrefix("coordinator") }
    #expect(
      entered.sorted() == ["coordinator account 2", "coordinator home 2", "coordinator main"])
  }

  // Goal: what a coverage infers from an event and its transitions agrees with the state that
  // results. 200 random apps, 200 events each.
  @Test(arguments: seeds(200))
  func `a route is counted only if its screen is visible then`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var session = Recorded(definition, isReady: random.next() % 4 != 0)
    var (events, transitions) = (0, 0)
    for _ in 0..<200 {
      let taps = session.state.visibleEntry(in: definition).flatMap(definition.screen)?.taps ?? []
      let tap = taps.randomElement(using: &random).map { Event.tap($0.name) }
      let event =
        random.next() % 4 == 0
        ? tap ?? .confirm : RandomApp.event(&random, in: definition)
      let before = session.coverage
      let applied = session.apply(event)
      (events, transitions) = (events + 1, transitions + applied.transitions.count)
      let opened = session.coverage.counts.filter { item, count in
        item.kind == .route && count > before.count(of: item)
      }.map(\.key.index)
      switch applied.outcome {
      case .moved, .outside, .duplicated:
        if case .ready = event { continue }
        // A screen that asks about another link stays on top of what a gate opens.
        if session.state.request != nil { continue }
        // Two routes can have the same screen: then the one that is shown already is kept.
        let visible = session.state.visibleEntry(in: definition).flatMap(definition.screen)?.name
        let screens = opened.map { definition.name(ofScreen: definition.routes[$0]) }
        #expect(screens.allSatisfy { $0 == visible }, "\(event)")
        if case .open = event { #expect(screens.count == 1, "\(event)") }
      case .deferred, .queued, .blocked, .asked, .refused:
        // A queue can hold a link that opens ahead of one that waits.
        if case .ready = event { continue }
        #expect(opened.isEmpty, "\(event)")
      }
    }
    #expect(session.sum(of: .outcome) == events)
    #expect(session.sum(of: .transition) == transitions)
  }

  @Test(arguments: seeds(20))
  func `a refused event counts as that and as its refusal alone`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var session = Recorded(definition)
    for _ in 0..<300 {
      let before = session.coverage
      let applied = session.apply(RandomApp.event(&random, in: definition))
      guard case .refused = applied.outcome else { continue }
      let kinds = session.coverage.counts.filter { $1 != before.count(of: $0) }.map(\.key.kind)
      #expect(Set(kinds) == [.outcome, .refusal] && kinds.count == 2)
    }
  }

  @Test func `merged coverages count what one would`() throws {
    var whole = Coverage()
    var merged = Coverage()
    for row in Self.rows {
      var session = Recorded(Self.shop, isReady: row.isReady)
      let start = session.coverage
      for command in row.events {
        session.apply(try Event(command: command, nowMilliseconds: 0))
      }
      merged.merge(session.coverage)
      for (item, count) in session.coverage.counts { whole.add(count, to: item) }
      #expect(session.coverage != start || row.events.isEmpty)
    }
    #expect(merged == whole)
    #expect(merged.count(of: Coverage.Item(.coordinator, 0)) > 0)
  }

  @Test func `an item of another definition is not reported`() {
    var coverage = Coverage()
    coverage.add(to: Coverage.Item(.route, 1_000_000))
    coverage.add(to: Coverage.Item(.tap, -1, part: 3))
    #expect(CoverageReport(coverage, of: Self.shop).share.covered == 0)
  }
}

/// A session whose events are recorded.
private struct Recorded {
  let definition: AppDefinition
  private(set) var state: NavigationState
  private(set) var coverage = Coverage()

  init(_ definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
    coverage.begin(state, in: definition)
  }

  @discardableResult mutating func apply(_ event: Event) -> Applied {
    let before = state
    let applied = state.apply(event, in: definition)
    coverage.record(event, applied, from: before, to: state, in: definition)
    return applied
  }

  func sum(of kind: Coverage.Kind) -> Int {
    coverage.counts.filter { $0.key.kind == kind }.reduce(0) { $0 + $1.value }
  }

  /// The items with their counts, unless these are 1: `tap Home.first`, `transition push 2`.
  var text: [String] {
    coverage.counts.map { item, count in
      "\(item.kind) \(name(of: item))" + (count == 1 ? "" : " \(count)")
    }
  }

  private func name(of item: Coverage.Item) -> String {
    switch item.kind {
    case .route: definition.routes[item.index].pattern
    case .screen: definition.screens[item.index].name
    case .tap:
      definition.screens[item.index].name + "."
        + definition.screens[item.index].taps[item.part].name
    case .gate:
      definition.gates[item.index].name
        + (Coverage.GateUse(rawValue: item.part).map { " \($0)" } ?? "")
    case .coordinator: definition.coordinators[item.index].name
    case .outcome: Outcome.kinds[item.index]
    case .refusal: Refusal.reasons[item.index]
    case .transition: Transition.kinds[item.index]
    }
  }
}
