import Navigation
import TestSupport
import Testing

/// An app whose challenges are a sheet, a pushed screen and a screen of another tab's stack.
enum ChallengeApp {
  static let definition = AppDefinition.valid(draft)

  static var draft: PluginDraft {
    var app = PluginDraft("challenges")
    app.gate("login", challenge: "/login")
    app.gate("age", challenge: "/age")
    app.gate("door", challenge: "/door")
    app.tabs("root", ["home", "lobby"])
    app.stack("home", start: "/")
    app.stack("lobby", start: "/lobby")
    app.flow("trial", start: "/trial")
    app.route("/", screen: "Home")
    app.route("/lobby", screen: "Lobby")
    app.route("/trial", screen: "Trial")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/age", screen: "Age") { $0.coordinator = "home" }
    app.route("/door", screen: "Door") { $0.coordinator = "lobby" }
    app.route("/mail", screen: "Mail") { $0.gates = ["login"] }
    app.route("/film", screen: "Film") { $0.gates = ["age"] }
    app.route("/room", screen: "Room") {
      $0.coordinator = "lobby"
      $0.gates = ["door"]
    }
    app.route("/news", screen: "News") { $0.coordinator = "home" }
    app.route("/swap", screen: "Swap") { $0.presentation = .replace }
    app.route("/alone", screen: "Alone") { $0.presentation = .root }
    app.route("/info", screen: "Info") { $0.presentation = .sheet }
    app.route("/edit", screen: "Edit") { $0.coordinator = "home" }
    app.screen("Edit") { $0.leave = .confirm }
    app.screen("Login") { $0.leave = .confirm }
    app.screen("Home") { $0.taps = [("film", "/film"), ("mail", "/mail"), ("room", "/room")] }
    app.screen("Age") { $0.taps = [("close", "back")] }
    app.route("/help", screen: "Help")
    var web = RouteDraft(path: "/web")
    web.presentation = .outside
    app.routes.append(web)
    return app
  }
}

/// When a link stops waiting for its gate (docs/navigation.md, "Gates").
struct WaitingLinkTests {
  /// Commands, and what the last one drops with the reason.
  struct Row: Sendable, CustomTestStringConvertible {
    let commands: String
    let drops: String
    let stack: String
    let location: SourceLocation

    init(
      _ commands: String, _ drops: String, _ stack: String,
      location: SourceLocation = #_sourceLocation
    ) {
      self.commands = commands
      self.drops = drops
      self.stack = stack
      self.location = location
    }

    var testDescription: String { commands }
  }

  private func check(_ row: Row) throws {
    var walk = Walk(ChallengeApp.definition)
    for command in row.commands.split(separator: ";") {
      try walk.run(String(command), sourceLocation: row.location)
    }
    #expect(walk.drops == row.drops, sourceLocation: row.location)
    #expect(walk.stack == row.stack, sourceLocation: row.location)
  }

  static let rows = [
    // Moves of the user.
    Row("open /film; back", "/film cancelled", "home: Home"),
    Row("open /film; root", "/film cancelled", "home: Home"),
    Row("open /film; pop 1", "/film cancelled", "home: Home"),
    Row("open /film; pop Home", "/film cancelled", "home: Home"),
    Row("open /film; tab home", "/film cancelled", "home: Home"),
    Row("open /film; tap close", "/film cancelled", "home: Home"),
    Row("open /film; cancel", "/film cancelled", "home: Home"),
    Row("open /mail; back", "/mail cancelled", "home: Home"),
    Row("open /mail; dismiss", "/mail cancelled", "home: Home"),
    Row("open /mail; open /help inside; dismiss", "/mail cancelled", "home: Home"),
    Row("open /trial inside; open /mail inside; finish x", "/mail cancelled", "home: Home"),
    Row("open /trial inside; open /film inside; finish x", "", "home: Home > Age"),
    // Links.
    Row("open /film; open /news", "/film displaced", "home: Home > News"),
    Row("open /film; open /swap inside", "/film displaced", "home: Home > Swap"),
    Row("open /film; open /alone inside", "/film displaced", "home: Alone"),
    Row("open /film; open /alone", "/film displaced", "home: Alone"),
    Row("open /mail; open /news", "/mail displaced", "home: Home > News"),
    Row("open /mail; open /info", "/mail displaced", "home: Info"),
    Row("open /mail; open /film", "/mail displaced", "home: Home > Age"),
    Row("open /mail; open /mail", "/mail superseded", "home: Login"),
    Row("open /mail; tap none", "", "home: Login"),
    // The gate of another challenge opens or closes.
    Row("open /film; open /mail inside; satisfy age", "/mail displaced", "home: Home > Film"),
    Row("open /film; open /mail inside; login", "", "home: Home > Age > Mail"),
    Row("open /film; wait 10m", "/film expired", "home: Home > Age"),
    Row("open /film; open /film inside; login", "", "home: Home > Age"),
    // The challenge remains in the tree.
    Row("open /film; tab lobby", "", "lobby: Lobby"),
    Row("open /film; open /info", "", "home: Info"),
    Row("open /film; open /help inside", "", "home: Home > Age > Help"),
    Row("open /film; open /help inside; back", "", "home: Home > Age"),
    Row("open /room; open /news", "", "home: Home > News"),
    Row("open /room; back", "/room cancelled", "lobby: Lobby"),
    Row("open /film; open /room", "", "lobby: Lobby > Door"),
    Row("open /film; open /web", "", "home: Home > Age"),
  ]

