import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

/// Apps with one mistake each, of the kinds that teams make.
struct BrokenAppTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The code of a finding, or the rule that is broken.
    let caughtBy: String
    /// The commands that show it.
    let script: [String]
    let make: @Sendable (inout PluginDraft) -> Void
    let location: SourceLocation

    init(
      _ name: String, _ caughtBy: String, _ script: [String],
      location: SourceLocation = #_sourceLocation,
      _ make: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      testDescription = name
      self.caughtBy = caughtBy
      self.script = script
      self.make = make
      self.location = location
    }
  }

  static let rules = [
    "never screen Account without gate login", "never screen Film without gate login",
    "never screen Film without gate premium", "from every screen back reaches Home",
    "from every screen some way reaches Home",
  ]

  /// A shop without a mistake.
  static func shop(_ make: (inout PluginDraft) -> Void) throws -> AppDefinition {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/subscribe") { $0.requires = ["login"] }
    app.tabs("root", ["home", "more"])
    app.stack("home", start: "/")
    app.stack("more", start: "/more")
    app.flow("checkout", start: "/cart")
    app.route("/", screen: "Home")
    app.route("/more", screen: "More")
    app.route("/cart", screen: "Cart")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/subscribe", screen: "Subscribe") {
      $0.presentation = .sheet
      $0.gates = ["login"]
    }
    app.route("/account", screen: "Account") {
      $0.coordinator = "home"
      $0.gates = ["login"]
    }
    app.route("/film", screen: "Film") { $0.gates = ["premium"] }
    app.route("/item/:id", screen: "Item") { $0.coordinator = "home" }
    app.route("/edit", screen: "Edit") { $0.coordinator = "home" }
    app.screen("Home") { $0.taps = [("item", "/item/1"), ("account", "/account")] }
    app.screen("Item") { $0.taps = [("buy", "/cart"), ("film", "/film")] }
    app.screen("Cart") { $0.taps = [("paid", "finish paid"), ("close", "dismiss")] }
    app.screen("Login") { $0.taps = [("close", "dismiss")] }
    app.screen("Edit") { $0.leave = .confirm }
    make(&app)
    return try AppDefinition(plugins: [app])
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "a gate forgotten on one of two routes", "never screen Account without gate login",
      ["open /me"]
    ) { $0.route("/me", screen: "Account") },
    Mistake(
      "a challenge that a tap skips", "never screen Account without gate login",
      ["open /as-guest"]
    ) {
      $0.change("Login") { $0.taps.append(("skip", "/as-guest")) }
      $0.route("/as-guest", screen: "Account") { $0.presentation = .replace }
    },
    Mistake(
      "a gate that does not require the login", "never screen Film without gate login",
      ["satisfy premium a", "open /film"]
    ) { app in
      for index in app.gates.indices { app.gates[index].requires = [] }
      app.changeRoute("/subscribe") { $0.gates = [] }
    },
    Mistake(
      "two links into one screen, of which one drops its parents",
      "from every screen back reaches Home", ["open /sale/a", "back"]
    ) {
      $0.route("/sale/:id", screen: "Item") {
        $0.coordinator = "home"
        $0.presentation = .root
      }
    },
    Mistake(
      "a screen without an exit", "from every screen some way reaches Home", ["open /end"]
    ) {
      $0.coordinators.removeAll { $0.name.value == "root" || $0.name.value == "more" }
      $0.routes.removeAll { $0.path.value == "/more" }
      $0.route("/end", screen: "End") { $0.presentation = .root }
    },
    Mistake("a trap", "screen/no-way-home", ["open /end"]) {
      $0.coordinators.removeAll { $0.name.value == "root" || $0.name.value == "more" }
      $0.routes.removeAll { $0.path.value == "/more" }
      $0.route("/end", screen: "End") { $0.presentation = .root }
    },
    Mistake("a link that the login swallows", "link/never-resumes", ["tap account"]) {
      $0.changeRoute("/login") {
        $0.presentation = .push
        $0.coordinator = "more"
      }
      $0.changeRoute("/account") { $0.coordinator = nil }
    },
    Mistake(
      "a link that opens elsewhere after the login", "link/resumes-elsewhere",
      ["open /item/a", "tap film"]
    ) {
      $0.changeRoute("/login") {
        $0.presentation = .root
        $0.coordinator = "home"
      }
    },
    Mistake(
      "a close button that only works as a challenge", "tap/sometimes-refused",
      ["login a", "open /login", "tap close"]
    ) { $0.change("Login") { $0.taps = [("close", "cancel")] } },
    Mistake("a button to a tab below a sheet", "tap/refused", ["open /account", "tap more"]) {
      $0.change("Login") { $0.taps.append(("more", "tab more")) }
    },
    Mistake(
      "a screen that opens itself", "screen/twice", ["open /item/a", "tap again"]
    ) {
      $0.changeRoute("/item/:id") { $0.repeatPolicy = .push }
      $0.change("Item") { $0.taps.append(("again", "/item/:id")) }
    },
    Mistake(
      "a text that a logout loses", "screen/work-lost",
      ["login a", "open /edit", "dirty on", "logout"]
    ) { $0.changeRoute("/edit") { $0.gates = ["login"] } },
  ]

  @Test func `the shop without a mistake has no finding, and its rules are proved`() throws {
    let definition = try Self.shop { _ in }
    let rules = try Self.rules.map { try PolicyRule(Located($0, at: nil), in: definition) }
    let exploration = AppExploration(of: definition, rules: rules)
    #expect(exploration.findings.map(\.diagnostic.summary) == [])
    #expect(exploration.suspicions.map(\.diagnostic.summary) == [])
    #expect(exploration.verdicts == rules.map { _ in .proved })
  }

  @Test(arguments: mistakes)
  func `each mistake is caught with a script`(_ mistake: Mistake) throws {
    let definition = try Self.shop(mistake.make)
    let rule = try? PolicyRule(Located(mistake.caughtBy, at: nil), in: definition)
    let exploration = AppExploration(of: definition, rules: rule.map { [$0] } ?? [])
    var way: [Event]?
    if let verdict = exploration.verdicts.first {
      if case .broken(let events, _) = verdict { way = events }
    } else {
      way = exploration.findings.first { $0.diagnostic.code.rawValue == mistake.caughtBy }?.way
    }
    let commands = way.map { events in
      var now: Int64 = 0
      return events.map { event in
        defer { if case .tick(let milliseconds) = event { now = milliseconds } }
        return event.command(nowMilliseconds: now)
      }
    }
    #expect(commands == mistake.script, sourceLocation: mistake.location)
  }
}
