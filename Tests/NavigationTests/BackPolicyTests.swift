import Diagnostics
import Navigation
import TestSupport
import Testing

/// The tab that `back` leads to.
struct BackPolicyTests {
  private static func tabs(_ back: BackPolicy?) -> AppDefinition {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["a", "b", "c", "d"], back: back)
    for tab in ["a", "b", "c"] {
      app.stack(tab, start: "/" + tab)
      app.route("/" + tab, screen: tab.uppercased())
    }
    app.stack("d", start: "/d", gates: ["login"])
    app.route("/d", screen: "D")
    app.route("/deep", screen: "Deep") { $0.coordinator = "b" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    return .valid(app)
  }

  struct Row: Sendable {
    let back: BackPolicy?
    let behaviour: BehaviourRow

    init(_ back: BackPolicy?, _ behaviour: BehaviourRow) {
      (self.back, self.behaviour) = (back, behaviour)
    }
  }

  static let rows = [
    Row(nil, BehaviourRow("tab b; tab c; back", "moved", "a: A", "select")),
    Row(.firstTab, BehaviourRow("tab b; tab c; back", "moved", "a: A", "select")),
    Row(.firstTab, BehaviourRow("tab b; back; back", "refused(nothing-to-pop)", "a: A")),
    Row(.order, BehaviourRow("tab c; back", "moved", "b: B", "select setRoot")),
    Row(.order, BehaviourRow("tab c; back; back; back", "refused(nothing-to-pop)", "a: A")),
    Row(.stay, BehaviourRow("tab c; back", "refused(nothing-to-pop)", "c: C")),
    Row(.stay, BehaviourRow("open /deep; back", "moved", "b: B", "pop")),
    Row(.history, BehaviourRow("tab b; tab c; back", "moved", "b: B", "select")),
    Row(.history, BehaviourRow("tab b; tab c; back; back", "moved", "a: A", "select")),
    Row(
      .history, BehaviourRow("tab b; tab c; back; back; back", "refused(nothing-to-pop)", "a: A")),
    Row(.history, BehaviourRow("back", "refused(nothing-to-pop)", "a: A")),
    // A tab counts as of its last visit.
    Row(.history, BehaviourRow("tab b; tab a; tab c; back; back", "moved", "b: B")),
    Row(.history, BehaviourRow("tab b; tab a; back; back", "refused(nothing-to-pop)", "b: B")),
    // Links select tabs too.
    Row(.history, BehaviourRow("tab c; open /deep; back; back", "moved", "c: C", "select")),
    // A tab whose gate has closed is forgotten, visible or not.
    Row(.history, BehaviourRow("login; tab d; tab b; back", "moved", "d: D")),
    Row(.history, BehaviourRow("login; tab d; tab b; logout; back", "moved", "a: A")),
    Row(.history, BehaviourRow("login; tab b; tab d; logout; back", "moved", "b: B")),
    Row(.history, BehaviourRow("tab b; tab d; cancel; back", "moved", "a: A")),
  ]

  @Test(arguments: rows)
  func `back leads to the tab that the tabs say`(_ row: Row) throws {
    try row.behaviour.check(in: Self.tabs(row.back))
  }

  // The tabs around others decide where these lead nowhere.
  @Test(arguments: [
    (BackPolicy.history, "tab two; tab y; tab x; back; back", "one: One"),
    // The tab that would be selected by default was never shown.
    (.history, "tab y; back", "one: One"),
    (.stay, "tab two; tab y; back", "one: One"),
    (.order, "tab two; tab y; back; back", "one: One"),
  ])
  func `outer tabs decide where inner ones do not`(
    inner: BackPolicy, commands: String, stack: String
  ) throws {
    var app = PluginDraft("app")
    app.tabs("root", ["one", "two"], back: .order)
    app.tabs("two", ["x", "y"], back: inner)
    for tab in ["one", "x", "y"] {
      app.stack(tab, start: "/" + tab)
      app.route("/" + tab, screen: tab.prefix(1).uppercased() + tab.dropFirst())
    }
    var walk = Walk(.valid(app))
    for command in commands.split(separator: ";") { try walk.run(String(command)) }
    #expect(walk.stack == stack)
  }

  @Test func `only tabs have a back`() {
    var app = PluginDraft("app")
    app.stack("root", start: "/")
    app.coordinators[0].back = .history
    app.route("/", screen: "Home")
    #expect {
      try AppDefinition(plugins: [app])
    } throws: { error in
      (error as? DiagnosticList)?.diagnostics.map { $0.code } == [.coordinatorShape]
    }
  }

  // Goal: `back` leads where React Navigation's tab router leads. Method: random selections, and a
  // model that keeps the list of keys that the documentation of `backBehavior` describes.
  @Test(arguments: BackPolicy.allCases, seeds(20))
  func `back follows a model of the history`(back: BackPolicy, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let names = ["a", "b", "c"]
    var walk = Walk(Self.tabs(back))
    var keys = ["a"]
    for _ in 0..<100 {
      let isBack = Bool.random(using: &random)
      if isBack {
        let current = keys[keys.count - 1]
        let place = names.firstIndex(of: current) ?? 0
        switch back {
        case .history: if keys.count > 1 { keys.removeLast() }
        case .firstTab: keys = ["a"]
        case .order: keys = [names[max(0, place - 1)]]
        case .stay: break
        }
        walk.apply(.back)
      } else {
        let name = names.randomElement(using: &random) ?? "a"
        keys = keys.filter { $0 != name } + [name]
        walk.apply(.select(tab: name))
      }
      let shown = walk.stack.prefix(1)
      #expect(String(shown) == keys.last, "seed \(seed)")
    }
  }
}
