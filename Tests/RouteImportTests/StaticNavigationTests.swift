import RouteImport
import Testing

/// The static configuration of React Navigation, as the evaluation of a module writes it.
struct StaticNavigationTests {
  /// A navigator, its linking options, and the lines of coordinators and routes.
  static let trees: [(tree: String, options: String, lines: [String])] = [
    // Paths as text and object; a screen without one.
    (
      #""$navigator":"NativeStack","screens":{"Home":{"linking":""},"Item":{"linking":"#
        + #"{"path":"/items/:id/","alias":["i/:id"]}},"Bare":{"screen":{"$function":"B"}}}"#, "",
      [
        "root: { kind: stack, start: / }", "- { path: /, screen: Home, in: root }",
        "- { path: /items/:id, screen: Item, in: root }",
        "- { path: /i/:id, screen: Item, in: root }",
      ]
    ),
    // The names of leaf screens; the first one has the empty path.
    (
      #""$navigator":"NativeStack","screens":{"Feed":{},"UserHTMLPage":{},"Off":{"linking":null},"#
        + #""Tabs":{"screen":{"$navigator":"BottomTab","screens":{"A":{},"BList":{}}}}}"#,
      #","enabled":"auto""#,
      [
        "A: { kind: stack, start: /a }", "BList: { kind: stack, start: /blist }",
        "Tabs: { kind: tabs, children: [A, BList] }", "- { path: /, screen: Feed }",
        "- { path: /user-htmlpage, screen: UserHTMLPage }", "- { path: /a, screen: A, in: A }",
        "- { path: /blist, screen: BList, in: BList }",
      ]
    ),
    // The navigator begins with another screen; a path of its own keeps the others as they are.
    (
      #""$navigator":"Stack","initialRouteName":"B","screens":{"A":{},"B":{}}"#,
      #","enabled":"auto""#,
      [
        "root: { kind: stack, start: / }", "- { path: /a, screen: A, in: root }",
        "- { path: /, screen: B, in: root }",
      ]
    ),
    (
      #""$navigator":"Stack","screens":{"A":{},"B":{"linking":""}}"#, #","enabled":"auto""#,
      [
        "root: { kind: stack, start: /a }", "- { path: /a, screen: A, in: root }",
        "- { path: /, screen: B, in: root }",
      ]
    ),
    // A group has a path for its screens; the paths of navigators are ahead of those in them.
    (
      #""$navigator":"Stack","screens":{"H":{"linking":"h"}},"groups":{"G":{"linking":"g","#
        + #""screens":{"N":{"linking":"n","screen":{"$navigator":"Drawer","screens":{"#
        + #""X":{"linking":"x"}}}},"M":{"linking":"m"}}}}"#, "",
      [
        "X: { kind: stack, start: /g/n/x }", "N: { kind: tabs, children: [X] }",
        "- { path: /h, screen: H }", "- { path: /g/n, redirect: /g/n/x }",
        "- { path: /g/n/x, screen: X, in: X }", "- { path: /g/m, screen: M }",
      ]
    ),
    // The navigator is the screen itself.
    (
      #""$navigator":"MaterialTopTab","screens":{"N":{"$navigator":"NativeStack","screens":{"#
        + #""X":{"linking":"x"}}}}"#, "",
      [
        "N: { kind: stack, start: /x }", "root: { kind: tabs, children: [N] }",
        "- { path: /x, screen: X, in: N }",
      ]
    ),
    // The path of a navigator opens its first screen, which can have none of its own.
    (
      #""$navigator":"Stack","screens":{"H":{"linking":"h"},"N":{"linking":"n","screen":"#
        + #"{"$navigator":"Stack","screens":{"X":{},"Y":{"linking":"y/:id"}}}},"M":{"linking":"m","#
        + #""screen":{"$navigator":"Stack","initialRouteName":"W","screens":{"#
        + #""V":{"linking":"v"},"W":{"linking":"w"}}}}}"#, "",
      [
        "root: { kind: stack, start: /h }", "- { path: /h, screen: H, in: root }",
        "- { path: /n, screen: X, in: root }", "- { path: /n/y/:id, screen: Y, in: root }",
        "- { path: /m, redirect: /m/w }", "- { path: /m/v, screen: V, in: root }",
        "- { path: /m/w, screen: W, in: root }",
      ]
    ),
    (
      #""$navigator":"Stack","screens":{"N":{"linking":"n","screen":{"$navigator":"Stack","#
        + #""screens":{"I":{"screen":{"$navigator":"Stack","screens":{"X":{}}}}}}}}"#, "",
      ["root: { kind: stack, start: /n }", "- { path: /n, screen: X, in: root }"]
    ),
    // Optional values can be left out.
    (
      #""$navigator":"BottomTab","screens":{"S":{"linking":"s/:a?/:b(\\d+)?"},"O":{"#
        + #""linking":":a?"}}"#, "",
      [
        "S: { kind: stack, start: /s }", "O: { kind: stack, start: / }",
        "root: { kind: tabs, children: [S, O] }",
        "- { path: '/s/:a?/:b(\\d+)?', screen: S, in: S }", "- { path: '/:a?', screen: O, in: O }",
      ]
    ),
  ]

