import Links
import Navigation
import Testing

/// What a reload keeps and what it takes away (design §5.5).
struct MigrationTests {
  /// Goes through commands under one app and on under another.
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
  func `the same app again moves nothing`(commands: String) throws {
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

  @Test func `a gate that now requires a closed one is closed`() throws {
    let found = try migrated("login alice") { app in
      app.gate("age", challenge: "/info")
      for index in app.gates.indices where app.gates[index].name.value == "login" {
        app.gates[index].requires = ["age"]
      }
    }
    #expect(found.state.openGates.isEmpty)
    #expect(found.transitions.map(\.word) == ["gateClosed"])
  }

  @Test func `a gate that stays keeps its subject, one that goes is forgotten`() throws {
    let found = try migrated("login alice; satisfy premium") { app in
      app.gates.removeAll { $0.name.value == "premium" }
      app.routes.removeAll { $0.path.value == "/secret" }
    }
    #expect(found.state.openGates.members.map { found.new[$0].name } == ["login"])
    #expect(found.state.subjects == ["alice"])
  }

  @Test func `a screen whose route is gone goes`() throws {
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
    #expect(found.transitions.map(\.word) == ["prune"])
  }

  @Test func `a link that waits for a gate that is gone is dropped`() throws {
    let found = try migrated("login a; open /secret") { app in
      app.gates.removeAll { $0.name.value == "premium" }
      app.routes.removeAll { $0.path.value == "/secret" }
    }
    #expect(found.walk.state.deferred.map(\.link) == ["/secret"])
    #expect(found.state.deferred == [])
    #expect(found.transitions.map(\.word).contains("drop"))
  }

  @Test func `a value that no longer fits its type takes its screen away`() throws {
    let found = try migrated("open /trail/four") { app in
      for index in app.routes.indices where app.routes[index].path.value == "/trail/:id" {
        app.routes[index].params = [("id", .int)]
      }
    }
    #expect(found.state.visibleStack(in: found.new).map { found.new.name(of: $0) } == ["Home"])
    #expect(found.transitions.map(\.word) == ["prune"])
  }

  // A repeated parameter's value holds several segments, each of which fits the type.
  @Test(arguments: ["/n/:x+", "/n/:x*", "/n/:x(\\d+)+", "/n/*"])
  func `what a link opened survives a reload of the same app`(path: String) throws {
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
}
