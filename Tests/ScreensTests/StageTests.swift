import Diagnostics
import Links
import Navigation
import Observation
import Screens
import Testing

/// A screen that counts its calls.
@Observable
private final class CountingScreen: Screen {
  var title: String
  @ObservationIgnored var results: [String] = []
  @ObservationIgnored var facts: [SessionFacts] = []
  @ObservationIgnored var isClosed = false

  init(_ title: String) {
    self.title = title
  }

  var content: ScreenContent {
    ScreenContent(title: title, taps: [ScreenTap("later"), ScreenTap("away", "/")])
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    answer("/items/2")
    answer("/items/3")
  }

  func received(_ result: String) { results.append(result) }
  func learned(_ facts: SessionFacts) { self.facts.append(facts) }
  func close() { isClosed = true }
}

private struct Shop: Plugin {
  let name = "shop"
  let made: Made

  final class Made {
    var screens: [CountingScreen] = []
  }

  func register(in registry: inout PluginRegistry) {
    registry.app.gate("login", challenge: "/login")
    registry.app.stack("home", start: "/")
    registry.app.route("/login", screen: "Login")
    registry.app.screen("Login") { _ in }
    registry.app.flow("buying", start: "/buy")
    registry.app.route("/", screen: "Home")
    registry.app.route("/items/:id", screen: "Item") { $0.params = [("id", .int)] }
    registry.app.route("/buy", screen: "Buy") { $0.coordinator = "buying" }
    registry.app.screen("Home") { $0.taps = [("first", "/items/1")] }
    registry.app.screen("Buy") { _ in }
    registry.screen("Item") { [made] request in
      let screen = CountingScreen("Item \(request["id"] ?? "?") at \(request.link)")
      made.screens.append(screen)
      return screen
    }
  }
}

@MainActor
struct StageTests {
  private let made = Shop.Made()
  private let definition: AppDefinition
  private let stage: ScreenStage

  init() throws {
    let plugins = PluginSet([Shop(made: made)]).loaded()
    definition = try AppDefinition(plugins: plugins.drafts)
    #expect(plugins.errors.isEmpty && plugins.errors(in: definition).isEmpty)
    stage = ScreenStage(factories: plugins.factories)
  }

  private func apply(_ line: String, to state: inout NavigationState) throws {
    let words = line.split(separator: " ").map(String.init)
    _ = state.apply(try Event(words: words, nowMilliseconds: 0), in: definition)
    stage.update(state, in: definition)
  }

  @Test func `a screen is created once, kept below others, and closed after it has left`() throws {
    var state = NavigationState(of: definition)
    #expect(stage.content(state, in: definition)?.title == "Home")
    #expect(
      stage.content(state, in: definition)?.taps == [ScreenTap("first", "/items/1")])
    try apply("open /items/1", to: &state)
    try apply("open /items/2 inside", to: &state)
    #expect(made.screens.map(\.title) == ["Item 1 at /items/1", "Item 2 at /items/2"])
    try apply("back", to: &state)
    #expect(made.screens.map(\.isClosed) == [false, true])
    #expect(stage.content(state, in: definition)?.title == "Item 1 at /items/1")
    try apply("root", to: &state)
    #expect(made.screens.map(\.isClosed) == [true, true])
    #expect(made.screens.count == 2)
  }

  @Test func `a change is reported once, and only if content differs`() throws {
    var state = NavigationState(of: definition)
    try apply("open /items/1", to: &state)
    #expect(stage.takeChanges().isEmpty)
    made.screens[0].title = "Bread"
    made.screens[0].title = "Butter"
    #expect(stage.takeChanges().map(\.content.title) == ["Butter"])
    #expect(stage.takeChanges().isEmpty)
    made.screens[0].title = "Bread"
    made.screens[0].title = "Butter"
    #expect(stage.takeChanges().isEmpty)
    made.screens[0].title = "Salt"
    #expect(stage.content(state, in: definition)?.title == "Salt")
  }

  @Test func `each result reaches the screen that started the flow once`() throws {
    var state = NavigationState(of: definition)
    try apply("open /items/1", to: &state)
    for result in ["paid", "paid", "e\u{301}", "\u{E9}"] {
      try apply("open /buy inside", to: &state)
      try apply("finish \(result)", to: &state)
      try apply("open /items/2 inside", to: &state)
      try apply("back", to: &state)
    }
    let received = made.screens[0].results.map { Array($0.utf8) }
    #expect(received == ["paid", "paid", "e\u{301}", "\u{E9}"].map { Array($0.utf8) })
  }

  @Test func `a recreated screen receives its last result`() throws {
    var state = NavigationState(of: definition)
    try apply("open /items/1", to: &state)
    var states = [state]
    for result in ["paid", "late", "late"] {
      try apply("open /buy inside", to: &state)
      try apply("finish \(result)", to: &state)
      states.append(state)
    }
    #expect(made.screens.map(\.results) == [["paid", "late", "late"]])
    // As `undo` and `goto` do: the screen shows nothing of what was undone.
    for (number, expected) in [(2, ["late"]), (1, ["paid"]), (0, [])] {
      stage.update(states[number], in: definition)
      #expect(made.screens.map(\.isClosed).suffix(2) == [true, false])
      #expect(made.screens.last?.results == expected)
    }
    // As `redo` does.
    stage.update(states[1], in: definition)
    stage.update(states[2], in: definition)
    #expect(made.screens.last?.results == ["paid", "late"])
    stage.closeAll()
    stage.update(states[2], in: definition)
    #expect(made.screens.last?.results == ["late"])
  }

  @Test func `a new screen receives the facts, and all screens receive changes`() throws {
    var state = NavigationState(of: definition)
    try apply("open /items/1", to: &state)
    try apply("login alice", to: &state)
    try apply("open /items/2 inside", to: &state)
    try apply("login alice", to: &state)
    try apply("login e\u{301}", to: &state)
    try apply("login \u{E9}", to: &state)
    try apply("logout", to: &state)
    let subjects = made.screens.map { $0.facts.map { $0.subject(of: "login") } }
    #expect(subjects == [[nil, "alice", "e\u{301}", "\u{E9}", nil], ["alice", "é", "é", nil]])
    #expect(made.screens.map { $0.facts.map { $0.isOpen("login") }.last } == [false, false])
  }

  @Test func `only the first answer to a tap counts`() throws {
    var state = NavigationState(of: definition)
    var answers: [Result<String?, Diagnostic>] = []
    #expect(!stage.tap("later", state, in: definition) { answers.append($0) })
    try apply("open /items/1", to: &state)
    #expect(stage.tap("later", state, in: definition) { answers.append($0) })
    #expect(answers == [.success("/items/2")])
  }
}