  @Test func `a screen that needs values is no tab`() throws {
    let imported = try Self.imported(
      #""$navigator":"BottomTab","screens":{"H":{"linking":""},"P":{"linking":"p/:id"}}"#)
    #expect(imported.coordinatorLines.last == "root: { kind: tabs, children: [H] }")
    #expect(
      imported.remarks == [
        "screen 'P' is changed: it is no tab, since no link without values opens it"
      ])
  }

  @Test(arguments: trees.indices) func `a navigator is read as it is`(index: Int) throws {
    let row = Self.trees[index]
    let imported = try Self.imported(row.tree, row.options)
    #expect(imported.coordinatorLines + imported.routeLines == row.lines, "\(imported.remarks)")
  }

  private static func imported(_ tree: String, _ options: String = "") throws -> Imported {
    let value = #"{"prefixes":["a://"],"$tree":{\#(tree)}\#(options)}"#
    return try Imported(
      ImportKind.reactNavigation.table(
        module: "m", evaluated: Array(#"{"value":\#(value)}"#.utf8)))
  }

  static let groups =
    #""groups":{"In":{"if":{"$function":"useIsSignedIn"},"screens":{"Tabs":{"screen":"#
    + #"{"$navigator":"BottomTab","screens":{"Home":{"linking":""},"Cart":{"linking":"cart"}}}},"#
    + #""Item":{"linking":"items/:id"}}},"Out":{"if":{"$function":"HOOK"},"screens":{"#
    + #""SignIn":{"linking":"sign-in"},"Reset":{"linking":"reset"}}}}"#

  /// The coordinators of these groups.
  private static let coordinators = [
    "Home: { kind: stack, start: / }", "Cart: { kind: stack, start: /cart }",
    "Tabs: { kind: tabs, children: [Home, Cart], gates: isSignedIn }",
    "signedOut: { kind: stack, start: /sign-in }",
    "root: { kind: switch, children: [Tabs, signedOut] }",
  ]

  @Test(arguments: ["useIsSignedOut", #"useIsSignedIn","$negated":true,"x":""#])
  func `a hook becomes a gate, and its opposite the other branch of a switch`(hook: String) throws {
    let groups = Self.groups.replacing("HOOK", with: hook)
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"Help":{"linking":"help"}},"initialRouteName":"Tabs","#
        + groups)
    #expect(imported.coordinatorLines == Self.coordinators)
    #expect(imported.text.contains("  isSignedIn: { challenge: /sign-in }\n"))
    #expect(imported.routeLines.contains("- { path: /items/:id, screen: Item, gates: isSignedIn }"))
    #expect(imported.stack(of: "/items/7") == "deferred(isSignedIn)")
    #expect(imported.stack(of: "/help") == "Help")
    let shown = hook == "useIsSignedOut" ? hook : "!useIsSignedIn"
    #expect(
      imported.remarks == [
        "'if: useIsSignedIn' is changed: it becomes the gate 'isSignedIn'",
        "screen 'SignIn' is changed: 'if: \(shown)' is the opposite of the gate 'isSignedIn': it is "
          + "open to all, and can be its challenge",
        "screen 'Reset' is changed: 'if: \(shown)' is the opposite of the gate 'isSignedIn': it is "
          + "open to all, and can be its challenge",
      ])
  }

  @Test func `a gate without an opposite has a challenge of its own, above the switch`() throws {
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"Report":{"linking":"report","#
        + #""if":{"$function":"useIsAdmin"}}},"initialRouteName":"Tabs","#
        + Self.groups.replacing("HOOK", with: "useIsSignedOut"))
    #expect(imported.coordinatorLines == Self.coordinators)
    #expect(
      imported.routeLines.contains(
        "- { path: /report, screen: Report, as: cover, gates: isAdmin }"))
    #expect(imported.text.contains("  isSignedIn: { challenge: /sign-in }\n"))
    #expect(imported.text.contains("  isAdmin: { challenge: /isadmin }\n"))
    #expect(imported.stack(of: "/report") == "deferred(isAdmin)")
    #expect(
      imported.remarks.contains(
        "the screen 'IsAdmin' is added: gate 'isAdmin' needs a screen that can open it"))
  }

