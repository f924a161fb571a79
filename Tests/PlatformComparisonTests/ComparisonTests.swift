import Diagnostics
import Navigation
import PlatformComparison
import PlatformLinks
import Testing

/// Routes and files, and the findings: code and example link, in the order of the report.
struct ComparisonTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var bases = ["https://x.example"]
    var components: String?
    var filters: [String]?
    var dynamicRules: String?
    var routes: @Sendable (inout PluginDraft) -> Void = { _ in }
    /// Without the notes about unusual spellings.
    let findings: [String]

    init(
      _ name: String, bases: [String] = ["https://x.example"], components: String? = nil,
      filters: [String]? = nil, dynamicRules: String? = nil, _ findings: [String],
      routes: @escaping @Sendable (inout PluginDraft) -> Void = { _ in }
    ) {
      testDescription = name
      self.bases = bases
      self.components = components
      self.filters = filters
      self.dynamicRules = dynamicRules
      self.findings = findings
      self.routes = routes
    }
  }

  static let site = "https://x.example"
  static let all = #"<data android:scheme="https" android:host="x.example"/>"#

  /// A number whose route allows links with other values.
  static let allowingOthers: @Sendable (inout RouteDraft) -> Void = {
    $0.params = [(name: "id", type: .int)]
    $0.allow = [Located(.compareClaimedNotRouted, at: nil)]
  }

  static let apple = [
    Row("the root alone", components: #"{"/":"/"}"#, []),
    Row(
      "a component without a route", components: #"{"/":"/"},{"/":"/a"}"#,
      ["claimed-not-routed \(site)/a"]),
    Row("a route without a component", components: #"{"/":"/"}"#, ["routed-not-claimed \(site)/a"])
    {
      $0.route("/a", screen: "A")
    },
    Row("a slash at the end is another spelling", components: #"{"/":"/"},{"/":"/a"}"#, []) {
      $0.route("/a", screen: "A")
    },
    Row(
      "routes under hosts of their own", bases: ["https://x.example", "shop://"],
      components: #"{"/":"/"},{"/":"/a"},{"/":"/c"}"#,
      ["claimed-not-routed \(site)/a", "routed-not-claimed \(site)/b"]
    ) {
      $0.route("/a", screen: "A") { $0.bases = [] }
      $0.route("/b", screen: "B") { $0.bases = ["https://x.example"] }
      $0.route("/c", screen: "C") { $0.bases = ["https://x.example"] }
      $0.route("/d", screen: "D") { $0.bases = ["shop://"] }
    },
    Row(
      "an excluded route", components: #"{"/":"/a","exclude":true},{"/":"/"},{"/":"/b"}"#,
      ["routed-not-claimed \(site)/a"]
    ) {
      $0.route("/a", screen: "A")
      $0.route("/b", screen: "B")
    },
    Row(
      "a star crosses slashes", components: #"{"/":"/"},{"/":"/a/?*"}"#,
      ["claimed-not-routed \(site)/a/a/x"]
    ) { $0.route("/a/:id", screen: "A") },
    Row(
      "an exclude ahead of it",
      components: #"{"/":"/a/?*/?*","exclude":true},{"/":"/"},{"/":"/a/?*"}"#, []
    ) { $0.route("/a/:id", screen: "A") },
    Row(
      "a type is narrower than a star", components: #"{"/":"/"},{"/":"/a/*"}"#,
      ["claimed-not-routed \(site)/a/0/x"]
    ) { $0.route("/a/:id", screen: "A") { $0.params = [(name: "id", type: .int)] } },
    Row(
      "other values, where the route allows it",
      components: #"{"/":"/"},{"/":"/a/?*/?*","exclude":true},{"/":"/a/?*"}"#, []
    ) { $0.route("/a/:id", screen: "A", allowingOthers) },
    Row(
      "an allowance does not cover links of another form", components: #"{"/":"/"},{"/":"/a/*"}"#,
      ["claimed-not-routed \(site)/a/0/x"]
    ) { $0.route("/a/:id", screen: "A", allowingOthers) },
    Row(
      "an allowance of another route", components: #"{"/":"/"},{"/":"/b/??"},{"/":"/a/?"}"#,
      ["claimed-not-routed \(site)/b/aa", "routed-not-claimed \(site)/a/00"]
    ) {
      $0.route("/a/:id", screen: "A", allowingOthers)
      $0.route("/b/:id", screen: "B") { $0.params = [(name: "id", type: .oneOf(["x1", "x2"]))] }
    },
    Row(
      "a missing query item, where the route allows it",
      components: #"{"/":"/"},{"/":"/a"}"#, []
    ) {
      $0.route("/a", screen: "A") {
        $0.query = [(name: "q", type: .string, isOptional: false)]
        $0.allow = [Located(.compareClaimedNotRouted, at: nil)]
      }
    },
    Row(
      "a shadowed exclude never decides",
      components: #"{"/":"*"},{"/":"/a","exclude":true}"#,
      ["claimed-not-routed \(site)/a", "never-decides /a"]),
    Row(
      "a pattern that nothing matches", components: #"{"/":"/"},{"/":"/a#b"}"#,
      ["never-decides "]),
    Row(
      "a claim in any case", components: #"{"/":"/"},{"/":"/a","caseSensitive":false}"#,
      ["encoding \(site)/A"]
    ) { $0.route("/a", screen: "A") },
    Row(
      "another rule than one that takes any case",
      components: #"{"/":"/"},{"/":"/a","caseSensitive":false},{"/":"/B"}"#,
      ["encoding \(site)/A", "claimed-not-routed \(site)/B"]
    ) {
      $0.route("/a", screen: "A")
      $0.route("/b", screen: "B") { $0.allow = [Located(.compareRoutedNotClaimed, at: nil)] }
    },
    Row(
      "a pattern that is not written as browsers write links",
      components: #"{"/":"/"},{"/":"/caf%c3%a9"}"#, ["encoding \(site)/caf%C3%A9"]
    ) { $0.route("/café", screen: "A") },
    Row(
      "a required query item", components: #"{"/":"/"},{"/":"/a"}"#,
      ["claimed-not-routed \(site)/a"]
    ) {
      $0.route("/a", screen: "A") {
        $0.query = [(name: "q", type: .string, isOptional: false)]
      }
    },
    Row(
      "a required query item that the component requires too",
      components: #"{"/":"/"},{"/":"/a","?":{"q":"?*"}}"#, ["routed-not-claimed \(site)/a?q"]
    ) {
      $0.route("/a", screen: "A") {
        $0.query = [(name: "q", type: .string, isOptional: false)]
      }
    },
    Row(
      "a fragment of a component", components: ##"{"/":"/"},{"/":"/a","#":"x"}"##,
      ["routed-not-claimed \(site)/a"]
    ) { $0.route("/a", screen: "A") },
    Row(
      "routes in the fragment", bases: ["https://x.example/app#"],
      components: ##"{"/":"/app","#":"/a"},{"/":"/app","#":"/"},{"/":"/app","#":""}"##,
      [
        "claimed-not-routed \(site)/app", "routed-not-claimed \(site)/app#/?",
        "routed-not-claimed \(site)/app#/a?",
      ]
    ) { $0.route("/a", screen: "A") },
    Row(
      "an opt-out by fragment",
      components: ##"{"#":"no_links","exclude":true},{"/":"/"},{"/":"/a"}"##,
      []
    ) { $0.route("/a", screen: "A") },
    Row(
      "an exclusion of the fragment that routes are in", bases: ["https://x.example/app#"],
      components: ##"{"#":"/a","exclude":true},{"/":"/app"}"##,
      ["claimed-not-routed \(site)/app", "routed-not-claimed \(site)/app#/a"]
    ) { $0.route("/a", screen: "A") },
    Row(
      "one rule that excludes several routes",
      components: #"{"/":"/a/*","exclude":true},{"/":"/"}"#, ["routed-not-claimed \(site)/a"]
    ) {
      $0.route("/a", screen: "A")
      $0.route("/a/b", screen: "B")
    },
    Row(
      "a gate and a refusal are notes", components: #"{"/":"*"}"#,
      ["claimed-not-routed \(site)/c", "gated \(site)/a", "refused \(site)/b"]
    ) {
      $0.gate("login", challenge: "/")
      $0.route("/a", screen: "A") { $0.gates = ["login"] }
      $0.route("/b", screen: "B") {
        $0.screen = nil
        $0.presentation = .outside
      }
    },
  ]

  /// Routes to which others redirect: a screen for numbers, the browser, and none.
  static let redirected: @Sendable (inout PluginDraft) -> Void = {
    $0.route("/items/:id", screen: "Item") { $0.params = [(name: "id", type: .int)] }
    for (path, presentation) in [("/terms", Presentation.outside), ("/admin", .refuse)] {
      $0.route(path, screen: "A") {
        $0.screen = nil
        $0.presentation = presentation
      }
    }
    $0.redirect("/t", to: "/terms")
    $0.redirect("/n", to: "/admin")
    $0.redirect("/p/:id", to: "/items/:id")
  }

  static let redirects = [
    Row(
      "a redirect leads some links to nothing",
      components: #"{"/":"/"},{"/":"/items/?"},{"/":"/p/?"}"#,
      [
        "claimed-not-routed \(site)/items/a", "claimed-not-routed \(site)/p/a",
        "routed-not-claimed \(site)/items/00",
      ], routes: redirected),
    Row(
      "no rule claims the links of a redirect that open a screen",
      components: #"{"/":"/"}"#,
      ["routed-not-claimed \(site)/items/0", "routed-not-claimed \(site)/p/0"], routes: redirected),
    Row(
      "a redirect leads out of the app", components: #"{"/":"/t"},{"/":"/n"},{"/":"/"}"#,
      [
        "refused \(site)/n", "refused \(site)/t", "routed-not-claimed \(site)/items/0",
        "routed-not-claimed \(site)/p/0",
      ], routes: redirected),
  ]

  static let android = [
    Row("a filter without paths", filters: [all], ["claimed-not-routed \(site)/a"]),
    Row(
      "a prefix is a text",
      filters: [
        #"<data android:scheme="https" android:host="x.example"/><data android:path="/"/>"#
          + #"<data android:pathPrefix="/a"/>"#
      ], ["claimed-not-routed \(site)/as"]
    ) { $0.route("/a/*", screen: "A") },
    Row(
      "hosts with an end, of which a base has one",
      bases: ["https://x.example", "https://anyx.example"],
      filters: [#"<data android:scheme="https" android:host="*x.example" android:path="/"/>"#],
      ["claimed-not-routed https://any1x.example/"]),
    Row(
      "each path of a filter",
      filters: [
        #"<data android:scheme="https" android:host="x.example"/><data android:path="/"/>"#
          + #"<data android:path="/a"/><data android:pathPrefix="/b/"/>"#
          + #"<data android:pathSuffix="c"/>"#
      ],
      [
        "claimed-not-routed \(site)/a", "claimed-not-routed \(site)/b/x",
        "claimed-not-routed \(site)/c",
      ]),
    Row(
      "a scheme that no filter names", bases: ["https://x.example", "shop://"],
      filters: [
        #"<data android:scheme="https" android:host="x.example"/><data android:path="/"/>"#
          + #"<data android:path="/a"/>"#
      ], ["routed-not-claimed shop://"]
    ) { $0.route("/a", screen: "A") },
    Row(
      "http is another site",
      filters: [
        #"<data android:scheme="https"/><data android:scheme="http"/>"#
          + #"<data android:host="x.example"/><data android:path="/"/>"#
      ], ["claimed-not-routed http://x.example/"]),
    Row(
      "a custom scheme that the manifest lacks", bases: ["shop://", "https://x.example"],
      filters: [#"<data android:scheme="https" android:host="x.example" android:path="/"/>"#],
      ["routed-not-claimed shop://"]),
    Row(
      "hosts of a custom scheme", bases: ["shop://"],
      filters: [
        #"<data android:scheme="shop" android:host="items"/>"#,
        #"<data android:scheme="shop" android:host="" android:path=""/>"#,
      ], ["claimed-not-routed shop://items"]
    ) { $0.route("/items/:id", screen: "A") },
    Row(
      "a letter that Android folds hides no longer link", bases: ["shop://"],
      filters: [
        #"<data android:scheme="shop" android:host="items"/>"#,
        #"<data android:scheme="shop" android:host="" android:path=""/>"#,
      ], ["claimed-not-routed shop://items/a/b"]
    ) {
      $0.route("/items", screen: "A")
      $0.route("/items/:id", screen: "B")
      $0.route("/items/:id/:one", screen: "C") { $0.params = [(name: "one", type: .oneOf(["a"]))] }
    },
    Row(
      "pooled data",
      filters: [
        #"<data android:scheme="https" android:host="x.example" android:path="/"/>"#
          + #"<data android:scheme="shop" android:host="y"/>"#
      ], ["claimed-not-routed https://y/", "pooled-data https://y/"]),
    Row(
      "a path that nothing matches",
      filters: [
        #"<data android:scheme="https" android:host="x.example" android:path="/"/>"#
          + #"<data android:pathAdvancedPattern="/[a-z]*z"/>"#
      ], ["never-decides "]),
  ]

  static let both = [
    Row(
      "one platform only", components: #"{"/":"/"},{"/":"/a"}"#,
      filters: [#"<data android:scheme="https" android:host="x.example" android:path="/"/>"#],
      ["one-platform \(site)/a"]
    ) { $0.route("/a", screen: "A") },
    Row(
      "dynamic rules narrow the manifest", components: #"{"/":"/"}"#, filters: [all],
      dynamicRules: #"{"/":"/"}"#, []),
    Row(
      "an absent fragment refuses on Android", components: ##"{"/":"/","#":"*"}"##,
      filters: [all], dynamicRules: ##"{"/":"/","#":"*"}"##, ["one-platform \(site)/"]),
  ]

  @Test(arguments: apple + redirects + android + both)
  func `differences are found with an example`(_ row: Row) throws {
    let app = try ClaimedApp(
      bases: row.bases, components: row.components, filters: row.filters,
      dynamicRules: row.dynamicRules, row.routes)
    let comparison = app.comparison
    #expect(comparison.unconfirmed.isEmpty)
    let found = comparison.findings.filter { !$0.message.contains("spelled like") }
    #expect(found.map(\.summaryForTests).sorted() == row.findings.sorted(), "\(found)")
  }

  @Test func `a route refuses the platforms' links unless it opens links of their source`() throws {
    let app = try ClaimedApp(components: #"{"/":"/a"}, {"/":"/"}"#) {
      $0.source("push")
      $0.source("web")
      // Nothing claims /b: only links that would show something are missed.
      for path in ["/a", "/b"] { $0.route(path, screen: "A") { $0.sources = ["inside", "push"] } }
      $0.route("/c", screen: "A") {
        $0.sources = ["push"]
        $0.otherwise = "/"
      }
    }
    for (source, expected) in [
      ("outside", ["refused \(Self.site)/a", "routed-not-claimed \(Self.site)/c"]),
      ("web", ["refused \(Self.site)/a", "routed-not-claimed \(Self.site)/c"]),
      ("push", ["routed-not-claimed \(Self.site)/b", "routed-not-claimed \(Self.site)/c"]),
    ] {
      let comparison = PlatformComparison(
        app.definition, app.claims, from: try #require(app.definition.source(named: source)))
      #expect(comparison.unconfirmed.isEmpty)
      let found = comparison.findings.filter { !$0.message.contains("spelled like") }
      #expect(found.map(\.summaryForTests).sorted() == expected, "\(source)")
    }
  }
}