  @Test(arguments: rows)
  func `a link waits only while its challenge is in the tree`(_ row: Row) throws {
    try check(row)
  }

  static let starters = [
    Row("open /film inside; satisfy age", "", "home: Home > Film"),
    Row("open /film inside; open /info; satisfy age", "", "home: Home > Film"),
    Row("open /mail inside; open /help inside; login", "", "home: Home > Mail"),
    Row("open /film inside; tab lobby; satisfy age", "/film elsewhere", "lobby: Lobby"),
    Row("open /film inside; tab lobby; tab home; satisfy age", "", "home: Home > Film"),
    // The challenge itself has opened the link.
    Row("open /film; open /film inside; satisfy age", "", "home: Home > Film"),
    Row(
      "open /film; open /film inside; open /room; satisfy age", "/film elsewhere",
      "lobby: Lobby > Door"),
    // The challenge has taken the place of the flow that has opened the link.
    Row("open /trial inside; open /film inside; satisfy age", "", "home: Home > Film"),
    Row(
      "open /trial inside; open /film inside; tab lobby; satisfy age", "/film elsewhere",
      "lobby: Lobby"),
    // Opened as from outside, so wherever the user is.
    Row("open /room inside; satisfy door", "", "lobby: Lobby > Room"),
    Row("open /room inside; tab home; satisfy door", "", "lobby: Lobby > Room"),
    Row("open /film; tab lobby; satisfy age", "", "home: Home > Film"),
  ]

  @Test(arguments: starters)
  func `a link from inside resumes only where its starter is visible`(_ row: Row) throws {
    try check(row)
  }

  private static let asked =
    "open /edit; dirty on; open /film; confirm; open /edit inside; dirty on"

  static let questions = [
    // Facts are never blocked; the work that they prune is lost.
    Row("open /mail; dirty on; login a", "", "home: Home > Mail"),
    Row("login a; open /mail; open /edit inside; dirty on; logout", "", "home: Home > Edit"),
    Row(asked + "; satisfy age", "", "home: Home > Film"),
    Row("open /edit; dirty on; open /mail inside; login", "", "home: Home > Edit > Mail"),
    // A link that is resumed asks, and is the open question.
    Row(resumed, "", "home: Home > Edit"),
    Row(resumed + "; confirm", "", "home: Home > Mail"),
    Row(resumed + "; cancel", "/mail cancelled", "home: Home > Edit"),
    Row(resumed + "; cancel; confirm", "", "home: Home > Edit"),
    Row(resumed + "; back", "/mail superseded", "home: Home > Edit"),
    Row(resumed + "; dirty off", "/mail displaced", "home: Home > Edit"),
    Row(resumed + "; open /info", "/mail displaced", "home: Info"),
    Row(resumed + "; logout", "/mail displaced", "home: Home > Edit"),
    Row(resumed + "; wait 1d; confirm", "", "home: Home > Mail"),
    Row(resumed + "; open /web; open /edit inside; dirty on; confirm", "", "home: Home > Mail"),
  ]

  private static let resumed =
    "open /edit; dirty on; open /mail; confirm; login a"

  @Test(arguments: questions)
  func `unsaved work never blocks a gate, only the link that it resumes`(_ row: Row) throws {
    try check(row)
  }

  @Test func `a resumed link that asks no longer waits, and its gate is open`() throws {
    var walk = Walk(ChallengeApp.definition)
    for command in Self.resumed.split(separator: ";") { try walk.run(String(command)) }
    #expect(walk.outcome == "blocked(Edit)")
    #expect(walk.transitions == "gateOpened dismiss resume")
    #expect(walk.state.deferred.isEmpty)
    #expect(walk.state.openGates.members.map { walk.definition[$0].name } == ["login"])
    try walk.run("login a")
    #expect(walk.outcome == "duplicated")
    try walk.run("confirm")
    #expect(walk.transitions == "pop push")
  }

  @Test func `links that wait for ready displace each other's challenges`() throws {
    var walk = Walk(ChallengeApp.definition, isReady: false)
    for command in ["open /mail", "open /news", "ready"] { try walk.run(command) }
    #expect(walk.drops == "/mail displaced")
    #expect(walk.stack == "home: Home > News")
  }
}
