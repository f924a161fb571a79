import Links
import Navigation
import Testing

/// What a reload keeps and removes (docs/navigation.md, "Reloading").
struct MigrationTests {
  /// Runs commands under one app, then reloads another.
  private func migrated(
    _ commands: String, from old: AppDefinition = CinemaApp.definition,
    _ change: (inout PluginDraft) -> Void
  ) throws -> (walk: Walk, new: AppDefinition, transitions: [Transition], state: NavigationState) {
    var walk = Walk(old)
    for command in commands.split(separator: ";") { try walk.run(String(command)) }
    var app = CinemaApp.draft
    change(&app)
    let new = try AppDefinition(plugins: [app])
    let (state, transitions) = walk.state.migrated(to: new, from: old)
    #expect(state.violations(in: new) == [])
    return (walk, new, transitions, state)
  }

  @Test(arguments: ["", "login alice", "open /me; login alice; logout"])
  func `reloading the same app changes nothing`(commands: String) throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "profile"])
    app.stack("home", start: "/")
    app.oneOf("profile", ["member", "guest"])
    app.stack("member", start: "/me", gates: ["login"])
    app.stack("guest", start: "/welcome")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/me", screen: "Profile")
    app.route("/welcome", screen: "Welcome")
    let (old, new) = (try AppDefinition(plugins: [app]), try AppDefinition(plugins: [app]))
    var walk = Walk(old)
    for command in commands.split(separator: ";") { try walk.run(String(command)) }
    let (state, transitions) = walk.state.migrated(to: new, from: old)
    #expect(transitions == [])
    #expect(state == walk.state)
  }

  @Test func `an open gate is closed if it now requires a closed one`() throws {
    let found = try migrated("login alice") { app in
      app.gate("age", challenge: "/info")
      for index in app.gates.indices where app.gates[index].name.value == "login" {
        app.gates[index].requires = ["age"]
      }
    }
    #expect(found.state.openGates.isEmpty)
    #expect(found.transitions.map(\.word) == ["gateClosed"])
  }

  @Test func `a deferred link is dropped if its subject's gate is closed`() throws {
    let found = try migrated("login alice; open /secret") { app in
      app.gate("age", challenge: "/info")
      for index in app.gates.indices where app.gates[index].name.value == "login" {
        app.gates[index].requires = ["age"]
      }
    }
    #expect(found.state.deferred.isEmpty)
    #expect(found.transitions.map(\.word) == ["drop", "gateClosed"])
  }

  @Test func `a reload clears the event that unsaved work blocked`() throws {
    let found = try migrated("open /edit; dirty on; back") { _ in }
    #expect(found.walk.state.pendingLeave?.event == .back)
    #expect(found.state.pendingLeave == nil)
    #expect(found.transitions.isEmpty)
  }

  @Test func `a reload drops the link that is the open question`() throws {
    let commands = "open /edit; dirty on; open /closed; confirm; login a"
    let found = try migrated(commands) { _ in }
    #expect(found.walk.state.pendingLeave?.gate != nil)
    #expect(found.state.pendingLeave == nil)
    #expect(found.transitions.map(\.word) == ["drop"])
  }

  @Test func `a deferred link is dropped if its challenge is another link`() throws {
    let found = try migrated("open /library") { app in
      for index in app.gates.indices where app.gates[index].name.value == "login" {
        app.gates[index].challenge = "/info"
      }
    }
    #expect(found.walk.state.deferred.map(\.link) == ["/library"])
    #expect(found.state.deferred.isEmpty)
    #expect(found.transitions.map(\.word) == ["drop"])
  }

  @Test func `a link whose route has lost its gate waits only while the gate can open`() throws {
    var found = try migrated("login; open /secret") { app in
      for index in app.routes.indices where app.routes[index].path.value == "/secret" {
        app.routes[index].gates = []
      }
    }
    #expect(found.state.deferred.map(\.link) == ["/secret"])
    let applied = found.state.apply(.revoke(gate: "login"), in: found.new)
    #expect(applied.transitions.map(\.word) == ["drop", "gateClosed"])
    #expect(found.state.deferred.isEmpty)
  }

  @Test func `a gate that still exists keeps its subject`() throws {
    let found = try migrated("login alice; satisfy premium") { app in
      app.gates.removeAll { $0.name.value == "premium" }
      app.routes.removeAll { $0.path.value == "/secret" }
    }
    #expect(found.state.openGates.members.map { found.new[$0].name } == ["login"])
    #expect(found.state.subjects == ["alice"])
  }

  @Test func `a screen whose route is gone is pruned`() throws {
    let found = try migrated("open /swap") { app in
      app.routes.removeAll { $0.path.value == "/swap" }
      app.screens = app.screens.map { screen in
        var screen = screen
        screen.taps.removeAll { $0.target.value == "/swap" }
        return screen
      }
    }
    let names = found.state.visibleStack(in: found.new).map { found.new.name(of: $0) }
    #expect(names == ["Home"])
    #expect(found.transitions.map(\.kind) == [.remove(screen: "Swap")])
  }

  @Test func `a pruned screen names its coordinator's gate before its own`() throws {
    let found = try migrated("open /settings; open /paper inside") { app in
      app.gate("age", challenge: "/info")
      for index in app.routes.indices where app.routes[index].path.value == "/paper" {
        app.routes[index].gates = ["age"]
      }
      for index in app.coordinators.indices
      where app.coordinators[index].name.value == "settings" {
        app.coordinators[index].gates = ["login"]
      }
    }
    let gates: [String] = found.transitions.compactMap { transition in
      guard case .prune(let gate) = transition.kind else { return nil }
      return found.new[gate].name
    }
    #expect(gates == ["login", "login"])
  }

  @Test func `a link deferred for a removed gate is dropped`() throws {
    let found = try migrated("login a; open /secret") { app in
      app.gates.removeAll { $0.name.value == "premium" }
      app.routes.removeAll { $0.path.value == "/secret" }
    }
    #expect(found.walk.state.deferred.map(\.link) == ["/secret"])
    #expect(found.state.deferred == [])
    #expect(found.transitions.map(\.word).contains("drop"))
  }

  @Test func `a screen whose value no longer fits its type is pruned`() throws {
    let found = try migrated("open /trail/four") { app in
      for index in app.routes.indices where app.routes[index].path.value == "/trail/:id" {
        app.routes[index].params = [("id", .int)]
      }
    }
    #expect(found.state.visibleStack(in: found.new).map { found.new.name(of: $0) } == ["Home"])
    #expect(found.transitions.map(\.word) == ["prune"])
  }

  // The value of a repeated parameter holds several segments, each of which fits the type.
  @Test(arguments: ["/n/:x+", "/n/:x*", "/n/:x(\\d+)+", "/n/*"])
  func `a screen with repeated values survives a reload of the same app`(path: String) throws {
    var app = CinemaApp.draft
    app.route(path, screen: "Numbers") {
      $0.coordinator = "home"
      if path == "/n/:x+" || path == "/n/:x*" { $0.params = [("x", .int)] }
    }
    let definition = try AppDefinition(plugins: [app])
    var walk = Walk(definition)
    try walk.run("open /n/1/2/3")
    #expect(walk.outcome == "moved")
    let (state, transitions) = walk.state.migrated(to: definition, from: definition)
    #expect(state == walk.state)
    #expect(transitions == [])
  }

  /// Two routes with the same path and screen, distinguished by a query item or a type; one is
  /// gated.
  private static func draft(
    isGatedFirst: Bool, _ configure: (inout RouteDraft) -> Void
  ) -> PluginDraft {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    let gates: [[Located<String>]] = isGatedFirst ? [["login"], []] : [[], ["login"]]
    for gates in gates {
      app.route("/doc/:id", screen: "Doc") {
        $0.gates = gates
        if !gates.isEmpty { configure(&$0) }
      }
    }
    return app
  }

  /// The state after a reload, and after a restart from its snapshot.
  private static func moved(
    _ state: NavigationState, to new: AppDefinition, from old: AppDefinition
  ) -> [(state: NavigationState, transitions: [Transition])] {
    let stored = state.stored(by: RouteNames(old))
    let restored = NavigationState.restored(stored, by: RouteNames(new), isSame: false)
    return [state.migrated(to: new, from: old)] + (restored.map { [$0] } ?? [])
  }

  @Test func `the selected tab stays selected when tabs are reordered`() throws {
    var app = CinemaApp.draft
    for index in app.coordinators.indices where app.coordinators[index].name.value == "main" {
      app.coordinators[index].children = ["settings", "home", "library"]
    }
    let new = try AppDefinition(plugins: [app])
    let state = Walk(CinemaApp.definition).state
    for moved in Self.moved(state, to: new, from: CinemaApp.definition) {
      #expect(new[moved.state.visibleCoordinator(in: new)].name == "home")
    }
  }

  static let choices: [@Sendable (inout RouteDraft) -> Void] = [
    { $0.query = [("mode", .oneOf(["secret"]), false)] }, { $0.params = [("id", .int)] },
  ]

  // Goal: a reload never removes a gate from a screen, and reloading the same routes in any order
  // changes nothing.
  @Test(arguments: [false, true], [false, true])
  func `a screen stays on the route that opened it`(
    wasGatedFirst: Bool, isGatedFirst: Bool
  ) throws {
    for (choice, links) in zip(
      Self.choices, [("/doc/1?mode=secret", "/doc/1"), ("/doc/1", "/doc/one")])
    {
      let old = try AppDefinition(plugins: [Self.draft(isGatedFirst: wasGatedFirst, choice)])
      let new = try AppDefinition(plugins: [Self.draft(isGatedFirst: isGatedFirst, choice)])
      var walk = Walk(old)
      try walk.run("open \(links.1)")
      for free in Self.moved(walk.state, to: new, from: old) {
        #expect(free.transitions == [])
        #expect(free.state.visibleStack(in: new).count == 2)
      }
      try walk.run("login a")
      try walk.run("open \(links.0)")
      let shown = walk.state.visibleEntry(in: old)
      for var gated in Self.moved(walk.state, to: new, from: old) {
        #expect(gated.transitions == [])
        #expect(gated.state.visibleEntry(in: new)?.values == shown?.values)
        _ = gated.state.apply(.revoke(gate: "login"), in: new)
        #expect(gated.state.visibleStack(in: new).map { new.name(of: $0) } == ["Home"])
      }
    }
  }

  @Test func `an ambiguous screen moves to the route with the gates`() throws {
    var app = Self.draft(isGatedFirst: false, Self.choices[0])
    let gated = app.routes.removeLast()
    let old = try AppDefinition(plugins: [app])
    app.routes.append(gated)
    let new = try AppDefinition(plugins: [app])
    var walk = Walk(old)
    try walk.run("open /doc/1?mode=secret")
    let moved = walk.state.migrated(to: new, from: old)
    #expect(moved.transitions.map(\.word) == ["prune"])
    try walk.run("open /doc/2")
    #expect(walk.state.migrated(to: new, from: old).transitions == [])
  }
}
