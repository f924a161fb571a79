import Analysis
import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

/// Additions to an app that is otherwise correct, and the findings that they cause.
struct CheckTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let found: [String]
    let spoil: @Sendable (inout PluginDraft) -> Void
    let location: SourceLocation

    /// - Parameter found: Code, path or name, and witness of each finding.
    init(
      _ name: String, _ found: String..., location: SourceLocation = #_sourceLocation,
      spoil: @escaping @Sendable (inout PluginDraft) -> Void
    ) {
      self.name = name
      self.found = found
      self.spoil = spoil
      self.location = location
    }

    var testDescription: String { name }
  }

  static let redirects = [
    // One route's samples begin with 'b', the other's with 'a'; only 'm' loops.
    Row(
      "a circle for few values", "redirect/loop /s/:x([b-m]+): /s/m",
      "redirect/nothing /s/:x([b-m]+): /s/b", "redirect/nothing /t/:x([am-z]+): /t/a"
    ) { app in
      app.redirect("/s/:x([b-m]+)", to: "/t/:x")
      app.redirect("/t/:x([am-z]+)", to: "/s/:x")
    },
    Row(
      "ways that meet for no value", "redirect/nothing /s/:x([b-l]+): /s/c",
      "redirect/nothing /t/:x([am-z]+): /t/m"
    ) { app in
      app.redirect("/s/:x([b-l]+)", to: "/t/:x")
      app.redirect("/t/:x([am-z]+)", to: "/s/:x")
      app.route("/t/b", screen: "A")
      app.route("/s/a", screen: "B")
    },
    Row(
      "another route takes the value that would go round", "redirect/nothing /s/:x([b-m]): /s/b",
      "redirect/nothing /t/:x([am-z]): /t/a", "route/partly-shadowed /t/:x([am-z]): /t/a"
    ) { app in
      app.redirect("/s/:x([b-m])", to: "/t/:x")
      app.redirect("/t/:x([am-z])", to: "/s/:x")
      app.route("/t/m", screen: "C")
    },
    Row(
      "a circle that only a query leads into", "redirect/loop /r/:rest+: /r/all?page=true",
      "route/partly-shadowed /r/:rest+: /r/a/a"
    ) { app in
      app.route("/r/:id", screen: "A") { $0.query = [("page", .int, true)] }
      app.redirect("/r/:rest+", to: "/r/all")
    },
    Row(
      "more redirects than are followed for few values", "redirect/nothing /s/:x([b-m]+): /s/b",
      "redirect/nothing /t/:x([am-z]+): /t/a", "redirect/too-long /t/:x([am-z]+): /t/m"
    ) { app in
      app.redirect("/s/:x([b-m]+)", to: "/t/:x")
      app.redirect("/t/:x([am-z]+)", to: "/r0/:x")
      for number in 0..<8 { app.redirect("/r\(number)/:x(m)", to: "/r\(number + 1)/:x") }
      app.route("/r8/:x", screen: "A")
    },
    Row("a query of its own", "redirect/query /b: /b?t=1") {
      $0.route("/a", screen: "A") { $0.query = [("t", .string, true), ("u", .string, true)] }
      $0.redirect("/b", to: "/a?u=1")
      $0.redirect("/c", to: "/a")
      $0.redirect("/d", to: "/a?t=1&u=2")
      $0.redirect("/f", to: "/a?u=1&*")
      $0.redirect("/e", to: "/a?u=1&t=:t") { $0.query = [("t", .string, true)] }
    },
    Row("routes for assistants", "intent/link /a", "intent/gate /c", "intent/link /c") { app in
      app.links("shop://")
      app.gate("login", challenge: "/a")
      app.route("/a", screen: "A") { $0.intent = "A" }
      app.route("/b", screen: "A") {
        $0.intent = "B"
        $0.bases = ["https://a.example"]
      }
      app.route("/c", screen: "A") {
        $0.intent = "C"
        $0.bases = ["https://*"]
        $0.gates = ["login"]
      }
    },
    Row("a redirect to nothing for some links", "redirect/nothing /film/:id: /film/a") { app in
      app.route("/movies/:id", screen: "A") { $0.params = [("id", .int)] }
      app.redirect("/film/:id", to: "/movies/:id")
    },
    Row("a redirect whose list is taken") { app in
      app.route("/movies/:id", screen: "A") { $0.params = [("id", .oneOf(["b", "c", "d"]))] }
      app.redirect("/film/:id", to: "/movies/:id") { $0.params = [("id", .oneOf(["b", "c"]))] }
    },
    Row(
      "each two of three meet, but not all", "redirect/nothing /s/:x([ab]): /s/a",
      "redirect/nothing /t/:x([bc]): /t/b", "redirect/nothing /u/:x([ca]): /u/a",
      "route/undecided /s/:x([ab])"
    ) { app in
      app.redirect("/s/:x([ab])", to: "/t/:x")
      app.redirect("/t/:x([bc])", to: "/u/:x")
      app.redirect("/u/:x([ca])", to: "/s/:x")
    },
  ]

  static let texts = [
    Row("case twins", "route/case-twin /Film/:id: /Film/a", "route/case-twin /É: /%C3%89") { app in
      app.route("/film/:name", screen: "A")
      app.route("/Film/:id", screen: "B")
      app.route("/é", screen: "A")
      app.route("/É", screen: "B")
    },
    Row("a redirect to the other spelling") { app in
      app.route("/film", screen: "A")
      app.redirect("/Film", to: "/film")
    },
    Row("slash twins", "route/slash-twin /s/: /s?q=b") { app in
      app.route("/s", screen: "A") { $0.query = [("q", .oneOf(["a"]), false)] }
      app.route("/s/", screen: "B") { $0.query = [("q", .oneOf(["b"]), false)] }
    },
    Row("an accent as a character of its own", "route/not-nfc /cafe\u{301}: /cafe%CC%81") {
      $0.route("/cafe\u{301}", screen: "A")
    },
    Row("an accent in escapes", "route/not-nfc /e%CC%81: /e%CC%81") {
      $0.route("/e%CC%81", screen: "A")
    },
    Row("accents as they should be") { $0.route("/café/밤의/ǖ/क़", screen: "A") },
  ]

  static let screens = [
    Row("a screen without a route", "screen/unreachable X") { $0.screen("X") { _ in } },
    Row(
      "a screen whose route is shadowed", "route/shadowed /f/*: /f/a"
    ) { app in
      app.route("/f/:path+", screen: "A")
      app.route("/f/*", screen: "X")
    },
    Row(
      "a screen whose route no link matches", "route/impossible /f/:x(\\.\\.)"
    ) { $0.route("/f/:x(\\.\\.)", screen: "X") },
    Row("a tap to nothing", "tap/nothing go: /nowhere") { app in
      app.route("/x", screen: "T")
      app.screen("T") { $0.taps = [("go", "/nowhere")] }
    },
    Row("a tap with a value to nothing", "tap/nothing go: /v-0") { app in
      app.route("/x/:id", screen: "T") { $0.params = [("id", .slug)] }
      app.route("/v-:n(~+)", screen: "B")
      app.screen("T") { $0.taps = [("go", "/v-:id")] }
    },
    Row("a tap with a value that may do") { app in
      app.route("/x/:id", screen: "T") { $0.params = [("id", .slug)] }
      app.route("/v-:n(k{3,}-[a-c]+)", screen: "B")
      app.screen("T") { $0.taps = [("go", "/v-:id"), ("home", "/")] }
    },
    Row("a tap without the query it needs", "tap/nothing go: /q/0?w=0") { app in
      app.route("/x/:id", screen: "T") { $0.params = [("id", .int)] }
      app.route("/q/:id", screen: "B") { $0.query = [("v", .int, false)] }
      app.screen("T") { $0.taps = [("go", "/q/:id?w=:id"), ("other", "/q/:id?v=:id")] }
    },
    Row(
      "taps that name what is not there", "tap/nothing tab", "tap/nothing gate", "tap/nothing pop"
    ) { app in
      app.route("/x", screen: "T")
      app.screen("T") {
        $0.taps = [
          ("tab", "tab nowhere"), ("gate", "satisfy none"), ("pop", "pop Nothing"),
          ("back", "back"), ("home", "pop Home"),
        ]
      }
    },
  ]

  static let hidden = [
    Row(
      "a child of a switch that an earlier one hides", "gate/unsatisfiable login: /login",
      "gate/unused login", "screen/unreachable Login: /login", "screen/unreachable Me: /me"
    ) { app in
      app.coordinators = []
      app.oneOf("root", ["main", "member"])
      app.stack("main", start: "/")
      app.stack("member", start: "/me")
      app.gate("login", challenge: "/login")
      app.route("/login", screen: "Login") { $0.coordinator = "member" }
      app.route("/me", screen: "Me")
    },
    Row("a child of a switch that needs less than an earlier one") { app in
      app.coordinators = []
      app.oneOf("root", ["member", "main"])
      app.stack("main", start: "/")
      app.stack("member", start: "/me", gates: ["login"])
      app.gate("login", challenge: "/login")
      app.route("/login", screen: "Login") { $0.coordinator = "main" }
      app.route("/me", screen: "Me")
    },
    Row(
      "a sheet comes up above whatever is shown", "screen/unreachable Me: /me", "gate/unused login"
    ) { app in
      app.coordinators = []
      app.oneOf("root", ["main", "member"])
      app.stack("main", start: "/")
      app.stack("member", start: "/me")
      app.gate("login", challenge: "/login")
      app.route("/login", screen: "Login") {
        $0.coordinator = "member"
        $0.presentation = .sheet
      }
      app.route("/me", screen: "Me")
    },
  ]

  /// An app with a start route, plus the row's additions.
  private func draft(_ row: Row) -> PluginDraft {
    var app = PluginDraft("app")
    app.links("app://")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for screen in ["A", "B", "C", "D"] { app.route("/screens/\(screen)", screen: screen) }
    row.spoil(&app)
    return app
  }

  private func text(of finding: Diagnostic, in definition: AppDefinition) -> String {
    let name = finding.subject(in: definition) ?? "?"
    return "\(finding.code.rawValue) \(name)" + (finding.witness.map { ": \($0)" } ?? "")
  }

  @Test(arguments: shadows + redirects + texts + screens + hidden)
  func `a check finds each fault, with a link that demonstrates it`(_ row: Row) throws {
    let app = draft(row)
    let definition = try AppDefinition(plugins: [app])
    let findings = Check.findings(in: [app], of: definition)
    let texts = findings.map { text(of: $0, in: definition) }
    #expect(texts.sorted() == row.found.sorted(), sourceLocation: row.location)
    for finding in findings {
      #expect(finding.isConfirmed(by: definition), "\(finding)", sourceLocation: row.location)
      #expect(!finding.message.isEmpty && finding.advice != nil)
      #expect(finding.position != nil, "\(finding)", sourceLocation: row.location)
    }
  }

  @Test func `a shadowed route names every route that takes its links`() throws {
    let app = draft(Self.shadows[2])
    let found = Check.findings(in: [app], of: try AppDefinition(plugins: [app]))
    #expect(found.first?.code == .routeShadowed)
    let takers = found.first?.quotedTexts.dropFirst(2) ?? []
    #expect(takers.sorted() == ["/b/false", "/b/true"])
    let first = app.routes.first { $0.path.value == takers.first }
    #expect(first != nil && found.first?.other == first?.path.position)
  }

  @Test func `a partly shadowed route names every route that takes links`() throws {
    var app = draft(Row("") { _ in })
    app.route("/items/:id", screen: "A")
    for number in 0..<40 { app.route("/items/n\(number)", screen: "B") }
    app.route("/items/:id", screen: "C") { $0.query = [("tab", .oneOf(["cast"]), false)] }
    let definition = try AppDefinition(plugins: [app])
    let found = Check.findings(in: [app], of: definition)
    // The route with a query loses the same links; that it takes some of the other's is its purpose.
    #expect(found.map(\.code) == [.routePartlyShadowed, .routePartlyShadowed])
    for finding in found {
      #expect(Set(finding.losses.map(\.taker)) == Set((0..<40).map { "/items/n\($0)" }))
      #expect(finding.isConfirmed(by: definition))
    }
    #expect(Check.findings(in: [app], of: definition, hints: false) == [])
  }

  @Test func `routes under bases that no link shares do not shadow each other partly`() throws {
    func plugin(_ name: String, _ base: String, _ path: String) -> PluginDraft {
      var plugin = PluginDraft(name)
      plugin.links(base)
      if name == "a" {
        plugin.stack("main", start: "/")
        plugin.route("/", screen: "Home")
      }
      plugin.route(path, screen: name)
      return plugin
    }
    for (base, isFound) in [("other://", false), ("app://", true)] {
      let plugins = [plugin("a", "app://", "/items/:id"), plugin("b", base, "/items/new")]
      let found = Check.findings(in: plugins, of: try AppDefinition(plugins: plugins))
      #expect(found.map(\.code) == (isFound ? [.routePartlyShadowed] : []), "\(base)")
    }
  }

  @Test func `a slow link is found even if it is not a route's sample`() throws {
    var app = draft(Row("") { _ in })
    // Nine segments, each with one of two patterns whose only common text is 'km'.
    for number in 0..<512 {
      let segments = (0..<9).map { place in
        number >> place & 1 == 0 ? "/k:p\(place)([a-c]|m)" : "/:p\(place)(k(?:[d-f]|m))"
      }
      app.route(segments.joined(), screen: "A")
    }
    let found = Check.findings(in: [app], of: try AppDefinition(plugins: [app]), hints: false)
    let slow = found.filter { $0.code == .routeSlow }
    #expect(slow.map(\.witness) == [String(repeating: "/km", count: 9)])
  }

  @Test func `a base that extends another takes links from its routes`() throws {
    var item = PluginDraft("item")
    item.links("app://")
    item.stack("main", start: "/")
    item.route("/", screen: "Home")
    item.route("/open/:id", screen: "Item")
    var any = PluginDraft("any")
    any.links("app://open")
    any.route("/:x", screen: "Any")
    let definition = try AppDefinition(plugins: [item, any])
    let found = Check.findings(in: [item, any], of: definition)
    #expect(
      found.map { text(of: $0, in: definition) } == ["route/partly-shadowed /open/:id: /open/a"])
    for finding in found { #expect(finding.isConfirmed(by: definition), "\(finding)") }
  }

  /// Paths, and what was probably meant.
  static let notations: [(path: String, meant: String?)] = [
    ("/items/{id}", "/items/:id"), ("/<id>/reviews", "/:id/reviews"),
    ("/<int:id>", "/:id"), ("/{id:int}", "/:id"), ("/[lang]/items/[id]", "/:lang/items/:id"),
    ("/items{/id}?", nil), ("/{id}?", nil), ("/x{id}", nil), ("/\\[id\\]", nil), ("/{a-b}", nil),
    ("/[...id]", nil), ("/:id([a-z]{2})", nil), ("/{/}", nil), ("/<>", nil), ("/:id", nil),
  ]

  @Test(arguments: notations)
  func `a parameter in another router's notation is a warning`(path: String, meant: String?) {
    var app = PluginDraft("app")
    app.route(path, screen: "A")
    let found = Check.findings(in: [app], of: nil).filter { $0.code == .routeNotation }
    #expect(found.map(\.advice) == (meant.map { ["Did you mean '\($0)'?"] } ?? []))
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test func `a check includes the paths of an app that cannot be loaded`() throws {
    var app = PluginDraft("app")
    app.route("/a", screen: "A")
    app.route("/a/", screen: "B")
    #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [app]) }
    #expect(Check.findings(in: [app], of: nil).map(\.code) == [.routeSlashTwin])
  }
}
