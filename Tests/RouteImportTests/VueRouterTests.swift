import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import RouteImport
import TestSupport
import Testing

/// The route records of Vue Router.
struct VueRouterTests {
  static let records = #"""
    [
      { "path": "/", "name": "home", "component": { "$component": "HomeView" } },
      { "path": "/users/:id(\\d+)", "component": { "$component": "UserView" }, "children": [
        { "path": "", "name": "profile", "component": "ProfileView" },
        { "path": "posts/:post?", "component": "PostsView" },
        { "path": "/me", "redirect": "/users/1" } ] },
      { "path": "/account", "meta": { "requiresAuth": true, "icon": "x" }, "name": "account", "component": "A",
        "alias": ["/konto", "/mein"], "children": [
          { "path": "orders", "name": "orders", "component": "B" },
          { "path": "public", "name": "public", "component": "C", "meta": { "requiresAuth": false } } ] },
      { "path": "/u/:id", "redirect": { "name": "profile" } },
      { "path": "/h", "redirect": { "name": "home" } },
      { "path": "/f", "redirect": { "$function": "redirect" } },
      { "path": "/n", "redirect": { "name": "none" } },
      { "path": "/login", "component": "Login", "beforeEnter": { "$function": "beforeEnter" } },
      { "path": "/layout", "children": [ { "path": "x", "component": { "$function": "component" } } ] },
      { "path": "/:rest(.*)*", "name": "NotFound", "component": "N" },
      { "name": "broken" }, { "path": "/empty" }
    ]
    """#

  @Test(arguments: [(false, "L(lang=EN)"), (true, "refused(not-found)")])
  func `expressions ignore the case of letters unless the router is sensitive`(
    isSensitive: Bool, stack: String
  ) throws {
    let records =
      #"[{"path":"/","component":"H"},{"path":"/:lang(en|de)/h","component":"L"},"#
      + #"{"path":"/n/:id(\\d+)","component":"N"}]"#
    let imported = try Imported(
      .vueRouter, #"{"sensitive":\#(isSensitive),"routes":\#(records)}"#)
    #expect(imported.stack(of: "/EN/h").hasSuffix(stack), "\(imported.stack(of: "/EN/h"))")
    #expect(imported.stack(of: "/de/h").hasSuffix("L(lang=de)"))
    #expect(imported.text.contains(#"'/n/:id(\d+)'"#), "\(imported.text)")
  }

  @Test func `records become routes`() throws {
    let imported = try Imported(.vueRouter, Self.records)
    #expect(
      imported.routeLines == [
        "- { path: /, screen: home }",
        #"- { path: '/users/:id(\d+)', screen: profile }"#,
        #"- { path: '/users/:id(\d+)/posts/:post?', screen: PostsView }"#,
        "- { path: /me, redirect: /users/1 }",
        "- { path: /account, screen: account, gates: login }",
        "- { path: /account/orders, screen: orders, gates: login }",
        "- { path: /account/public, screen: public }",
        "- { path: /konto, screen: account, gates: login }",
        "- { path: /konto/orders, screen: orders, gates: login }",
        "- { path: /konto/public, screen: public }",
        "- { path: /mein, screen: account, gates: login }",
        "- { path: /mein/orders, screen: orders, gates: login }",
        "- { path: /mein/public, screen: public }",
        "- { path: /u/:id, redirect: /users/:id }",
        "- { path: /h, redirect: / }",
        "- { path: /login, screen: Login }",
        "- { path: /layout/x, screen: X }",
        "- { path: '/:rest(.*)*', screen: NotFound }",
      ])
    #expect(imported.text.contains("caseSensitive: false\n"))
    #expect(imported.text.contains("  login: { challenge: /login }\n"))
    #expect(
      imported.remarks.filter { $0.contains("dropped") } == [
        "13:13: '/f' is dropped: a function decides where it is redirected to",
        "14:13: '/n' is dropped: no record is called 'none'",
        "15:45: the key 'beforeEnter' is dropped: it looks like a gate, and 1 route has it",
        "18:3: 'a record' is dropped: it has no text 'path'",
        "18:35: '/empty' is dropped: it has neither a component nor a redirect",
      ])
    #expect(imported.stack(of: "/me") == "home > profile(id=1)")
    #expect(imported.stack(of: "/u/7") == "home > profile(id=7)")
    #expect(imported.stack(of: "/u/x") == "home > NotFound(rest=users/x)")
    #expect(imported.stack(of: "/KONTO/orders") == "deferred(login)")
  }

  @Test func `a screen without a name has the words of its path, read as bytes`() throws {
    let records = #"[{"path":"/a\u0301b/c","component":{"$component":""}}]"#
    let imported = try Imported(.vueRouter, records)
    #expect(imported.settled.routes.first?.draft?.screen?.value == "ABC")
    #expect(imported.settled.count(.taken) == 1)
  }

  /// A redirect, and the link of the route file.
  static let redirects: [(redirect: String, link: String)] = [
    (
      ##"{"path":"/users/9","query":{"tab":"a b","n":[1,2]},"hash":"#top"}"##,
      "/users/9?tab=a%20b&n=1&n=2#top"
    ),
    (##"{"path":"/users/9?x=1","query":{"y":"2"}}"##, "/users/9?x=1&y=2"),
    (##"{"name":"user","params":{"id":"9"}}"##, "/users/9"),
    (##"{"name":"user","params":{"id":9},"query":{"tab":"x"}}"##, "/users/9?tab=x"),
    (##"{"name":"post","params":{"slug":["a","b:c"]}}"##, "/posts/a/b%3Ac"),
    (##"{"name":"page"}"##, "/pages/:id"),
    (##"{"name":"user"}"##, "/users/:id"),
    // Without a value, an optional part is left out.
    (##"{"name":"post"}"##, "/posts/"),
    (##"{"name":"tab","params":{}}"##, "/tabs/"),
    (##"{"name":"tab"}"##, "/tabs/:id"),
    (##""/users/9:""##, #"/users/9\:"#),
    ("\"\\u0301\"", "/\u{301}"),
  ]

  @Test(arguments: redirects.indices)
  func `a redirect keeps its values`(index: Int) throws {
    let row = Self.redirects[index]
    let source = ##"""
      [ { "path": "/from/:id", "redirect": \##(row.redirect) },
        { "path": "/users/:id(\\d+)", "name": "user", "component": "User" },
        { "path": "/users/:id(\\d+):", "component": "Colon" },
        { "path": "/posts/:slug(.*)*", "name": "post", "component": "Post" },
        { "path": "/pages/:id", "name": "page", "component": "Page" },
        { "path": "/tabs/:id?", "name": "tab", "component": "Tab" },
        { "path": "/:any", "component": "Any" } ]
      """##
    let imported = try Imported(.vueRouter, source)
    let route = imported.settled.routes.first?.draft
    #expect(route?.redirect?.value == row.link, "\(imported.remarks)")
  }

  @Test func `a redirect to a path with a parameter that the link lacks is dropped`() throws {
    let source =
      #"[{"path":"/","component":"H"},{"path":"/a/:x","redirect":{"name":"user"}},"#
      + #"{"path":"/users/:id","name":"user","component":"User"}]"#
    #expect(
      try Imported(.vueRouter, source).remarks == [
        "1:39: '/a/:x' is dropped: the path of 'user' has parameters without a value"
      ])
  }

  @Test func `an escaped bracket in an expression ends a group`() throws {
    let source = #"[{"path":"/","component":"H"},{"path":"/:x((?:a|b\\))/c","component":"X"}]"#
    let imported = try Imported(.vueRouter, source)
    #expect(imported.stack(of: "/b/c") == "H > X(x=b)")
    #expect(imported.stack(of: "/c/c") == "refused(not-found)")
  }

  /// Records, and the links that they open elsewhere: the link, the path that Vue Router takes, and
  /// the one of the route file. The winners are those of `createRouterMatcher` of its sources.
  static let orders: [(records: String, differences: [String])] = [
    (
      #"{"path":"/:team?/boards/:id?","component":"B"},"#
        + #"{"path":"/:team?/help/:topic(.*)?","component":"H"}"#,
      ["/help/boards /:team?/boards/:id? /:team?/help/:topic(.*)?"]
    ),
    // Both decide for the text that comes first.
    (
      #"{"path":"/shop/:landing(.*)?","component":"L"},"#
        + #"{"path":"/:seo(.*)?/p/:product","component":"P"},{"path":"/shop/x","component":"X"},"#
        + #"{"path":"/:rest(.*)*","component":"R"}"#, []
    ),
    // A text of 80 is ahead of an expression of 70 and of a name of 60, whatever follows.
    (#"{"path":"/:a/b","component":"A"},{"path":"/a/:b","component":"B"}"#, []),
    // The first of two equal scores, though one has fewer links.
    (
      #"{"path":"/:x(\\d+)-a","component":"X"},{"path":"/:y([1-3]+)-a","component":"Y"}"#,
      ["/1-a /:x(\\d+)-a /:y([1-3]+)-a"]
    ),
    // A parameter of 70 is ahead of two of 60 with a text between them.
    (#"{"path":"/:a-:b","component":"A"},{"path":"/:c(\\d.*)","component":"C"}"#, []),
  ]

  @Test(arguments: orders.indices)
  func `links that Vue Router opens elsewhere are named`(index: Int) throws {
    let row = Self.orders[index]
    let imported = try Imported(
      .vueRouter, #"[{"path":"/","component":"Home"},\#(row.records)]"#)
    let overlaps = imported.settled.overlaps
    #expect(overlaps.allSatisfy { $0.isDecided })
    #expect(
      overlaps.map { "\($0.link) \($0.route.value) \($0.taker.value)" } == row.differences,
      "\(imported.remarks)")
    for overlap in overlaps {
      let screen = imported.settled.routes.first { $0.source.value == overlap.taker.value }?
        .draft?.screen?.value
      #expect(imported.stack(of: overlap.link).contains("\(screen ?? "?")("))
    }
  }

  @Test func `the order of Vue Router 3 is not taken for that of Vue Router 4`() throws {
    let records = "[" + Self.orders[0].records + #",{"path":"*","component":"N"}]"#
    let overlaps = try Imported(.vueRouter, records).settled.overlaps
    #expect(!overlaps.isEmpty && overlaps.allSatisfy { !$0.isDecided })
    let old = try Imported(.vueRouter, #"{"mode":"history","routes":[\#(Self.orders[0].records)]}"#)
    #expect(!old.settled.overlaps.isEmpty && old.settled.overlaps.allSatisfy { !$0.isDecided })
  }

  /// A record of Vue Router 3, and its route.
  static let oldRecords: [(record: String, route: String)] = [
    (#"{"path":"/files/*","component":"F"}"#, "{ path: '/files{/*}?', screen: F }"),
    (#"{"path":"*","component":"F"}"#, "{ path: '/{*}?', screen: F }"),
    (#"{"path":"/u-*","component":"F"}"#, "{ path: '/u-{*}?', screen: F }"),
    (#"{"path":"/a/*/b","component":"F"}"#, "{ path: '/a/*/b', screen: F }"),
    (#"{"path":"/a\\*","component":"F"}"#, #"{ path: '/a\*', screen: F }"#),
    (#"{"path":"/old/:id","redirect":"/items/:id"}"#, "{ path: /old/:id, redirect: /items/:id }"),
    (
      #"{"path":"/old","redirect":{"path":"items/:id","params":{"id":"7"}}}"#,
      "{ path: /old, redirect: /items/7 }"
    ),
  ]

  @Test(arguments: oldRecords.indices)
  func `paths and redirects of Vue Router 3 have its syntax`(index: Int) throws {
    let row = Self.oldRecords[index]
    let records =
      #"[\#(row.record),{"path":"/","component":"H"},{"path":"/items/:id","component":"I"}]"#
    let imported = try Imported(.vueRouter, #"{"mode":"history","routes":\#(records)}"#)
    #expect(imported.routeLines.first == "- \(row.route)", "\(imported.remarks)")
    #expect(!imported.remarks.contains { $0.contains("dropped") }, "\(imported.remarks)")
  }

  @Test func `a redirect of Vue Router 3 to a part that the link lacks is dropped`() throws {
    let source = #"""
      [{"path":"*","component":"N"},{"path":"/","component":"H"},
      {"path":"/a/:x","redirect":"/items/:id"},{"path":"/b/*","redirect":"/c/*"}]
      """#
    #expect(
      try Imported(.vueRouter, source).remarks == [
        "2:9: '/a/:x' is dropped: the redirect to '/items/:id' has parameters without a value",
        "2:50: '/b/*' is dropped: the redirect to '/c/*' has parameters without a value",
      ])
  }

  @Test func `of records with the same links, the one that Vue Router tries first is kept`() throws
  {
    let source = #"""
      [{"path":"/","component":"H"},{"path":"/a","redirect":"/b","children":[
      {"path":"","component":"A"}]},{"path":"/b","component":"B"},
      {"path":"/:x?/c","component":"X"},{"path":"/:y/c","component":"Y"}]
      """#
    let imported = try Imported(.vueRouter, source)
    #expect(imported.stack(of: "/a") == "H > A")
    #expect(imported.remarks.filter { $0.contains("dropped") }.count == 1, "\(imported.remarks)")
    #expect(imported.stack(of: "/q/c") == "H > Y(y=q)")
  }

  @Test func `options of the router that are left out have a remark`() throws {
    let source =
      #"{"history":{"base":"/app"},"strict":true,"routes":[{"path":"/","component":"H"}]}"#
    #expect(
      try Imported(.vueRouter, source).remarks == [
        "1:20: the base '/app' is dropped: the source does not name its host",
        "1:37: the key 'strict' is dropped: a slash at the end does not count",
      ])
  }

  /// The options of a router, and the bases or the remark.
  static let histories: [(options: String, bases: [String], remark: String?)] = [
    (#""history":{"base":null,"isHash":true}"#, [], "the history after '#' is dropped: "),
    (#""history":{"base":"/app","isHash":true}"#, [], "the history after '#' is dropped: "),
    (#""mode":"hash""#, [], "the history after '#' is dropped: "), (#""history":{}"#, [], nil),
    (
      #""history":{"base":"https://a.example/app/","isHash":true}"#,
      ["https://a.example/app/#/"], nil
    ),
    (#""history":{"base":"https://a.example/app"}"#, ["https://a.example/app"], nil),
  ]

  @Test(arguments: histories.indices)
  func `the base of a router's history is a base if it has a host`(index: Int) throws {
    let row = Self.histories[index]
    let source = #"{\#(row.options),"routes":[{"path":"/","component":"H"}]}"#
    let table = try ImportKind.vueRouter.table(Array(source.utf8), file: "source")
    #expect(table.bases == row.bases)
    let remarks = try Imported(table).remarks.filter { $0.contains("dropped") }
    #expect(remarks.count == (row.remark == nil ? 0 : 1), "\(remarks)")
    #expect(remarks.allSatisfy { $0.contains(row.remark ?? "") }, "\(remarks)")
  }

  @Test func `of named views, the default one names the screen`() throws {
    let imported = try Imported(
      .vueRouter,
      #"[{"path":"/","components":{"default":{"$component":"PX"},"side":"S","top":"T"}},"#
        + #"{"path":"/b","components":{"side":"S"}},{"path":"/c","components":{"default":"C"}}]"#)
    #expect(
      imported.routeLines == [
        "- { path: /, screen: PX }", "- { path: /b, screen: B }", "- { path: /c, screen: C }",
      ])
    #expect(
      imported.remarks.map { $0.drop { $0 != "'" } } == [
        "'/' is changed: without the views 'side', 'top'",
        "'/b' is changed: without the views 'side'",
      ])
  }

  // Goal: an imported path matches what it matches in Vue Router.
  // Method: the cases of its own tests; each holds, but for those that a rule of Signalbox excludes.
  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `paths match as Vue Router's own cases say`() throws {
    // Of a repeated parameter, the rest of the path is kept as written; patterns have no groups in
    // expressions; slashes at the end do not count; a match begins and ends with the path.
    let excluded = [8, 9, 79, 80, 81, 3, 4, 7, 12, 64, 70]
    let bytes = try readFile(corporaFolder + "/vue-router/cases.jsonl", bytesMax: 1_000_000)
    var holding = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let row = try JSON(parsing: Array(line))
      let number = row["id"]?.stringValue?.split(separator: "/").last.flatMap { Int($0) } ?? 0
      let options = row["options"]
      guard !excluded.contains(number), options?["start"] == nil, options?["end"] == nil else {
        continue
      }
      let pattern = row["pattern"]?.stringValue ?? ""
      let table = try ImportKind.vueRouter.table(
        Array(
          JSON.object([
            .init("sensitive", options?["sensitive"] ?? false),
            .init(
              "routes",
              [["path": .string(pattern), "component": "Found"]]),
          ]).text.utf8), file: "source")
      let imported = try Imported(table)
      let stack = imported.stack(of: link(ofPath: row["url"]?.stringValue ?? ""))
      let isFound = stack.contains("Found")
      let isExpected = row["expect"].map { !$0.isNull } ?? false
      #expect(isFound == isExpected, "\(number): \(pattern) \(stack)")
      holding += 1
    }
    #expect(holding > 50)
  }

  /// The link for a path, with `?` and `#` encoded, which would end the path.
  private func link(ofPath path: String) -> String {
    let text = path.replacing("?", with: "%3F").replacing("#", with: "%23")
    return text.hasPrefix("/") ? text : "/" + text
  }
}