  @Test func `a screen without a path can be the challenge`() throws {
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"Home":{"linking":"","if":{"$function":"useIsLoggedIn"}},"#
        + #""LogIn":{"if":{"$function":"useIsLoggedOut"}}}"#)
    #expect(imported.routeLines.last == "- { path: /log-in, screen: LogIn, in: signedOut }")
    #expect(imported.stack(of: "/") == "deferred(isLoggedIn)")
    #expect(
      imported.remarks.contains(
        "the path '/log-in' is added: the gate 'isLoggedIn' needs a screen that can open it"))
  }

  @Test func `without an opposite, the app begins with a login`() throws {
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"Home":{"linking":"","if":{"$function":"useIsSignedIn"}},"#
        + #""Report":{"linking":"report","if":{"$function":"useIsAdmin"}}}"#)
    #expect(
      imported.routeLines.suffix(2) == [
        "- { path: /login, screen: Login, in: signedOut }",
        "- { path: /report, screen: Report, as: cover, gates: isAdmin }",
      ])
  }

  @Test func `screens under a condition beside open ones have the gate themselves`() throws {
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"Home":{"linking":""}},"#
        + Self.groups.replacing("HOOK", with: "useIsSignedOut"))
    #expect(imported.stack(of: "/items/7") == "deferred(isSignedIn)")
    #expect(imported.stack(of: "/cart") == "deferred(isSignedIn)")
    #expect(imported.coordinatorLines.allSatisfy { !$0.contains("switch") })
  }

  @Test func `a condition that nothing contradicts is reported`() throws {
    let imported = try Self.imported(
      #""$navigator":"Stack","screens":{"A":{"linking":""},"#
        + #""B":{"linking":"b","if":{"$function":"useIsNotReady"}}}"#)
    #expect(
      imported.remarks == [
        "screen 'B' is changed: without 'if: useIsNotReady', whose opposite no screen has"
      ])
  }

  @Test func `paths of a navigator can be part of a linking object`() throws {
    let tree = #"{"$paths":{"$navigator":"Stack","screens":{"A":{"linking":"a"}}},"isAuto":false}"#
    for value in [
      #"{"config":{"screens":{"N":{"path":"n","screens":\#(tree)},"B":"b"}}}"#,
      #"{"screens":\#(tree)}"#,
    ] {
      let imported = try Imported(
        ImportKind.reactNavigation.table(
          module: "m", evaluated: Array(#"{"value":\#(value)}"#.utf8)))
      #expect(imported.routeLines.contains { $0.contains("screen: A") }, "\(imported.text)")
    }
  }
}
