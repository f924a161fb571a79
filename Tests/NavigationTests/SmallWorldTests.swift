import Navigation
import Testing

/// Two tabs, one gate, four screens, and every sequence of five events.
enum SmallWorld {
  static let definition: AppDefinition = {
    var app = PluginDraft("small")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["one", "two"])
    app.stack("one", start: "/")
    app.stack("two", start: "/two", gates: ["login"])
    app.route("/", screen: "Home")
    app.route("/two", screen: "Two")
    app.route("/item", screen: "Item") { $0.coordinator = "one" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.screen("Home") { $0.taps = [("item", "/item"), ("two", "/two")] }
    app.screen("Item") {
      $0.leave = .confirm
      $0.taps = [("two", "/two"), ("login", "/login")]
    }
    do { return try AppDefinition(plugins: [app]) } catch { preconditionFailure("\(error)") }
  }()

  static let events: [Event] = [
    .open("/item", from: .outside), .open("/two", from: .outside),
    .open("/nowhere", from: .outside),
    .tap("item"), .tap("two"), .tap("login"), .back, .dismiss, .select(tab: "one"),
    .select(tab: "two"), .popTo(.count(1)), .root, .satisfy(gate: "login", subject: "a"),
    .satisfy(gate: "login", subject: "b"), .revoke(gate: "login"), .dirty(true), .confirm, .cancel,
    .tick(milliseconds: 700_000),
  ]

  static let links = ["/", "/item", "/two", "/login"]

  /// Every state that five events can lead to, once each.
  static let states: Set<NavigationState> = {
    var reached: Set<NavigationState> = []
    var edge: Set<NavigationState> = [NavigationState(of: definition)]
    for _ in 0..<5 {
      reached.formUnion(edge)
      var next: Set<NavigationState> = []
      for state in edge {
        for event in events {
          var moved = state
          _ = moved.apply(event, in: definition)
          if !reached.contains(moved) { next.insert(moved) }
        }
      }
      edge = next
    }
    return reached.union(edge)
  }()
}

struct SmallWorldTests {
  // Goal: no sequence of five events leads to a state that breaks an invariant, and what is refused
  // changes nothing. Method: apply is pure, so a state that was seen need not be walked twice.
  @Test func `every sequence of five events keeps the invariants`() {
    #expect(SmallWorld.states.count > 1_000)
    for state in SmallWorld.states {
      #expect(state.violations(in: SmallWorld.definition) == [])
    }
    for state in SmallWorld.states {
      for event in SmallWorld.events {
        var moved = state
        let applied = moved.apply(event, in: SmallWorld.definition)
        guard case .refused = applied.outcome else { continue }
        if moved != state || !applied.transitions.isEmpty {
          Issue.record("refused \(event) changed something")
        }
      }
    }
  }

  // Goal: design §5.4, a link from outside leads to the same visible stack from every state with
  // the same facts.
  @Test(arguments: SmallWorld.links)
  func `a link from outside leads to the same visible stack`(link: String) {
    var seen: [GateSet: Set<String>] = [:]
    for state in SmallWorld.states {
      var moved = state
      var applied = moved.apply(.open(link, from: .outside), in: SmallWorld.definition)
      if case .blocked = applied.outcome {
        applied = moved.apply(.confirm, in: SmallWorld.definition)
      }
      let stack = moved.visibleStack(in: SmallWorld.definition).map {
        SmallWorld.definition.name(of: $0)
      }
      seen[state.openGates, default: []].insert(stack.joined(separator: " > "))
    }
    #expect(seen.count == 2)
    for stacks in seen.values { #expect(stacks.count == 1, "\(stacks)") }
  }
}
