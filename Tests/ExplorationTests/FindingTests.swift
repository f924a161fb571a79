import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

struct FindingTests {
  /// A small change of a sound app, and what it leads to.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The codes found, each with the number of events that show it.
    let findings: [String]
    let change: @Sendable (inout PluginDraft) -> Void
    let location: SourceLocation

    init(
      _ name: String, _ findings: [String], location: SourceLocation = #_sourceLocation,
      _ change: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      testDescription = name
      self.findings = findings
      self.location = location
      self.change = change
    }
  }

  /// An app without a fault: two tabs, a flow, a gate and unsaved work.
  static func app(_ change: (inout PluginDraft) -> Void) throws -> AppDefinition {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.tabs("root", ["home", "more"])
    app.stack("home", start: "/")
    app.stack("more", start: "/more")
    app.flow("buy", start: "/buy")
    app.route("/", screen: "Home")
    app.route("/more", screen: "More")
    app.route("/buy", screen: "Buy")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/mail", screen: "Mail") { $0.gates = ["login"] }
    app.route("/page", screen: "Page") { $0.coordinator = "home" }
    app.route("/edit", screen: "Edit") { $0.coordinator = "home" }
    app.screen("Home") { $0.taps = [("mail", "/mail"), ("page", "/page")] }
    app.screen("Buy") { $0.taps = [("done", "finish paid")] }
    app.screen("Login") { $0.taps = [("close", "dismiss")] }
    app.screen("Edit") { $0.leave = .confirm }
    change(&app)
    return try AppDefinition(plugins: [app])
  }

  static let rows: [Row] = [
    Row("nothing", []) { _ in },
    Row("a tap to nowhere", ["tap/refused 2"]) {
      $0.screen("Page") { $0.taps = [("go", "/nowhere")] }
    },
    Row("a tap that is refused where no link waits", ["tap/sometimes-refused 3"]) {
      $0.change("Login") { $0.taps = [("close", "cancel")] }
    },
    // In the background every tap is refused, of a screen that a closing gate hides, too.
    Row("a tap of a tab whose gate closes in the background", []) {
      $0.gate("lock", challenge: "/login") {
        $0.lapses = Gate.Lapses(backgroundMilliseconds: 20_000)
      }
      for index in $0.coordinators.indices where $0.coordinators[index].name.value == "more" {
        $0.coordinators[index].gates = ["lock"]
      }
      $0.change("Home") { $0.taps = [("more", "tab more"), ("mail", "/mail"), ("page", "/page")] }
      $0.screen("More") { $0.taps = [("home", "tab home")] }
      $0.change("Login") { $0.taps = [("unlock", "satisfy lock"), ("login", "satisfy login a")] }
    },
    Row("a tap that is refused below a sheet", ["tap/refused 2"]) {
      $0.change("Login") { $0.taps = [("more", "tab more")] }
    },
    Row("a member that a switch never shows", ["screen/never-shown 0", "link/never-resumes 1"]) {
      $0.oneOf("who", ["guest", "member"])
      $0.stack("guest", start: "/guest")
      $0.stack("member", start: "/me", gates: ["login"])
      $0.tabs.append("who")
      $0.route("/guest", screen: "Guest")
      $0.route("/me", screen: "Me")
    },
    Row(
      "a second route to a screen that a switch never shows",
      ["route/never-opened 0", "link/never-resumes 1"]
    ) {
      $0.oneOf("who", ["guest", "member"])
      $0.stack("guest", start: "/guest")
      $0.stack("member", start: "/me", gates: ["login"])
      $0.tabs.append("who")
      $0.route("/guest", screen: "Guest")
      $0.route("/me", screen: "Guest")
    },
    Row("a login that its challenge does not lead to", ["gate/never-answered 0"]) {
      $0.screen("More") { $0.taps = [("login", "satisfy login a")] }
    },
    Row("a login in another tab, to which its challenge leaves the way", []) {
      $0.screen("More") { $0.taps = [("login", "satisfy login a")] }
      $0.changeRoute("/login") { $0.presentation = .push }
      $0.change("Login") { $0.taps = [] }
    },
    Row("a login that its challenge leads to", []) {
      $0.change("Login") { $0.taps = [("mail", "/sign-in"), ("close", "dismiss")] }
      $0.route("/sign-in", screen: "SignIn")
      $0.screen("SignIn") { $0.taps = [("login", "satisfy login a")] }
    },
    Row("a flow without an end", ["flow/never-finishes 0"]) {
      $0.change("Buy") { $0.taps = [("page", "/page")] }
    },
    Row("a flow of which nothing is known", []) { $0.change("Buy") { $0.taps = [] } },
    Row("a screen above itself", ["screen/twice 2"]) {
      $0.changeRoute("/page") { $0.repeatPolicy = .push }
      $0.screen("Page") { $0.taps = [("again", "/page")] }
    },
    Row("a screen in place of its start", ["route/back-ends 1"]) {
      $0.changeRoute("/page") { $0.presentation = .root }
    },
    Row("a start screen that nothing leads back to", ["screen/no-way-home 1", "route/back-ends 1"])
    {
      $0.changeRoute("/page") { $0.presentation = .root }
      $0.changeRoute("/more") { $0.presentation = .root }
      $0.coordinators.removeAll { $0.name.value == "root" || $0.name.value == "more" }
      $0.routes.removeAll { $0.path.value == "/more" }
      $0.screens.removeAll { $0.name.value == "More" }
    },
    Row("a challenge in another tab", ["link/never-resumes 1"]) {
      $0.changeRoute("/login") {
        $0.presentation = .root
        $0.coordinator = "more"
      }
      $0.change("Login") { $0.taps = [] }
    },
    Row(
      "a challenge that replaces the screen that opens the link",
      ["route/back-ends 2", "link/resumes-elsewhere 2"]
    ) {
      $0.changeRoute("/login") {
        $0.presentation = .root
        $0.coordinator = "home"
      }
      $0.change("Login") { $0.taps = [] }
      $0.screen("Page") { $0.taps = [("mail", "/mail")] }
    },
    Row("unsaved work behind a gate", ["screen/work-lost 4"]) {
      $0.changeRoute("/edit") { $0.gates = ["login"] }
    },
  ]

  @Test(arguments: rows)
  func `each fault is found, with a way that shows it`(_ row: Row) throws {
    let definition = try Self.app(row.change)
    let exploration = AppExploration(of: definition, rules: [])
    let found = exploration.findings.map { "\($0.diagnostic.code.rawValue) \($0.way.count)" }
    #expect(
      found == row.findings, "\(exploration.findings.map { "\($0.diagnostic.summary) \($0.way)" })",
      sourceLocation: row.location)
    #expect(exploration.verdicts == [])
    for finding in exploration.findings where !finding.way.isEmpty {
      var state = NavigationState(of: definition)
      for event in finding.way { _ = state.apply(event, in: definition) }
      #expect(state.violations(in: definition) == [], sourceLocation: row.location)
    }
  }

  @Test func `a finding can be allowed, and an allowance that is not needed is reported`() throws {
    let definition = try Self.app {
      $0.changeRoute("/page") {
        $0.presentation = .root
        $0.allow = [Located(.routeBackEnds, at: nil)]
      }
      $0.change("Buy") { $0.taps = [("done", "finish"), ("up", "/nowhere")] }
      $0.change("Buy") { $0.allow = [Located(.tapRefused, at: nil)] }
    }
    let exploration = AppExploration(of: definition, rules: [])
    #expect(exploration.findings.map(\.diagnostic.code) == [])
    #expect(exploration.unused == [])
    let sound = try Self.app {
      $0.change("Home") {
        $0.allow = [Located(.tapRefused, at: SourcePosition(file: "a", line: 3, column: 7))]
      }
    }
    let unused = AppExploration(of: sound, rules: []).unused
    #expect(
      unused.map(\.summary) == [
        "a:3:7: warning[allow/unused]: 'tap/refused' is allowed, but not found here. Remove it."
      ])
  }

  @Test func `the taps of each screen are tried, even if the search ends before it is reached`() {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for index in 0..<30 { app.route("/\(index)", screen: "Screen\(index)") }
    app.screen("Screen29") { $0.taps = [("go", "/nowhere")] }
    var bounds = AppExploration.Bounds()
    (bounds.firstStatesMax, bounds.viewsMax, bounds.statesMax) = (5, 5, 5)
    let exploration = AppExploration(of: .valid(app), rules: [], bounds: bounds)
    #expect(exploration.findings.map(\.way) == [[.open("/29", from: .outside), .tap("go")]])
    #expect(exploration.suspicions == [])
  }

  @Test func `an incomplete proof finds nothing`() throws {
    var bounds = AppExploration.Bounds()
    bounds.stepsMax = 10
    let definition = try Self.app { $0.screen("Page") { $0.taps = [("go", "/nowhere")] } }
    let exploration = AppExploration(of: definition, rules: [], bounds: bounds)
    #expect(exploration.findings == [])
    #expect(!exploration.proof.isComplete)
  }
}
