import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

/// A fault in an otherwise valid app, and the code it must get.
struct DefinitionErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let codes: [DiagnosticCode]
    let spoil: @Sendable (inout PluginDraft) -> Void
    let location: SourceLocation

    init(
      _ name: String, _ codes: DiagnosticCode..., location: SourceLocation = #_sourceLocation,
      spoil: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      self.name = name
      self.codes = codes
      self.spoil = spoil
      self.location = location
    }

    var testDescription: String { name }
  }

  static let names = [
    Row("two routes tie", .routeConflict) { $0.route("/films/:name", screen: "Film") },
    Row("a duplicate path", .routeConflict) { $0.route("/films", screen: "Films") },
    Row("a duplicate coordinator", .nameDuplicate) { $0.stack("home", start: "/") },
    Row("a duplicate gate", .nameDuplicate) { $0.gate("login", challenge: "/login") },
    Row("a duplicate route name", .nameDuplicate) { app in
      for path in ["/x", "/y"] { app.route(path, screen: "X") { $0.name = "same" } }
    },
    Row("an unknown gate", .nameUnknown) { $0.route("/x", screen: "X") { $0.gates = ["lgin"] } },
    Row("an unknown coordinator", .nameUnknown) {
      $0.route("/x", screen: "X") { $0.coordinator = "hom" }
    },
    Row("an unknown child", .nameUnknown) { $0.oneOf("extra", ["nowhere"]) },
    Row("an unknown screen", .nameUnknown) {
      $0.makesScreens = false
      for name in ["Home", "Library", "Settings", "Films", "Film", "Login"] {
        $0.screens.removeAll { $0.name.value == name }
        $0.screen(name) { _ in }
      }
      $0.routes.removeAll { !["/", "/films"].contains($0.path.value) }
      $0.coordinators = []
      $0.gates = []
      $0.stack("home", start: "/")
      $0.route("/x", screen: "Hom")
    },
    Row("a pattern without a slash", .patternSyntax) { $0.route("x", screen: "X") },
    Row("a base without a scheme", .baseSyntax) { $0.links("cinema") },
    Row("a type for an unknown parameter", .patternType) { app in
      app.route("/x", screen: "X") { $0.params = [("id", .int)] }
    },
  ]

  @Test func `too many items in one route or plugin are reported in bounded time`() {
    var app = PluginDraft("app")
    let names = (0..<20_000).map { Located("a\($0)", at: nil) }
    app.stack("home", start: "/")
    app.bases = names.map { Located("\($0.value)://", at: nil) }
    app.route("/", screen: "Home") { route in
      route.values = names.map { ($0, "x") }
      route.query = names.map { ($0, .int, true) }
      route.parents = names
    }
    let seconds = threadSeconds {
      #expect {
        try AppDefinition(plugins: [app])
      } throws: { error in
        let errors = (error as? DiagnosticList)?.diagnostics ?? []
        return errors.allSatisfy { $0.code == .definitionLimit && $0.position != nil }
          && Set(errors.map(\.message)) == [
            "more than 1000 links of one plugin", "more than 1000 values of one route",
            "more than 1000 query items of one route", "more than 16 parents of one route",
          ]
      }
    }
    #expect(seconds < 2)
  }

  @Test func `exceeded limits are reported in bounded time`() {
    var app = PluginDraft("app")
    app.route("/", screen: "Home")
    app.tabs("root", ["c0"])
    for number in 0..<20_000 { app.tabs("c\(number)", [Located("c\(number + 1)", at: nil)]) }
    app.stack("c20000", start: "/")
    app.screen("Home") { screen in
      screen.taps = (0..<50_000).map { (Located("t\($0)", at: nil), "/") }
    }
    let seconds = threadSeconds {
      #expect {
        try AppDefinition(plugins: [app])
      } throws: { error in
        (error as? DiagnosticList)?.diagnostics.map(\.message) == [
          "more than 1024 coordinators", "more than 1000 taps of one screen",
        ]
      }
    }
    #expect(seconds < 20)
  }

  @Test func `many unknown names are reported in bounded time`() {
    var app = PluginDraft("app")
    app.makesScreens = false
    app.stack("home", start: "/")
    app.route("/", screen: "Screen0")
    for number in 0..<20_000 {
      app.screen("Screen\(number)") { _ in }
      app.route("/r\(number)", screen: "Scren\(number)") { $0.coordinator = "home" }
    }
    let seconds = threadSeconds {
      #expect {
        try AppDefinition(plugins: [app])
      } throws: { error in
        let errors = (error as? DiagnosticList)?.diagnostics ?? []
        let advice = errors.map { $0.advice ?? "" }
        return advice.first == "Did you mean 'Screen0'?"
          && advice.dropLast().last == "Declare the screen, or correct the name."
      }
    }
    #expect(seconds < 60)
  }

  @Test func `errors beyond the limit are summarized`() {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    for number in 0..<3_000 {
      app.route("/r\(number)", screen: "Home") { $0.coordinator = "hoem" }
    }
    #expect {
      try AppDefinition(plugins: [app])
    } throws: { error in
      let errors = (error as? DiagnosticList)?.diagnostics ?? []
      return errors.count == Navigation.Limits.errorsMax + 1
        && errors.last?.code == .formatTooManyErrors
        && errors.dropLast().allSatisfy { $0.code != .formatTooManyErrors }
    }
  }

  static let shapes = [
    Row("a stack with children", .coordinatorShape) { app in
      app.coordinators[0].kind = .stack
      app.coordinators[0].start = "/"
    },
    Row("a second root", .coordinatorRoot) { $0.stack("extra", start: "/forgot") },
    Row("a coordinator with two parents", .coordinatorRoot) {
      $0.coordinators[0].children.append("home")
    },
    Row("a coordinator that is its own ancestor", .coordinatorCycle) { app in
      app.oneOf("a", ["b"])
      app.oneOf("b", ["a"])
    },
    Row("a flow as a child", .coordinatorShape) { $0.coordinators[0].children.append("checkout") },
    Row("a route in tabs", .coordinatorShape) {
      $0.route("/x", screen: "X") { $0.coordinator = "main" }
    },
    Row("a start that opens nothing", .coordinatorStart) { $0.flow("extra", start: "/nowhere") },
    Row("a start of another coordinator", .coordinatorStart) { $0.flow("extra", start: "/edit") },
    Row("a start on a sheet", .coordinatorStart) { app in
      for index in app.routes.indices where app.routes[index].path.value == "/settings" {
        app.routes[index].presentation = .sheet
      }
    },
    Row("a flow's start on a cover", .coordinatorStart) { app in
      for index in app.routes.indices where app.routes[index].path.value == "/checkout" {
        app.routes[index].presentation = .cover
      }
    },
    Row("a root with nothing to show", .coordinatorStart) { app in
      for index in app.coordinators.indices { app.coordinators[index].gates = ["login"] }
    },
    Row("tabs whose only child is a switch with a gated start", .coordinatorStart) {
      app in
      app.coordinators[0].children = ["turning"]
      app.oneOf("turning", ["library", "rest"])
      app.tabs("rest", ["home", "settings"])
      for index in app.routes.indices where app.routes[index].path.value == "/library" {
        app.routes[index].gates = ["premium"]
      }
    },
    Row("gates that require each other", .gateCycle) { $0.gates[0].requires = ["premium"] },
    Row("a challenge that opens nothing", .gateUnsatisfiable) {
      $0.gate("x", challenge: "/nowhere")
    },
    Row("a challenge that requires its own gate", .gateBehindItself) {
      $0.gate("x", challenge: "/secret")
    },
    Row("a challenge that replaces a stack which requires its gate", .gateBehindItself) { app in
      app.gate("x", challenge: "/door")
      app.stack("shut", start: "/shut", gates: ["x"])
      for index in app.coordinators.indices where app.coordinators[index].kind == .tabs {
        app.coordinators[index].children.append("shut")
      }
      app.route("/shut", screen: "Shut")
      app.route("/door", screen: "Door") {
        $0.coordinator = "shut"
        $0.presentation = .root
      }
    },
    Row("a challenge for the browser", .gateUnsatisfiable) { $0.gate("x", challenge: "/terms") },
  ]

  static let connections = [
    Row("a redirect to nothing", .redirectNothing) { $0.redirect("/x", to: "/nowhere") },
    Row("a redirect to itself", .redirectLoop) { $0.redirect("/x", to: "/x") },
    Row("redirects that form a loop", .redirectLoop) { app in
      app.redirect("/x/:id", to: "/y/:id")
      app.redirect("/y/:id", to: "/x/:id")
    },
    Row("redirects that lead into a loop", .redirectLoop) { app in
      app.redirect("/v", to: "/w")
      app.redirect("/w", to: "/x")
      app.redirect("/x", to: "/y")
      app.redirect("/y", to: "/x")
      app.redirect("/z", to: "/y")
    },
    Row("two loops", .redirectLoop, .redirectLoop) { app in
      app.redirect("/w", to: "/x")
      app.redirect("/x", to: "/w")
      app.redirect("/y", to: "/z")
      app.redirect("/z", to: "/y")
    },
    Row("a loop of more redirects than are followed", .redirectLoop) { app in
      for number in 0..<30 { app.redirect("/r/\(number)", to: "/r/\((number + 1) % 30)") }
    },
    Row("nine redirects in a row", .redirectTooLong) { app in
      for number in 0..<9 {
        app.redirect("/r/\(number)", to: number < 8 ? "/r/\(number + 1)" : "/")
      }
    },
    Row("twelve redirects in a row, the last first", .redirectTooLong) { app in
      for number in (0..<12).reversed() {
        app.redirect("/r/\(number)", to: number < 11 ? "/r/\(number + 1)" : "/")
      }
    },
    Row("a redirect that grows", .redirectTooLong) { $0.redirect("/x/*", to: "/x/a/:0") },
    Row("a redirect with an unknown parameter", .routeParameter) {
      $0.redirect("/x", to: "/films/:id")
    },
    Row("a value with an unknown parameter", .routeParameter) {
      $0.route("/x", screen: "X") { $0.values = [("url", "/x/:id")] }
    },
    Row("a value named like a parameter", .routeParameter) {
      $0.route("/x/:id", screen: "X") { $0.values = [("id", "1")] }
    },
    Row("a duplicate value", .nameDuplicate) {
      $0.route("/x", screen: "X") { $0.values = [("a", "1"), ("a", "2")] }
    },
    Row("values without a screen", .routeParameter) {
      $0.redirect("/x", to: "/films") { $0.values = [("a", "1")] }
    },
    Row("a screen and a redirect", .routeParameter) {
      $0.redirect("/x", to: "/films") { $0.screen = "X" }
    },
    Row("neither screen nor redirect", .routeParameter) {
      $0.routes.append(RouteDraft(path: "/x"))
    },
    Row("a parent that matches no route", .routeParent) {
      $0.route("/x", screen: "X") { $0.parents = ["/nowhere"] }
    },
    Row("a parent that needs a value", .routeParent) {
      $0.route("/x", screen: "X") { $0.parents = ["/films/:id"] }
    },
    Row("a tap with an unknown parameter", .tapParameter) { app in
      app.screen("Home") { $0.taps = [("x", "/films/:id")] }
    },
    Row("a title with an unknown parameter", .titleParameter) { app in
      app.screen("Home") { $0.title = "Film :id" }
    },
    Row("a tap with an unknown command", .tapCommand) { app in
      app.screen("Home") { $0.taps = [("x", "bakc")] }
    },
    Row("a tap that moves the clock", .tapCommand) { app in
      app.screen("Home") { $0.taps = [("x", "wait 5m")] }
    },
    Row("a duplicate tap", .nameDuplicate) { app in
      app.screen("Home") { $0.taps = [("x", "back"), ("x", "back")] }
    },
    Row("several faults", .nameUnknown, .nameUnknown, .routeParameter) { app in
      app.route("/x", screen: "X") { $0.gates = ["a", "b"] }
      app.routes.append(RouteDraft(path: "/y"))
    },
  ]

  @Test(arguments: names + shapes + connections)
  func `an invalid definition is refused with its code`(_ row: Row) throws {
    var app = CinemaApp.draft
    row.spoil(&app)
    let errors = try #require(
      throws: DiagnosticList.self, sourceLocation: row.location
    ) { try AppDefinition(plugins: [app]) }.diagnostics
    let codes = errors.map(\.code).sorted { $0.rawValue < $1.rawValue }
    #expect(
      codes == row.codes.sorted { $0.rawValue < $1.rawValue }, "\(errors.map(\.summary))",
      sourceLocation: row.location)
    for error in errors {
      #expect(!error.message.isEmpty, sourceLocation: row.location)
      #expect(error.advice?.isEmpty == false, "\(error.summary)", sourceLocation: row.location)
    }
  }

  @Test func `an untyped redirect can lead to a typed route`() throws {
    var app = CinemaApp.draft
    app.route("/typed/:id", screen: "Typed") { $0.params = [("id", .int)] }
    app.route("/code/:code(\\d{4}x)", screen: "Code")
    app.redirect("/to-typed/:id", to: "/typed/:id")
    app.redirect("/to-code/:code", to: "/code/:code")
    _ = try AppDefinition(plugins: [app])
  }

  @Test func `eight redirects in a row are followed`() throws {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for number in 0..<8 {
      app.redirect("/r/\(number)", to: number < 7 ? "/r/\(number + 1)" : "/")
    }
    #expect(try AppDefinition(plugins: [app]).resolve("/r/0").hops.count == 8)
  }

  @Test func `the order of declarations does not matter`() throws {
    let wanted = try AppDefinition(plugins: [CinemaApp.draft])
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var app = CinemaApp.draft
      app.routes.shuffle(using: &random)
      app.gates.shuffle(using: &random)
      app.coordinators.shuffle(using: &random)
      app.screens.shuffle(using: &random)
      let definition = try AppDefinition(plugins: [app])
      #expect(definition.routes.map(\.pattern) == wanted.routes.map(\.pattern))
      #expect(definition.gates.map(\.name) == wanted.gates.map(\.name))
      #expect(definition.coordinators.map(\.path) == wanted.coordinators.map(\.path))
      #expect(definition.home == wanted.home)
    }
  }
}
