import Analysis
import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

struct ComparisonTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let found: [String]
    let old: @Sendable (inout PluginDraft) -> Void
    let new: @Sendable (inout PluginDraft) -> Void
    let location: SourceLocation

    /// - Parameter found: Kind and link of each difference.
    init(
      _ name: String, _ found: String..., location: SourceLocation = #_sourceLocation,
      old: @escaping @Sendable (inout PluginDraft) -> Void,
      new: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      self.name = name
      self.found = found
      self.old = old
      self.new = new
      self.location = location
    }

    var testDescription: String { name }
  }

  static let rows = [
    Row("nothing") {
      $0.route("/a/:x", screen: "A")
    } new: {
      $0.route("/a/:x", screen: "A")
    },
    Row("a route is gone", "lost /a/a") {
      $0.route("/a/:x", screen: "A")
    } new: { _ in
    },
    Row("a route is new", "new /a/a") { _ in
    } new: {
      $0.route("/a/:x", screen: "A")
    },
    Row("another screen", "changed /a") {
      $0.route("/a", screen: "A")
    } new: {
      $0.route("/a", screen: "B")
    },
    Row("another gate", "changed /a") {
      $0.route("/a", screen: "A")
    } new: {
      $0.route("/a", screen: "A") { $0.gates = ["login"] }
    },
    Row("another coordinator", "changed /a") {
      $0.route("/a", screen: "A")
    } new: {
      $0.route("/a", screen: "A") { $0.coordinator = "main" }
    },
    Row("a more specific route takes some links", "changed /a/new") {
      $0.route("/a/:x", screen: "A")
    } new: { app in
      app.route("/a/:x", screen: "A")
      app.route("/a/new", screen: "B")
    },
    Row("a more specific route leaves its links to the general one", "changed /a/new") { app in
      app.route("/a/:x", screen: "A")
      app.route("/a/new", screen: "B")
    } new: {
      $0.route("/a/:x", screen: "A")
    },
    Row("a type that takes less", "lost /a/a") {
      $0.route("/a/:x", screen: "A")
    } new: {
      $0.route("/a/:x", screen: "A") { $0.params = [("x", .int)] }
    },
    Row("a type that takes more", "new /a/a") {
      $0.route("/a/:x", screen: "A") { $0.params = [("x", .int)] }
    } new: {
      $0.route("/a/:x", screen: "A")
    },
    Row("a query item that is demanded", "lost /a") {
      $0.route("/a", screen: "A") { $0.query = [("q", .int, true)] }
    } new: {
      $0.route("/a", screen: "A") { $0.query = [("q", .int, false)] }
    },
    Row("two take the place of one", "lost /a/a", "changed /a/true", "changed /a/0") {
      $0.route("/a/:x", screen: "A")
    } new: { app in
      app.route("/a/:n", screen: "A") { $0.params = [("n", .int)] }
      app.route("/a/:b", screen: "A") { $0.params = [("b", .bool)] }
    },
    Row("a route that refuses takes some links", "lost /a/new", "lost /r/new") { app in
      app.route("/a/:x", screen: "A")
      app.redirect("/r/:x", to: "/a/:x")
    } new: { app in
      app.route("/a/:x", screen: "A")
      app.redirect("/r/:x", to: "/a/:x")
      app.refuse("/a/new")
    },
    Row("a route refuses no longer", "new /a/a", "new /r/a") { app in
      app.refuse("/a/:x")
      app.redirect("/r/:x", to: "/a/:x")
    } new: { app in
      app.route("/a/:x", screen: "A")
      app.redirect("/r/:x", to: "/a/:x")
    },
    Row("a redirect to a value is new", "new /open?url=/") { _ in
    } new: {
      $0.redirect("/open", to: ":url") { $0.query = [("url", .string, false)] }
    },
    Row("a link within a value is lost", "lost /a/a", "lost /open?url=/a/a") { app in
      app.route("/a/:x", screen: "A")
      app.redirect("/open", to: ":url") { $0.query = [("url", .string, false)] }
    } new: {
      $0.redirect("/open", to: ":url") { $0.query = [("url", .string, false)] }
    },
    Row("a text of a list of links is gone", "lost /open?url=/login") {
      $0.redirect("/open", to: ":url") { $0.query = [("url", .oneOf(["/", "/login"]), false)] }
    } new: {
      $0.redirect("/open", to: ":url") { $0.query = [("url", .oneOf(["/"]), false)] }
    },
    Row("a base for any host is new", "new https://host/", "new https://host/login") { _ in
    } new: {
      $0.links("https://*")
    },
    Row("any host of a scheme is gone", "lost any://host/", "lost any://host/login") {
      $0.links("any://*")
    } new: { _ in
    },
    Row("a link that was unknown is refused") { _ in
    } new: {
      $0.refuse("/a/:x")
    },
    Row("a link for the browser is refused", "lost /a") { app in
      app.refuse("/a", as: .outside)
    } new: {
      $0.refuse("/a")
    },
    Row("a route opens no links from outside", "lost /a") {
      $0.route("/a", screen: "A")
    } new: {
      $0.route("/a", screen: "A") { $0.sources = ["inside"] }
    },
    Row("a route opens links from outside", "new /a") {
      $0.route("/a", screen: "A") { $0.sources = ["inside"] }
    } new: {
      $0.route("/a", screen: "A")
    },
    Row("a redirect to a fragment leads elsewhere", "changed /r", "changed /r?q=0") { app in
      app.route("/a", screen: "A")
      app.route("/b", screen: "B") { $0.query = [("q", .int, false)] }
      app.route("/b", screen: "C")
      app.redirect("/r", to: "/a#top")
    } new: { app in
      app.route("/a", screen: "A")
      app.route("/b", screen: "B") { $0.query = [("q", .int, false)] }
      app.route("/b", screen: "C")
      app.redirect("/r", to: "/b#top")
    },
    Row("a redirect that leads elsewhere", "changed /r/a") { app in
      app.route("/a/:x", screen: "A")
      app.route("/b/:x", screen: "B")
      app.redirect("/r/:x", to: "/a/:x")
    } new: { app in
      app.route("/a/:x", screen: "A")
      app.route("/b/:x", screen: "B")
      app.redirect("/r/:x", to: "/b/:x")
    },
    Row("a redirect that leads some links to nothing", "lost /s/sale", "changed /s/new") { app in
      app.redirect("/s/:k", to: "/shop/:k") { $0.params = [("k", .oneOf(["new", "sale"]))] }
      app.route("/shop/:k", screen: "A")
      app.route("/store/new", screen: "B")
    } new: { app in
      app.redirect("/s/:k", to: "/store/:k") { $0.params = [("k", .oneOf(["new", "sale"]))] }
      app.route("/shop/:k", screen: "A")
      app.route("/store/new", screen: "B")
    },
    Row("a redirect to a route that changed", "lost /t/sale", "lost /s/sale") { app in
      app.redirect("/s/:k+", to: "/t/:k")
      app.route("/t/:k", screen: "A") { $0.params = [("k", .oneOf(["new", "sale"]))] }
    } new: { app in
      app.redirect("/s/:k+", to: "/t/:k")
      app.route("/t/:k", screen: "A") { $0.params = [("k", .oneOf(["new"]))] }
    },
    Row(
      "a redirect to a redirect that changed", "changed /s/b", "changed /t/b"
    ) { app in
      app.redirect("/s/:k([ab])", to: "/t/:k")
      app.redirect("/t/:k", to: "/u/:k")
      app.route("/u/:k", screen: "A")
      app.route("/v/b", screen: "B")
      app.route("/v/:k", screen: "A")
    } new: { app in
      app.redirect("/s/:k([ab])", to: "/t/:k")
      app.redirect("/t/:k", to: "/v/:k")
      app.route("/u/:k", screen: "A")
      app.route("/v/b", screen: "B")
      app.route("/v/:k", screen: "A")
    },
    Row("another gate beneath", "changed /a", "changed /a/b") { app in
      app.route("/a", screen: "A")
      app.route("/a/b", screen: "B") { $0.parents = ["/a"] }
    } new: { app in
      app.route("/a", screen: "A") { $0.gates = ["login"] }
      app.route("/a/b", screen: "B") { $0.parents = ["/a"] }
    },
    Row("a base is gone", "lost old://", "lost old://login") {
      $0.links("old://")
    } new: { _ in
    },
    Row("a base is new", "new new://", "new new://login") { _ in
    } new: {
      $0.links("new://")
    },
  ]

  private func definition(_ add: (inout PluginDraft) -> Void) throws -> AppDefinition {
    var app = PluginDraft("app")
    app.links("app://")
    app.stack("main", start: "/")
    app.gate("login", challenge: "/login")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login")
    add(&app)
    return try AppDefinition(plugins: [app])
  }

  @Test(arguments: rows)
  func `every difference is reported once, with a link`(_ row: Row) throws {
    let old = try definition(row.old)
    let new = try definition(row.new)
    let comparison = Comparison(old: old, new: new)
    let found = comparison.differences.map { "\($0.kind) \($0.link)" }
    #expect(found.sorted() == row.found.sorted(), sourceLocation: row.location)
    #expect(comparison.undecided.isEmpty, sourceLocation: row.location)
    for difference in comparison.differences {
      #expect(LinkOutcome(of: difference.link, in: old) == difference.old)
      #expect(LinkOutcome(of: difference.link, in: new) == difference.new)
      #expect(difference.old != difference.new)
    }
    #expect(Comparison(old: new, new: new).differences.isEmpty)
  }

  @Test func `a route that narrows under one base loses links there`() throws {
    func plugin(_ name: String, _ bases: [String], _ path: String) -> PluginDraft {
      var plugin = PluginDraft(name)
      bases.forEach { plugin.links($0) }
      plugin.route(path, screen: "A") { $0.name = Located(name, at: nil) }
      return plugin
    }
    var core = PluginDraft("core")
    core.links("z://")
    core.stack("main", start: "z://start")
    core.route("/start", screen: "Home")
    let old = try AppDefinition(plugins: [core, plugin("p", ["one://", "two://"], "/a/:x")])
    let new = try AppDefinition(
      plugins: [
        core, plugin("p", ["one://"], "/a/:x"), plugin("q", ["two://"], "/a/:x([abxz12-]+)"),
      ])
    let lost = Comparison(old: old, new: new).differences.filter { $0.kind == .lost }
    // The new route still takes every sample: only a search finds a link that it does not take.
    #expect(lost.count == 1)
    #expect(lost.allSatisfy { $0.link.hasPrefix("two://a/") })
  }

  @Test(arguments: [
    ("/r/:x/:y", "/a/:x", "app://a/:y"), ("/r", "/b?x=1&*", "/c?x=1&*"),
    ("/r", "app://b?x=1&*", "app://c?x=1&*"),
  ])
  func `a changed redirect that cannot be followed is undecided`(
    path: String, old: String, new: String
  ) throws {
    let apps = try [old, new].map { target in
      try definition { app in
        app.route("/a/:x", screen: "A")
        for other in ["/b", "/c"] {
          app.route(other, screen: "B") { $0.query = [("q", .int, false)] }
        }
        app.redirect(path, to: target)
      }
    }
    #expect(Comparison(old: apps[0], new: apps[1]).undecided.map(\.value) == [path])
    #expect(Comparison(old: apps[1], new: apps[1]).undecided.isEmpty)
  }

  // Goal: no class of links is omitted. Method: random pairs of tables; each link of a small set
  // that differs must belong to a reported class.
  @Test(arguments: seeds(60))
  func `every link that differs belongs to a reported class`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (draft, old) = RandomTable.app(&random)
    let new = RandomTable.app(&random, near: random.chance(80) ? draft : nil).definition
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.undecided.isEmpty, "seed \(seed)")
    var reported: Set<[LinkOutcome]> = []
    for difference in comparison.differences {
      let before = LinkOutcome(of: difference.link, in: old)
      let after = LinkOutcome(of: difference.link, in: new)
      #expect(before == difference.old && after == difference.new && before != after)
      reported.insert([before, after])
    }
    for link in RandomTable.world {
      let outcomes = [
        LinkOutcome(of: link.text, in: old), LinkOutcome(of: link.text, in: new),
      ]
      guard outcomes[0] != outcomes[1] else { continue }
      #expect(reported.contains(outcomes), "seed \(seed): \(link.text) \(outcomes)")
    }
  }

  /// Two tables, under `count` bases, of 20 routes that meet all of the other.
  private static func crossing(
    _ count: Int = 20, bases: [String]
  ) -> (old: AppDefinition, new: AppDefinition) {
    func app(_ path: (Int) -> String, _ screen: String) -> AppDefinition {
      var app = PluginDraft("app")
      for base in bases { app.links(base) }
      app.stack("main", start: "/")
      app.route("/", screen: "Home")
      for number in 0..<count { app.route(path(number), screen: screen) }
      return .valid(app)
    }
    return (app({ "/:x/b\($0)" }, "A"), app({ "/b\($0)/:x" }, "B"))
  }

  // Goal: routes under many bases are compared with those under the same base only.
  @Test func `routes under bases that share no link are compared within the limit`() {
    let (old, new) = Self.crossing(6, bases: (0..<30).map { "app://h/s\($0)" })
    let comparison = Comparison(old: old, new: new, stepsMax: 1_200_000)
    #expect(comparison.undecided.isEmpty)
    #expect(comparison.differences.count == 48)
  }

  // Goal: pairs of routes count, not only the states of their automata.
  @Test func `routes under nested bases are undecided at the limit`() {
    let bases = (0..<8).map { "app://h" + (0..<$0).map { "/s\($0)" }.joined() }
    let (old, new) = Self.crossing(bases: bases)
    let comparison = Comparison(old: old, new: new, stepsMax: 100_000)
    #expect(comparison.undecided.count > 20)
    for difference in comparison.differences {
      #expect(LinkOutcome(of: difference.link, in: old) == difference.old)
      #expect(LinkOutcome(of: difference.link, in: new) == difference.new)
    }
  }

  @Test func `at most a thousand differences are listed`() {
    func app(_ path: (Int) -> String, _ screen: String) -> AppDefinition {
      var app = PluginDraft("app")
      app.stack("main", start: "/")
      app.route("/", screen: "Home")
      for number in 0..<40 { app.route(path(number), screen: screen) }
      return .valid(app)
    }
    let comparison = Comparison(
      old: app({ "/:x/b\($0)" }, "A"), new: app({ "/b\($0)/:x" }, "B"))
    #expect(comparison.differences.count == 1_000)
    #expect(!comparison.areAll)
  }

  // The same with several plugins, each with its own bases, and with redirects. Undecided routes
  // can hide differences. The step limit keeps the test short.
  @Test(arguments: seeds(42))
  func `no link under a base or through a redirect is omitted`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (drafts, old) = RandomTable.wide(&random)
    let new = RandomTable.wide(&random, near: random.chance(80) ? drafts : nil).definition
    let comparison = Comparison(old: old, new: new, stepsMax: 500_000)
    let reported = Set(comparison.differences.map { [$0.old, $0.new] })
    for difference in comparison.differences {
      let link = difference.link
      #expect(LinkOutcome(of: link, in: old) == difference.old, "seed \(seed): \(link)")
      #expect(LinkOutcome(of: link, in: new) == difference.new, "seed \(seed): \(link)")
    }
    guard comparison.undecided.isEmpty else { return }
    for link in RandomTable.wideWorld {
      let before = LinkOutcome(of: link.text, in: old)
      let after = LinkOutcome(of: link.text, in: new)
      guard before != after, before.isOpen || after.isOpen else { continue }
      #expect(reported.contains([before, after]), "seed \(seed): \(link.text) \(before) \(after)")
    }
    let same = Comparison(old: new, new: new)
    #expect(same.differences.isEmpty && same.undecided.isEmpty, "seed \(seed)")
  }
}

extension PluginDraft {
  fileprivate mutating func refuse(_ path: Located<String>, as presentation: Presentation = .refuse)
  {
    var route = RouteDraft(path: path)
    route.presentation = presentation
    routes.append(route)
  }
}
