import Diagnostics
import RouteImport
import Testing

/// The `linking` object of React Navigation.
struct ReactNavigationTests {
  /// Tabs with stacks in them, and screens outside: the shape of most apps.
  static let linking = #"""
    {
      "prefixes": ["cinema://", "https://cinema.example", "https://*.cinema.example"],
      "config": {
        "screens": {
          "Main": {
            "path": "app",
            "screens": {
              "HomeTab": {
                "initialRouteName": "Feed",
                "screens": {
                  "Movie": { "path": "movies/:id", "parse": { "id": { "$function": "Number" } } },
                  "Feed": { "path": "", "exact": true },
                  "Person": { "path": "people/:name?", "exact": true, "alias": ["p/:name", { "path": "who/:name", "exact": true }] }
                }
              },
              "Search": "search"
            }
          },
          "Login": "login",
          "Settings": null,
          "NotFound": "*"
        }
      }
    }
    """#

  @Test func `nested navigators become coordinators`() throws {
    let imported = try Imported(.reactNavigation, Self.linking)
    #expect(
      imported.coordinatorLines == [
        "HomeTab: { kind: stack, start: / }", "Search: { kind: stack, start: /app/search }",
        "Main: { kind: tabs, children: [HomeTab, Search] }",
      ])
    #expect(
      imported.routeLines == [
        "- { path: /app, redirect: / }",
        "- { path: /app/movies/:id, screen: Movie, in: HomeTab }",
        "- { path: /, screen: Feed, in: HomeTab }",
        "- { path: '/people/:name?', screen: Person, in: HomeTab }",
        "- { path: /app/p/:name, screen: Person, in: HomeTab }",
        "- { path: /who/:name, screen: Person, in: HomeTab }",
        "- { path: /app/search, screen: Search, in: Search }",
        "- { path: /login, screen: Login }",
        "- { path: '/*', screen: NotFound }",
      ])
    #expect(
      imported.remarks == [
        "5:7: navigator 'Main' is changed: it becomes tabs, since it contains other navigators",
        "11:15: '/app/movies/:id' is changed: without 'parse'",
        "20:7: 'Settings' is dropped: the screen has no path",
      ])
  }

  /// A link, and the stack that it shows.
  static let links: [(link: String, stack: String)] = [
    ("cinema://app/movies/42", "Feed > Movie(id=42)"), ("https://cinema.example/", "Feed"),
    ("https://www.cinema.example/app", "Feed"), ("cinema://people", "Feed > Person"),
    ("cinema://app/search", "Search"), ("cinema://login", "Feed > Login"),
    ("cinema://app/none/at/all", "Feed > NotFound(0=app/none/at/all)"),
    ("https://elsewhere.example/", "refused(foreign)"),
  ]

  @Test(arguments: links.indices)
  func `links open the screens of the object`(index: Int) throws {
    let row = Self.links[index]
    #expect(try Imported(.reactNavigation, Self.linking).stack(of: row.link) == row.stack)
  }

  /// The `screens` of an object, and the coordinators.
  static let navigators: [(screens: String, coordinators: [String])] = [
    (#""A":"a","B":"b""#, ["root: { kind: stack, start: /a }"]),
    (#""A":"a/:x","B":"b""#, ["root: { kind: stack, start: /b }"]),
    (
      #""N":{"screens":{"A":"a","B":"b"},"initialRouteName":"B"}"#,
      ["N: { kind: stack, start: /b }"]
    ),
    // No link without values opens the first screen of the navigator.
    (
      #""N":{"screens":{"A":"a/:x"}},"B":"b""#, ["N: { kind: stack, start: /a }"]
    ),
    (
      #""Browse":{"initialRouteName":"Catalog","screens":{"Product":"p/:id"}},"#
        + #""Account":{"initialRouteName":"Me","screens":{"Me":"me","Card":"cards/:id"}}"#,
      [
        "Browse: { kind: stack, start: /catalog }", "Account: { kind: stack, start: /me }",
        "root: { kind: tabs, children: [Browse, Account] }",
      ]
    ),
    (
      #""N":{"screens":{"A":"a"}},"M":{"screens":{"B":"b"}}"#,
      [
        "N: { kind: stack, start: /a }", "M: { kind: stack, start: /b }",
        "root: { kind: tabs, children: [N, M] }",
      ]
    ),
    // The same name in two places.
    (
      #""N":{"screens":{"N":{"screens":{"A":"a"}},"B":"b"}}"#,
      [
        "N: { kind: stack, start: /a }", "B: { kind: stack, start: /b }",
        "N_2: { kind: tabs, children: [N, B] }",
      ]
    ),
    // The tab that is shown first.
    (
      #""N":{"initialRouteName":"B","screens":{"M":{"screens":{"A":"a"}},"B":"b"}}"#,
      [
        "M: { kind: stack, start: /a }", "B: { kind: stack, start: /b }",
        "N: { kind: tabs, children: [B, M] }",
      ]
    ),
  ]

  @Test(arguments: navigators.indices)
  func `a navigator is a stack, or tabs if it contains others`(index: Int) throws {
    let row = Self.navigators[index]
    let imported = try Imported(.reactNavigation, #"{"screens":{\#(row.screens)}}"#)
    #expect(imported.coordinatorLines == row.coordinators)
  }

  @Test func `the first screen of the root is the start`() throws {
    let text = #"{"config":{"initialRouteName":"B","screens":{"A":"a","B":"b"}}}"#
    let imported = try Imported(.reactNavigation, text)
    #expect(imported.coordinatorLines == ["root: { kind: stack, start: /b }"])
    let navigators =
      #"{"config":{"initialRouteName":"B","screens":{"A":{"screens":{"X":"x"}},"#
      + #""B":{"screens":{"Y":"y"}}}}}"#
    #expect(
      try Imported(.reactNavigation, navigators).coordinatorLines.last
        == "root: { kind: tabs, children: [B, A] }")
  }

  /// A path, and its pattern.
  static let paths: [(path: String, pattern: String)] = [
    ("a/:id(\\d+)", #"'/a/:id(\d+)'"#), ("/a//b/", "/a/b"), (":a/:b?", "'/:a/:b?'"),
    ("a{b}", #"'/a\{b\}'"#), ("a:b", #"'/a\:b'"#), (":user-id", "/:user_id"),
    ("*", "'/*'"), ("a/*/b", "'/a/*/b'"), (":이름/b", "'/:이름/b'"),
    // A slash within an expression.
    ("a/:p([a-z]+/(?:b/c)+)/d", "'/a/:p([a-z]+/(?:b/c)+)/d'"),
    (":a)/:b(c/d)", "'/:a_/:b(c/d)'"),
  ]

  @Test(arguments: paths.indices)
  func `a path becomes a pattern`(index: Int) throws {
    let row = Self.paths[index]
    let path = row.path.replacing("\\", with: "\\\\")
    let imported = try Imported(.reactNavigation, #"{"screens":{"S":"\#(path)","H":"/h"}}"#)
    #expect(imported.routeLines.first == "- { path: \(row.pattern), screen: S }")
  }

  @Test func `a navigator without screens is dropped with that reason`() throws {
    let text = #"{"screens":{"Auth":{"screens":{}},"Home":{"screens":{"A":"a"}}}}"#
    let imported = try Imported(.reactNavigation, text)
    #expect(imported.coordinatorLines == ["Home: { kind: stack, start: /a }"])
    #expect(imported.remarks == ["1:13: navigator 'Auth' is dropped: it has no screens"])
  }

  @Test func `an object without screens is an error`() {
    let error = #expect(throws: Diagnostic.self) {
      try Imported(.reactNavigation, #"{"prefixes":[]}"#)
    }
    #expect(error?.message == "there are no 'screens'")
  }

  @Test func `a static configuration as JSON is an error with a way out`() {
    let error = #expect(throws: Diagnostic.self) {
      try Imported(.reactNavigation, #"{"screens":{"A":{},"B":{"linking":{"path":"b"}}}}"#)
    }
    #expect(error?.advice == "Import the module that creates them.")
    #expect(error?.position?.column == 24)
  }
}
