import Diagnostics
import FileAccess
import Navigation
import RouteImport
import TestSupport
import Testing

/// The `app` folder of Expo Router.
struct ExpoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func imported(_ files: [String: String], in app: String = "app") throws -> Imported {
    try Imported.expo(files, app, in: folder)
  }

  @Test func `files become routes, and layouts navigators`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":["shop","store"]}}"#,
      "app/_layout.tsx": "export default () => <Stack />",
      "app/(tabs)/_layout.tsx": "<Tabs><Tabs.Screen name='index' /></Tabs>",
      "app/(tabs)/index.tsx": "", "app/(tabs)/search.tsx": "",
      "app/(tabs)/users/_layout.js": "<Stack />", "app/(tabs)/users/[id].tsx": "",
      "app/(tabs)/users/index.tsx": "", "app/(tabs)/users/(more)/[id]/edit.tsx": "",
      "app/blog/[...rest].tsx": "", "app/login.tsx": "", "app/login.web.tsx": "",
      "app/+not-found.tsx": "", "app/+html.tsx": "", "app/api/x+api.ts": "",
      "app/types.d.ts": "", "app/style.css": "", "app/.hidden.tsx": "",
    ])
    #expect(
      imported.coordinatorLines == [
        "Index: { kind: stack, start: / }", "Search: { kind: stack, start: /search }",
        "users: { kind: stack, start: /users }",
        "tabs: { kind: tabs, children: [Index, Search, users] }",
      ])
    #expect(
      imported.routeLines == [
        "- { path: /, screen: Index, in: Index }",
        "- { path: /search, screen: Search, in: Search }",
        "- { path: /users, screen: Users, in: users }",
        "- { path: /users/:id/edit, screen: UsersIdEdit, in: users }",
        "- { path: /users/:id, screen: UsersId, in: users }",
        "- { path: '/*', screen: NotFound }", "- { path: '/blog/:rest+', screen: BlogRest }",
        "- { path: /login, screen: Login }",
      ])
    #expect(imported.text.contains("links: [shop://, store://]\n"))
    #expect(
      imported.remarks.map { $0.split(separator: " ").dropFirst(1).joined(separator: " ") } == [
        "'/+html' is dropped: it is no screen", "'/api/x+api' is dropped: it is no screen",
      ])
    #expect(imported.stack(of: "shop://users/7/edit") == "Users > UsersIdEdit(id=7)")
    #expect(imported.stack(of: "shop://blog/a/b") == "Index > BlogRest(rest=a/b)")
    #expect(imported.stack(of: "shop://nothing/here") == "Index > NotFound(0=nothing/here)")
  }

  /// The path of a folder, and the file that names the scheme.
  static let projects: [(app: String, json: String, links: String?)] = [
    ("app/", "app.json", "links: [shop://]"), ("app/.", "app.json", "links: [shop://]"),
    ("src/app", "app.json", "links: [shop://]"), ("src/app", "src/app.json", "links: [shop://]"),
    ("app", "elsewhere.json", nil),
  ]

  @Test(arguments: projects.indices)
  func `the scheme is that of the project around the folder`(index: Int) throws {
    let row = Self.projects[index]
    let imported = try imported(
      [row.json: #"{"expo":{"scheme":"shop"}}"#, "app/index.tsx": "", "src/app/index.tsx": ""],
      in: row.app)
    #expect(imported.text.split(separator: "\n").first { $0.hasPrefix("links") } == row.links?[...])
    let remark =
      "the folder is changed: no 'app.json' next to it names the scheme of the links"
    #expect(imported.remarks == (row.links == nil ? [remark] : []))
  }

  /// The layouts of two groups below a `<Stack />`, and the coordinators.
  static let groups: [(layouts: [String], coordinators: [String], stack: String)] = [
    (["<Stack />", "<Stack />"], ["root: { kind: stack, start: / }"], "Index > Login"),
    (
      ["<Tabs />", "<Stack />"],
      ["Index: { kind: stack, start: / }", "a: { kind: tabs, children: [Index] }"],
      "Index > Login"
    ),
    (
      ["<Tabs />", "<Tabs />"],
      [
        "Index: { kind: stack, start: / }", "a: { kind: tabs, children: [Index] }",
        "Login: { kind: stack, start: /login }", "b: { kind: tabs, children: [Login] }",
        "root: { kind: tabs, children: [a, b] }",
      ], "Login"
    ),
  ]

  @Test(arguments: groups.indices)
  func `a stack of groups is a stack unless several groups are tabs`(index: Int) throws {
    let row = Self.groups[index]
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/_layout.tsx": "<Stack />",
      "app/(a)/_layout.tsx": row.layouts[0], "app/(a)/index.tsx": "",
      "app/(b)/_layout.tsx": row.layouts[1], "app/(b)/login.tsx": "",
    ])
    #expect(imported.coordinatorLines == row.coordinators)
    #expect(imported.stack(of: "shop://login") == row.stack)
    #expect(imported.remarks.allSatisfy { $0.contains("does not contain several tabs") })
  }

  @Test func `a folder of several groups is in each of them`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop","ios":{"associatedDomains":["#
        + #""applinks:shop.example?mode=developer","webcredentials:other.example"]}}}"#,
      "app/_layout.tsx": "<Tabs />", "app/(home, search)/_layout.tsx": "<Stack />",
      "app/(home)/index.tsx": "", "app/(search)/search.tsx": "",
      "app/(home, search)/users/[id].tsx": "", "app/(home)/[a].[b].tsx": "",
    ])
    #expect(
      imported.coordinatorLines == [
        "home: { kind: stack, start: / }", "search: { kind: stack, start: /search }",
        "root: { kind: tabs, children: [home, search] }",
      ])
    #expect(imported.stack(of: "https://shop.example/users/7") == "Index > UsersId(id=7)")
    // Brackets within a name are text.
    #expect(imported.stack(of: "shop://x.y") == "refused(not-found)")
    #expect(imported.text.contains("links: [shop://, https://shop.example]\n"))
    #expect(imported.remarks.isEmpty)
    #expect(imported.routeLines.contains("- { path: /users/:id, screen: UsersId }"))
  }

  @Test func `files whose paths have the same words are different screens`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/user-profile.tsx": "",
      "app/user/profile.tsx": "", "app/(home)/cart.tsx": "", "app/(other)/cart.tsx": "",
    ])
    #expect(
      imported.routeLines.filter { $0.contains("UserProfile") } == [
        "- { path: /user/profile, screen: UserProfile, in: root }",
        "- { path: /user-profile, screen: UserProfile_2, in: root }",
      ])
  }

  @Test func `groups that tabs name are tabs without layouts of their own`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/_layout.tsx": "<Stack />",
      "app/(tabs)/_layout.tsx":
        "<Tabs><Tabs.Screen name='(home)' /><Tabs.Screen name={\"(search)\"} />"
        + "</Tabs>",
      "app/(tabs)/index.tsx": "export default () => <Redirect href=\"/home/\" />",
      "app/(tabs)/(home,search)/index.tsx": "export default () => null",
      "app/(tabs)/(home,search)/item.tsx": "export default () => null",
    ])
    #expect(
      imported.coordinatorLines == [
        "home: { kind: stack, start: / }", "search: { kind: stack, start: / }",
        "tabs: { kind: tabs, children: [home, search] }",
      ])
    #expect(imported.stack(of: "shop://item") == "Index > Item")
    // The file that only redirects has the path of a screen.
    #expect(imported.settled.count(.taken) == 2 && imported.settled.count(.dropped) == 1)
  }

  @Test func `a file that only redirects is a redirect`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#,
      "app/index.tsx": "export default function Index() { return <Redirect href='/(tabs)/a' />; }",
      "app/a.tsx": "export default () => <Text>a // b</Text>",
    ])
    #expect(
      imported.routeLines == ["- { path: /a, screen: A, in: root }", "- { path: /, redirect: /a }"])
    #expect(imported.remarks.isEmpty)
  }

  @Test func `the guard of a screen beside a navigator does not take its place`() throws {
    func guarded(_ condition: String, _ link: String, _ name: String) -> String {
      "<Stack.Protected guard={\(condition)} redirectTo='\(link)'><Stack.Screen name='\(name)' />"
        + "</Stack.Protected>"
    }
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#,
      "app/_layout.tsx": "<Stack>" + guarded("!!session", "/welcome", "(app)")
        + guarded("isAdmin", "/upgrade", "admin")
        + "<Stack.Screen name='welcome' /><Stack.Screen name='upgrade' /></Stack>",
      "app/(app)/_layout.tsx": "<Stack />", "app/(app)/index.tsx": "", "app/admin.tsx": "",
      "app/welcome.tsx": "", "app/upgrade.tsx": "",
    ])
    #expect(
      imported.coordinatorLines == [
        "app: { kind: stack, start: /, gates: session }",
        "guest: { kind: stack, start: /welcome }",
        "root: { kind: switch, children: [app, guest] }",
      ])
    #expect(
      imported.routeLines.contains("- { path: /admin, screen: Admin, as: cover, gates: isAdmin }"))
    #expect(imported.remarks.isEmpty)
  }

  /// The layout of the app, that of its tabs, the coordinators, the challenges, and the beginning of
  /// a remark.
  static let guards:
    [(app: String, tabs: String, coordinators: [String], gates: [String], remark: String?)] = [
      (
        "<Stack />",
        "{ if (isLoading) return <Text />; if (!user) { return <Redirect href='/sign-in' /> } "
          + "return <Tabs /> }",
        [
          "Index: { kind: stack, start: / }",
          "tabs: { kind: tabs, children: [Index], gates: sign-in }",
          "guest: { kind: stack, start: /sign-in }",
          "root: { kind: switch, children: [tabs, guest] }",
        ], ["sign-in: /sign-in"], nil
      ),
      (
        "<Stack><Stack.Protected guard={!!auth.user}><Stack.Screen name='(tabs)' /></Stack.Protected>"
          + "<Stack.Protected guard={!auth.user}><Stack.Screen name=\"sign-in\" /></Stack.Protected>"
          + "</Stack>", "<Tabs />",
        [
          "Index: { kind: stack, start: / }",
          "tabs: { kind: tabs, children: [Index], gates: user }",
          "guest: { kind: stack, start: /sign-in }",
          "root: { kind: switch, children: [tabs, guest] }",
        ], ["user: /sign-in"], nil
      ),
      (
        "<Stack><Stack.Protected redirectTo='/(guest)/sign-in' guard={user != null && ok}>"
          + "<Stack.Screen name='x' /></Stack.Protected>"
          + "<Stack.Protected redirectTo={'/(guest)/sign-in'} guard={!!user}>"
          + "<Stack.Screen name='(tabs)' /></Stack.Protected></Stack>", "<Tabs />",
        [
          "Index: { kind: stack, start: / }",
          "tabs: { kind: tabs, children: [Index], gates: user }",
          "guest: { kind: stack, start: /sign-in }",
          "root: { kind: switch, children: [tabs, guest] }",
        ], ["user: /sign-in"],
        "a guard of '/_layout' is dropped: its condition is not the presence of a value"
      ),
      (
        "<Stack />", "{ if (user) return <Redirect href='/sign-in' />; return <Tabs /> }",
        ["Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }"], [],
        "a guard of '/(tabs)/_layout' is dropped: a condition decides about the redirect to '/sign-in'"
      ),
      (
        "<Stack />", "{ if (!user && x) return <Redirect href='/sign-in' />; return <Tabs /> }",
        ["Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }"], [],
        "a guard of '/(tabs)/_layout' is dropped: a condition decides about the redirect to '/sign-in'"
      ),
      (
        "<Stack />", "{ if (!user) return <Redirect href={link} />; return <Tabs /> }",
        ["Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }"], [],
        "a guard of '/(tabs)/_layout' is dropped: it redirects in several cases, or to a computed link"
      ),
      (
        "<Stack><Stack.Protected guard={user?.role === 'x'}><Stack.Screen name='(tabs)' />"
          + "</Stack.Protected></Stack>", "<Tabs />",
        ["Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }"], [],
        "a guard of '/_layout' is dropped: its condition is not the presence of a value"
      ),
      (
        "<Stack><Stack.Protected guard={!user}><Stack.Screen name='sign-in' /></Stack.Protected>"
          + "</Stack>", "// if (!user) return <Redirect href='/sign-in' />\n<Tabs />",
        ["Index: { kind: stack, start: / }", "tabs: { kind: tabs, children: [Index] }"], [],
        "a guard of '/_layout' is dropped: it shows screens only while 'user' is not there"
      ),
    ]

  @Test(arguments: guards.indices)
  func `a guard that is certain is a gate, and another has a remark`(index: Int) throws {
    let row = Self.guards[index]
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/_layout.tsx": row.app,
      "app/(tabs)/_layout.tsx": row.tabs, "app/(tabs)/index.tsx": "", "app/sign-in.tsx": "",
    ])
    #expect(imported.coordinatorLines == row.coordinators)
    let gates = imported.settled.plugin.gates.map { "\($0.name.value): \($0.challenge.value)" }
    #expect(gates == row.gates)
    let remarks = imported.remarks.map { remark in String(remark.drop { $0 != " " }.dropFirst()) }
    #expect(remarks == (row.remark.map { [$0] } ?? []))
    let files = imported.settled.allRemarks.compactMap(\.position?.file)
    #expect(files.count == remarks.count && files.allSatisfy { $0.hasSuffix("_layout.tsx") })
  }

  @Test func `a guard of a group in src is a gate`() throws {
    let imported = try imported(
      [
        "app.json": #"{"expo":{"scheme":"demo"}}"#, "src/app/_layout.tsx": "<Slot />",
        "src/app/(auth)/_layout.tsx":
          "() => { const user = useUser(); if (!user) return <Redirect href=\"/login\" />; "
          + "return <Stack /> }",
        "src/app/(auth)/index.tsx": "", "src/app/(auth)/settings.tsx": "", "src/app/login.tsx": "",
      ], in: "src/app")
    #expect(imported.text.contains("\n  login: { challenge: /login }\n"))
    #expect(imported.stack(of: "demo://settings") == "deferred(login)")
    #expect(imported.stack(of: "demo://") == "deferred(login)")
    #expect(imported.remarks.isEmpty)
  }

  @Test func `unfinished sources are read to their end`() throws {
    for text in [
      "<Stack.Protected guard", "<Stack.Protected guard=", "<Stack.Protected redirectTo={'/b'",
      "<Stack.Protected guard={{}", "<Stack.Protected guard={} redirectTo=''>",
      "/*", "'", "`a\\", "<", "<Redirect", "<Redirect href=", "if (!a) return <Redirect href='",
      "<Stack.Protected guard={", "<Stack.Protected guard={a}><X name=", ")",
      "return <Redirect href='/a' /",
    ] {
      let imported = try imported([
        "app/_layout.tsx": "<Stack />" + text, "app/index.tsx": "", "app/b.tsx": text,
      ])
      #expect(imported.stack(of: "/") == "Index", "\(text)")
    }
  }

  @Test func `delimiters with combining marks are text or delimiters as their bytes say`() throws {
    let imported = try imported([
      "app.json": #"{"expo":{"scheme":"shop"}}"#, "app/index.tsx": "", "app/[id]\u{301}.tsx": "",
      "app/[\u{301}b].tsx": "",
    ])
    #expect(
      imported.routeLines.contains { $0.contains("'/[id]\u{301}'") }, "\(imported.routeLines)")
    #expect(imported.routeLines.contains { $0.contains("/:__b") }, "\(imported.routeLines)")
  }

  @Test func `names of files are read as bytes`() throws {
    let imported = try imported([
      "app/\u{301}c.tsx": "", "app/(d)\u{301}e/_layout.tsx": "", "app/(d)\u{301}e/[f].tsx": "",
      "app/g\u{301}h.tsx": "", "app/e\u{301}.web.tsx": "", "app/é.tsx": "",
    ])
    #expect(imported.settled.routes.contains { sameBytes($0.source.value, "/\u{301}c") })
    #expect(imported.settled.routes.contains { $0.draft?.screen?.value == "GH" })
    #expect(imported.settled.routes.contains { sameBytes($0.source.value, "/e\u{301}") })
    #expect(imported.remarks.contains { $0.utf8.contains("'d\u{301}e'".utf8) })
  }

  @Test func `a folder without layouts is one stack`() throws {
    let imported = try imported(["app/index.tsx": "", "app/a/b.tsx": "", "app/()/c.tsx": ""])
    #expect(imported.coordinatorLines == ["root: { kind: stack, start: / }"])
    #expect(imported.routeLines.count == 3)
  }

  @Test func `a folder without routes is an error`() throws {
    let error = #expect(throws: Diagnostic.self) { try imported(["app/x.txt": ""]) }
    #expect(error?.message == "the folder has no routes")
    #expect(throws: Diagnostic.self) { try ImportKind.expo.table(path: folder("nothing")) }
  }
}
