import Diagnostics
import FileAccess
import Navigation
import RouteImport
import TestSupport
import Testing

/// What layouts of Expo Router say of the screens in them: their order, presentation and guards.
struct ExpoLayoutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Files of `app`, without their ending, and what they become.
  struct Row {
    let layouts: [String: String]
    var screens: [String]
    let coordinators: [String]
    var gates: [String] = []
    /// Links, and the stack that each shows while all gates are closed.
    var stacks: [String: String] = [:]
    /// The remarks, each with the end of its file's name and its place.
    var remarks: [String] = []
  }

  private func check(_ row: Row) throws {
    var files = ["app.json": #"{"expo":{"scheme":"shop"}}"#]
    for (path, text) in row.layouts { files["app/\(path).tsx"] = text }
    for path in row.screens { files["app/\(path).tsx"] = "" }
    let imported = try Imported.expo(files, in: folder)
    #expect(imported.coordinatorLines == row.coordinators)
    let gates = imported.settled.plugin.gates.map { "\($0.name.value): \($0.challenge.value)" }
    #expect(gates == row.gates)
    for (link, stack) in row.stacks { #expect(imported.stack(of: "shop:/" + link) == stack) }
    let remarks = imported.settled.allRemarks.map { remark in
      let file = remark.position?.file.dropFirst(folder("app/").count) ?? ""
      let place = remark.position.map { "\(file):\($0.line):\($0.column): " } ?? ""
      return place + remark.diagnostic.message
    }
    #expect(remarks == row.remarks.map { $0.replacing("FOLDER", with: folder("app/")) })
  }

  private static func protected(_ condition: String, _ names: String...) -> String {
    "<Stack.Protected guard={\(condition)}>"
      + names.map { "<Stack.Screen name=\"\($0)\" />" }.joined() + "</Stack.Protected>"
  }

  private static func redirecting(_ navigator: String) -> String {
    "function L() { if (!session) { return <Redirect href=\"/sign-in\" />; } return \(navigator) }"
  }

  private static let tabs = "export default () => <Tabs />"
  private static let stack = "export default () => <Stack />"

  static let logins: [Row] = [
    // A group is shown to guests.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)") + protected("!session", "(auth)")
          + "<Stack.Screen name='movie/[id]' /></Stack>",
        "(tabs)/_layout": tabs, "(auth)/_layout": stack,
      ], screens: ["(tabs)/index", "(tabs)/saved", "(auth)/welcome", "(auth)/login", "movie/[id]"],
      coordinators: [
        "Index: { kind: stack, start: / }", "Saved: { kind: stack, start: /saved }",
        "tabs: { kind: tabs, children: [Index, Saved], gates: session }",
        "auth: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /login"],
      stacks: ["/welcome": "Login > Welcome", "/saved": "deferred(session)"]),
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)") + protected("!session", "(auth)"),
        "(tabs)/_layout": tabs, "(auth)/_layout": stack,
      ], screens: ["(tabs)/home", "(auth)/login"],
      coordinators: [
        "Home: { kind: stack, start: /home }",
        "tabs: { kind: tabs, children: [Home], gates: session }",
        "auth: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /login"], stacks: ["/login": "Login"]),
    // The first one that the group declares.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)") + protected("!session", "(auth)"),
        "(tabs)/_layout": tabs,
        "(auth)/_layout": "<Stack><Stack.Screen name='welcome' /><Stack.Screen name='login' />",
      ], screens: ["(tabs)/home", "(auth)/login", "(auth)/welcome"],
      coordinators: [
        "Home: { kind: stack, start: /home }",
        "tabs: { kind: tabs, children: [Home], gates: session }",
        "auth: { kind: stack, start: /welcome }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /welcome"], stacks: ["/login": "Welcome > Login"]),
    // The first one that the app declares.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)")
          + protected("!session", "sign-in", "alert-modal"), "(tabs)/_layout": tabs,
      ], screens: ["(tabs)/index", "alert-modal", "sign-in"],
      coordinators: [
        "Index: { kind: stack, start: / }",
        "tabs: { kind: tabs, children: [Index], gates: session }",
        "guest: { kind: stack, start: /sign-in }",
        "root: { kind: switch, children: [tabs, guest] }",
      ], gates: ["session: /sign-in"], stacks: ["/alert-modal": "AlertModal"]),
    // The challenge is not presented, since its stack begins with it.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)")
          + "<Stack.Protected guard={!session}>"
          + "<Stack.Screen name='(auth)' options={{ presentation: 'modal' }} /></Stack.Protected>",
        "(tabs)/_layout": tabs, "(auth)/_layout": stack,
      ], screens: ["(tabs)/home", "(auth)/login", "(auth)/welcome"],
      coordinators: [
        "Home: { kind: stack, start: /home }",
        "tabs: { kind: tabs, children: [Home], gates: session }",
        "auth: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /login"], stacks: ["/login": "Login", "/welcome": "Welcome"]),
    // The link '/' is that of another screen.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("!!session", "(tabs)") + protected("!session", "(auth)"),
        "(tabs)/_layout": tabs, "(auth)/_layout": stack,
      ], screens: ["(tabs)/index", "(auth)/index", "(auth)/login"],
      coordinators: [
        "Index: { kind: stack, start: / }",
        "tabs: { kind: tabs, children: [Index], gates: session }",
        "auth: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /login"],
      remarks: [
        "(auth)/index.tsx:1:1: '/index' is dropped: '/' at FOLDER(tabs)/index.tsx:1:1 matches the "
          + "same links"
      ]),
    // The guarded screens are files.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("session", "index", "profile")
          + protected("!session", "login")
      ], screens: ["index", "profile", "login", "help"],
      coordinators: [
        "app: { kind: stack, start: /, gates: session }", "guest: { kind: stack, start: /login }",
        "root: { kind: switch, children: [app, guest] }",
      ], gates: ["session: /login"], stacks: ["/profile": "deferred(session)", "/help": "Help"]),
    // No screen is for guests only.
    Row(
      layouts: [
        "_layout": stack,
        "(tabs)/_layout": "<Tabs><Tabs.Screen name='index' redirect={!token} />"
          + "<Tabs.Screen name='a' redirect={!token} /></Tabs>",
      ], screens: ["(tabs)/index", "(tabs)/a", "about", "login"],
      coordinators: [
        "Index: { kind: stack, start: / }", "A: { kind: stack, start: /a }",
        "tabs: { kind: tabs, children: [Index, A], gates: token }",
        "guest: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, guest] }",
      ], gates: ["token: /login"], stacks: ["/about": "About"],
      remarks: [
        "(tabs)/_layout.tsx:1:13: the challenge of gate 'token' is added: the source does not name "
          + "it, so it is '/login'"
      ]),
    // A guard of the app itself leaves its challenge open.
    Row(
      layouts: [
        "_layout": "useEffect(() => { if (!user) router.replace('/login') }); <Stack />",
        "(tabs)/_layout": tabs,
      ], screens: ["(tabs)/index", "login"],
      coordinators: [
        "Index: { kind: stack, start: / }",
        "tabs: { kind: tabs, children: [Index], gates: login }",
        "guest: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, guest] }",
      ], gates: ["login: /login"], stacks: ["/login": "Login"]),
  ]

  @Test(arguments: logins.indices)
  func `the first screen for guests is the challenge`(index: Int) throws {
    try check(Self.logins[index])
  }

  static let groups: [Row] = [
    Row(
      layouts: [
        "_layout": stack, "(auth)/_layout": stack, "(onboarding)/_layout": stack,
        "(tabs)/_layout": redirecting(
          "<Tabs><Tabs.Screen name='home' /><Tabs.Screen name='account' /></Tabs>"),
      ], screens: ["(tabs)/home", "(tabs)/account", "(auth)/sign-in", "(onboarding)/permissions"],
      coordinators: [
        "Home: { kind: stack, start: /home }", "Account: { kind: stack, start: /account }",
        "tabs: { kind: tabs, children: [Home, Account], gates: sign-in }",
        "auth: { kind: stack, start: /sign-in }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["sign-in: /sign-in"], stacks: ["/permissions": "Permissions"]),
    // Of groups with the same gate, one is below the other.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("session", "(more)", "(tabs)")
          + protected("!session", "login"), "(tabs)/_layout": tabs, "(more)/_layout": stack,
      ], screens: ["(tabs)/index", "(more)/terms", "login"],
      coordinators: [
        "Index: { kind: stack, start: / }",
        "tabs: { kind: tabs, children: [Index], gates: session }",
        "guest: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, guest] }",
      ], gates: ["session: /login"], stacks: ["/terms": "deferred(session)"]),
    // Tabs for all are shown without the challenge.
    Row(
      layouts: [
        "_layout": stack, "(admin)/_layout": redirecting("<Stack />"), "(tabs)/_layout": tabs,
      ],
      screens: ["(tabs)/index", "(admin)/users", "sign-in"],
      coordinators: [
        "Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }",
      ], gates: ["sign-in: /sign-in"],
      stacks: ["/sign-in": "Index > SignIn", "/users": "deferred(sign-in)"]),
    // The app begins with a screen that needs no gate.
    Row(
      layouts: [
        "_layout": "<Stack>" + protected("isAdmin", "(admin)"), "(admin)/_layout": stack,
      ], screens: ["index", "isAdmin", "(admin)/users"],
      coordinators: ["root: { kind: stack, start: / }"], gates: ["isAdmin: /isAdmin"],
      stacks: ["/": "Index", "/users": "deferred(isAdmin)"],
      remarks: [
        "the challenge of gate 'isAdmin' is added: the source does not name it, so it is '/isAdmin'"
      ]),
    // The groups of a stack in the outermost one.
    Row(
      layouts: [
        "_layout": "<Slot />", "(app)/(tabs)/_layout": tabs, "(app)/(auth)/_layout": stack,
        "(app)/_layout": "<Stack>" + protected("!!session", "(tabs)")
          + protected("!session", "(auth)"),
      ], screens: ["pricing", "(app)/(tabs)/index", "(app)/(tabs)/saved", "(app)/(auth)/login"],
      coordinators: [
        "Index: { kind: stack, start: / }", "Saved: { kind: stack, start: /saved }",
        "tabs: { kind: tabs, children: [Index, Saved], gates: session }",
        "auth: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, auth] }",
      ], gates: ["session: /login"], stacks: ["/pricing": "Pricing"]),
  ]

  @Test(arguments: groups.indices)
  func `what is in no branch of a switch opens above them`(index: Int) throws {
    try check(Self.groups[index])
  }

  static let orders: [(layout: String, screens: [String], tabs: String)] = [
    (
      "<Tabs initialRouteName='movies'><Tabs.Screen name='search' /><Tabs.Screen name='movies' />"
        + "<Tabs.Screen name='ai' /></Tabs>", ["ai", "movies", "search"], "Movies, Search, Ai"
    ),
    (
      "<Tabs><Tabs.Screen name='search' options={{ tabBarIcon: () => <Icon name='zoo' /> }} />"
        + "<Tabs.Screen name='ai' />", ["ai", "b", "search", "zoo"], "Search, Ai, B, Zoo"
    ),
    // The app begins with '/'.
    (
      "<Tabs><Tabs.Screen name='search' /><Tabs.Screen name='index' /></Tabs>",
      ["ai", "index", "search"], "Index, Search, Ai"
    ),
    (
      "export const unstable_settings = { initialRouteName: 'search' }; <Tabs />",
      ["ai", "movies", "search"], "Search, Ai, Movies"
    ),
    (
      "export const unstable_settings = { anchor: 'search' }; <Tabs />",
      ["ai", "movies", "search"], "Search, Ai, Movies"
    ),
    (
      "<Tabs><Tabs.Screen name='ai' options={{ anchor }} /><Tabs.Screen name='search' /></Tabs>",
      ["ai", "search"], "Ai, Search"
    ),
    (
      "<NativeTabs><NativeTabs.Trigger name={'search'} /><NativeTabs.Trigger name='ai' />",
      ["ai", "search"], "Search, Ai"
    ),
  ]

  @Test(arguments: orders.indices)
  func `tabs have the order of their layout, and the first one begins`(index: Int) throws {
    let row = Self.orders[index]
    let files = row.screens.map { ("app/\($0).tsx", "") } + [("app/_layout.tsx", row.layout)]
    let imported = try Imported.expo(Dictionary(uniqueKeysWithValues: files), in: folder)
    #expect(imported.coordinatorLines.last == "root: { kind: tabs, children: [\(row.tabs)] }")
  }

  static let effects: [(layout: String, gate: String?, remark: String?)] = [
    ("useEffect(() => { if (!token) router.replace('/login') }, [token])", "login", nil),
    (
      "useFocusEffect(useCallback(() => { if (!auth.token) { router.push('/login'); } }, []))",
      "login", nil
    ),
    (
      "useEffect(() => { if (!token) return router.replace('/login'); log(x) })", "login", nil
    ),
    (
      "useEffect(() => { if (!token && x) router.navigate('/login') })", nil,
      "a condition decides about the redirect to '/login'"
    ),
    (
      "useEffect(() => { if (!token) router.replace('/login'); else router.replace('/') })", nil,
      "it redirects in several cases, or to a computed link"
    ),
    (
      "useEffect(() => { if (!token) router.replace({ pathname: '/login' }) })", nil,
      "it redirects in several cases, or to a computed link"
    ),
    (
      "useEffect(() => { if (!token) router.replace('/login/' + x) })", nil,
      "it redirects in several cases, or to a computed link"
    ),
    ("useEffect(() => listen((event) => { router.push(event.url) }), [])", nil, nil),
    ("useEffect(() => { x('/a'.replace('/', '')) }); () => { router.replace('/login') }", nil, nil),
  ]

  @Test(arguments: effects.indices)
  func `an effect that redirects is a guard`(index: Int) throws {
    let row = Self.effects[index]
    let open = "tabs: { kind: tabs, children: [Index] }"
    let gated = [
      "tabs: { kind: tabs, children: [Index], gates: login }",
      "guest: { kind: stack, start: /login }", "root: { kind: switch, children: [tabs, guest] }",
    ]
    let ahead = row.layout.firstRange(of: "router.").map { row.layout[..<$0.lowerBound].count } ?? 0
    let place = "(tabs)/_layout.tsx:2:\(ahead + 3): a guard of '/(tabs)/_layout' is dropped: "
    try check(
      Row(
        layouts: [
          "_layout": "<Stack />", "(tabs)/_layout": "() => {\n  \(row.layout); return <Tabs />",
        ], screens: ["(tabs)/index", "login"],
        coordinators: ["Index: { kind: stack, start: / }"] + (row.gate == nil ? [open] : gated),
        gates: row.gate.map { ["\($0): /\($0)"] } ?? [],
        remarks: row.remark.map { [place + $0] } ?? []))
  }

  @Test func `a hidden screen of tabs need not be a tab`() throws {
    for (options, isHidden) in [("", false), (" options={{ href: null }}", true)] {
      let layout = "<Tabs><Tabs.Screen name='[id]'\(options) />"
      let imported = try Imported.expo(
        ["app/_layout.tsx": layout, "app/index.tsx": "", "app/[id].tsx": ""], in: folder)
      #expect(imported.coordinatorLines.last == "root: { kind: tabs, children: [Index] }")
      let isNoTab = imported.remarks.contains { $0.contains("it is no tab, since no link") }
      #expect(isNoTab != isHidden, "\(imported.remarks)")
      #expect(!imported.remarks.contains { $0.contains("hidden") }, "\(imported.remarks)")
    }
  }

  /// The layout of a stack or tabs with the screens `index` and `a`, the line of the route of `a`,
  /// and the remark.
  static let options: [(layout: String, route: String, remark: String?)] = [
    ("<Stack><Stack.Screen name='a' options={{ presentation: 'modal' }} />", "as: sheet", nil),
    (
      "<Stack><Stack.Screen name='a' options={() => ({ presentation: 'fullScreenModal' })} />",
      "as: cover", nil
    ),
    ("<Stack><Stack.Screen name='a' options={{ presentation: 'card' }} />", "in: root", nil),
    (
      "<Stack><Stack.Screen name='a' options={{ presentation: 'x' }} />", "in: root",
      "1:42: screen 'a' is changed: without its presentation 'x'"
    ),
    (
      "<Stack><Stack.Screen name='index' options={{ presentation: 'modal' }} />", "in: root", nil
    ),
    (
      "<Stack><Stack.Screen name='a' options={{ presentation: x ? 'modal' : 'card' }} />",
      "in: root", "1:42: screen 'a' is changed: without its presentation '…'"
    ),
    ("<Tabs><Tabs.Screen name='a' options={{ href: '/a' }} />", "in: A", nil),
    (
      "<Tabs><Tabs.Screen name='a' options={{ title: x, href: null }} />", "in: A",
      "1:50: screen 'a' is changed: its tab is hidden by 'href: null', but can be selected here"
    ),
    ("<Tabs><Tabs.Screen name='a' redirect={!user} />", "in: A, gates: user", nil),
    (
      "<Tabs><Tabs.Screen name='a' redirect={user} />", "in: A",
      "1:13: a guard of '/_layout' is dropped: it shows screens only while 'user' is not there"
    ),
  ]

  @Test(arguments: options.indices)
  func `options of a declared screen are those of its route`(index: Int) throws {
    let row = Self.options[index]
    let imported = try Imported.expo(
      [
        "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/_layout.tsx": row.layout,
        "app/index.tsx": "", "app/a.tsx": "", "app/user.tsx": "",
      ], in: folder)
    let route = imported.routeLines.first { $0.contains("path: /a,") } ?? ""
    #expect(route.hasSuffix(row.route + " }"))
    let challenge = "the challenge of gate 'user' is added: the source does not name it, so it is "
    #expect(
      imported.remarks.filter { !$0.hasPrefix(challenge) } == (row.remark.map { [$0] } ?? []))
  }
}
