import Navigation
import Testing
import TestSupport

/// Routes with `repeat: update`.
struct UpdateTests {
  private static let app: AppDefinition = {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.flow("tour", start: "/tour/1")
    app.route("/", screen: "Home")
    app.route("/list", screen: "List")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/item/:id", screen: "Item") { $0.repeatPolicy = .update }
    app.route("/film/:id", screen: "Film") {
      $0.repeatPolicy = .update
      $0.parents = ["/list"]
    }
    app.route("/info/:id", screen: "Info") {
      $0.repeatPolicy = .update
      $0.presentation = .sheet
    }
    app.route("/tour/:page", screen: "Tour") {
      $0.repeatPolicy = .update
      $0.coordinator = "tour"
    }
    app.route("/u/:who", screen: "User") {
      $0.repeatPolicy = .update
      $0.accounts = [("login", ":who")]
    }
    app.screen("Item") {
      $0.leave = .confirm
      $0.taps = [("next", "/item/2"), ("same", "/item/:id")]
    }
    return .valid(app)
  }()

  static let rows = [
    BehaviourRow("open /item/1; open /item/2", "moved", "home: Home > Item(id=2)", "update"),
    BehaviourRow("open /item/1; tap next", "moved", "home: Home > Item(id=2)", "update"),
    BehaviourRow("open /item/1; tap same", "duplicated", "home: Home > Item(id=1)", ""),
    BehaviourRow("open /item/1; open /item/1", "duplicated", "home: Home > Item(id=1)", ""),
    BehaviourRow("open /item/1; tap next; back", "moved", "home: Home", "pop"),
    // Only the screen on top is updated.
    BehaviourRow(
      "open /item/1; open /list inside; open /item/2 inside", "moved",
      "home: Home > Item(id=1) > List > Item(id=2)", "push"),
    BehaviourRow(
      "open /item/1; open /list inside; open /item/2", "moved", "home: Home > Item(id=2)",
      "pop push"),
    BehaviourRow(
      "open /film/1; open /film/2", "moved", "home: Home > List > Film(id=2)", "update"),
    BehaviourRow(
      "open /film/1 inside; open /film/2", "moved", "home: Home > List > Film(id=2)",
      "pop push push"),
    BehaviourRow(
      "open /item/1; open /film/1 inside; open /film/2 inside", "moved",
      "home: Home > Item(id=1) > Film(id=2)", "update"),
    // Sheets and flows.
    BehaviourRow("open /info/1; open /info/2", "moved", "home: Info(id=2)", "update"),
    BehaviourRow("open /info/1; open /info/2 inside", "moved", "home: Info(id=2)", "update"),
    BehaviourRow(
      "open /item/1; open /info/1 inside; open /info/2; dismiss", "moved",
      "home: Home > Item(id=1)", "dismiss"),
    BehaviourRow("open /tour/1; open /tour/2 inside", "moved", "tour: Tour(page=2)", "update"),
    // Leave guards ask.
    BehaviourRow(
      "open /item/1; dirty on; open /item/2", "blocked(Item)", "home: Home > Item(id=1)", ""),
    BehaviourRow(
      "open /item/1; dirty on; tap next", "blocked(Item)", "home: Home > Item(id=1)", ""),
    BehaviourRow(
      "open /item/1; dirty on; tap next; confirm", "moved", "home: Home > Item(id=2)", "update"),
    BehaviourRow(
      "open /item/1; dirty on; tap next; confirm; back", "moved", "home: Home", "pop"),
    // Gates are asked for the new values.
    BehaviourRow(
      "login a; open /u/a; open /u/b", "deferred(login)", "home: Login"),
    BehaviourRow(
      "login a; open /u/a; open /u/b; login b", "moved", "home: Home > User(who=b)"),
  ]

  @Test(arguments: rows) func `a screen on top gets other values`(row: BehaviourRow) throws {
    try row.check(in: Self.app)
  }

  @Test func `a screen that is updated keeps its id, and loses its result`() {
    var state = NavigationState(of: Self.app)
    for link in ["/item/1", "/tour/1"] { _ = state.apply(.open(link, from: .inside), in: Self.app) }
    _ = state.apply(.finish(result: "done"), in: Self.app)
    let before = state.visibleEntry(in: Self.app)
    #expect(before?.result == "done")
    _ = state.apply(.open("/item/2", from: .inside), in: Self.app)
    let after = state.visibleEntry(in: Self.app)
    #expect(after?.id == before?.id)
    #expect(after?.values == ["2"])
    #expect(after?.result == nil)
    #expect(state.violations(in: Self.app) == [])
  }

  @Test func `a rule about links sees the screen that a link updates`() throws {
    var state = NavigationState(of: Self.app)
    _ = state.apply(.open("/item/1", from: .inside), in: Self.app)
    let noted = state.apply(.open("/item/2", from: .outside), notingLinksIn: Self.app)
    let visible = try #require(state.visibleEntry(in: Self.app))
    #expect(visible.values == ["2"])
    #expect(noted.arrivals.contains { $0.screens.contains(visible.id) })
  }
}
