import Analysis
import Diagnostics
import Navigation
import TestSupport
import Testing

/// The graph of a small app, and of random ones.
struct GraphTests {
  /// A shop with every kind of route, and of tap.
  static func shop() -> PluginDraft {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.gate("adult", challenge: "/age") { $0.requires = ["login"] }
    app.tabs("main", ["home", "account"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.flow("buying", start: "/buy")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/age", screen: "Age") { $0.presentation = .sheet }
    app.route("/account", screen: "Account")
    app.route("/buy", screen: "Buy")
    app.route("/items/:id", screen: "Item") {
      $0.coordinator = "home"
      $0.params = [("id", .int)]
    }
    app.route("/wine/:id", screen: "Item") {
      $0.coordinator = "home"
      $0.gates = ["adult"]
    }
    app.route("/items/sale", screen: "Sale")
    var help = RouteDraft(path: "/help/*")
    help.presentation = .outside
    app.routes.append(help)
    app.redirect("/i/:id", to: "/items/:id")
    app.screen("Home") {
      $0.taps = [
        ("first", "/items/1"), ("sale", "/items/sale"), ("help", "/help/us"), ("me", "tab account"),
        ("gone", "/gone"),
      ]
    }
    app.screen("Item") { $0.taps = [("again", "/items/:id"), ("buy", "/buy")] }
    app.screen("Login") { $0.taps = [("ada", "login ada")] }
    for name in ["Age", "Account", "Buy", "Sale"] { app.screen(name) { _ in } }
    return app
  }

  /// Each edge as `Home.first -> Item`.
  private func lines(_ subject: AppGraph.Subject) throws -> [String] {
    let graph = AppGraph(subject, of: try AppDefinition(plugins: [Self.shop()]))
    func name(_ index: Int) -> String { graph.nodes[index].label }
    return graph.edges.map { edge in
      let row = edge.row.map { "." + graph.nodes[edge.from].rows[$0].label } ?? ""
      return "\(name(edge.from))\(row) \(edge.kind) \(name(edge.to))"
    }
  }

  @Test func `the tree has an edge from each coordinator to its children`() throws {
    #expect(try lines(.tree) == ["main child home", "main child account"])
    let graph = AppGraph(.tree, of: try AppDefinition(plugins: [Self.shop()]))
    let texts = graph.nodes.map { node in
      ([node.label + " " + node.note] + node.rows.map { "\($0.label) \($0.note)" })
        .joined(separator: "; ")
    }
    #expect(
      texts == [
        "main tabs", "home stack; Home start; Item gate adult",
        "account stack, gate login; Account start", "buying flow; Buy start",
        "the visible stack ; Age sheet; Sale ; Login sheet",
      ])
  }

  @Test func `a tap leads to the screen at the end of its link`() throws {
    #expect(
      try lines(.taps) == [
        "Home.first opens Item", "Home.sale opens Sale", "Home.help opens the browser",
        "Item.again opens Item", "Item.buy opens Buy",
      ])
    let graph = AppGraph(.taps, of: try AppDefinition(plugins: [Self.shop()]))
    let home = try #require(graph.nodes.first { $0.label == "Home" })
    #expect(home.rows.map(\.note) == ["", "", "", "tab account", "/gone, which opens nothing"])
    let owners = graph.nodes.map { $0.cluster.map { graph.clusters[$0].label } ?? "none" }
    #expect(
      zip(graph.nodes, owners).map { "\($0.label) \($1)" } == [
        "Account account", "Age the visible stack", "Buy buying", "Home home", "Item home",
        "Login the visible stack", "Sale the visible stack", "the browser none",
      ])
  }

  @Test func `a tap leads to a screen that only some values open`() throws {
    var app = Self.shop()
    app.route("/rare/:name([x-z]{3})", screen: "Rare")
    app.screen("Rare") { _ in }
    app.screen("Free") { $0.taps = [("go", "/rare/:name")] }
    app.route("/free/:name", screen: "Free")
    let graph = AppGraph(.taps, of: try AppDefinition(plugins: [app]))
    let edge = try #require(
      graph.edges.first { graph.nodes[$0.from].label == "Free" }, "no edge from Free")
    #expect(graph.nodes[edge.to].label == "Rare")
  }

  @Test func `a pattern leads to its screen, a redirect to the screen at its end`() throws {
    let lines = try lines(.routes)
    #expect(
      lines == [
        "/account opens Account", "/buy opens Buy", "/ opens Home", "/items/:id opens Item",
        "/wine/:id opens Item", "/age opens Age", "/help/* opens the browser",
        "/i/:id redirects Item", "/i/:id redirects Sale", "/items/sale opens Sale",
        "/login opens Login",
      ])
  }

  @Test func `a gate guards what requires it and no other gate that requires it`() throws {
    #expect(
      try lines(.gates) == [
        "login guards adult", "login guards account", "login.challenge challenge Login",
        "adult guards /wine/:id", "adult.challenge challenge Age", "Login.ada satisfies login",
      ])
  }

  @Test func `what a session visits is marked`() throws {
    let app = try AppDefinition(plugins: [Self.shop()])
    var state = NavigationState(of: app)
    var visits = Coverage()
    visits.begin(state, in: app)
    let events: [Event] = [.tap("first"), .satisfy(gate: "login", subject: nil)]
    for event in events + [.open("/i/7", from: .outside), .open("/help/x", from: .outside)] {
      let before = state
      visits.record(event, state.apply(event, in: app), from: before, to: state, in: app)
    }
    func marked(_ subject: AppGraph.Subject) -> [String] {
      AppGraph(subject, of: app, visits: visits).nodes.flatMap { node in
        (node.isVisited ? [node.label] : [])
          + node.rows.filter(\.isVisited).map { "\(node.label).\($0.label)" }
      }
    }
    #expect(marked(.tree) == ["main", "home", "home.Home", "home.Item"])
    #expect(marked(.taps) == ["Home", "Home.first", "Item"])
    #expect(marked(.routes) == ["/items/:id", "/help/*", "/i/:id", "Home", "Item"])
    #expect(marked(.gates) == ["login"])
    #expect(
      AppGraph(.taps, of: app, visits: visits).edges.map(\.isVisited) == [
        true, false, false, false, false,
      ])
  }

  @Test(arguments: seeds(100))
  func `everything that a random app declares is in its graphs`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let app = RandomApp.definition(&random)
    func labels(_ subject: AppGraph.Subject, _ kind: AppGraph.Node.Kind) -> [String] {
      AppGraph(subject, of: app).nodes.filter { $0.kind == kind }.map(\.label)
    }
    let tree = AppGraph(.tree, of: app)
    let coordinators = app.coordinators.map(\.name)
    #expect(
      Set(labels(.tree, .coordinator)).subtracting(["the visible stack"]) == Set(coordinators))
    #expect(tree.edges.count == coordinators.count - 2, "the root and the flow have no parent")
    let shown = app.routes.compactMap { route in
      if case .screen(let screen) = route.target { app[screen].name } else { nil }
    }
    #expect(Set(tree.nodes.flatMap(\.rows).map(\.label)) == Set(shown))
    #expect(labels(.taps, .screen) == app.screens.map(\.name))
    #expect(labels(.routes, .route).sorted() == app.routes.map(\.pattern).sorted())
    #expect(labels(.gates, .gate) == app.gates.map(\.name))
    let taps = AppGraph(.taps, of: app)
    for (index, screen) in app.screens.enumerated() {
      for (row, tap) in screen.taps.enumerated() {
        let leads = taps.edges.contains { $0.from == index && $0.row == row }
        #expect(leads != !taps.nodes[index].rows[row].note.isEmpty, "\(screen.name).\(tap.name)")
      }
    }
    #expect(Set(taps.nodes.compactMap(\.cluster)) == Set(taps.clusters.indices))
  }

  @Test func `the order of declarations does not change a graph`() throws {
    var app = Self.shop()
    app.routes.reverse()
    app.screens.reverse()
    app.coordinators.reverse()
    for subject in AppGraph.Subject.allCases {
      #expect(
        AppGraph(subject, of: try AppDefinition(plugins: [app]))
          == AppGraph(subject, of: try AppDefinition(plugins: [Self.shop()])))
    }
  }
}
