import Diagnostics
import Navigation
import RouteImport
import Testing

/// The nested routes of React Router, Angular and TanStack Router.
struct NestedRoutesTests {
  /// Records, and the routes.
  static let rows: [(kind: ImportKind, records: String, routes: [String])] = [
    (
      .reactRouter,
      #"{"path":"a","element":{"$component":"A"},"children":[{"index":true,"Component":"I"},"#
        + #"{"path":"b","lazy":{"$function":"B"}},{"children":[{"path":"c","id":"c"}]}]}"#,
      [
        "- { path: /a, screen: I }", "- { path: /a/b, screen: B }", "- { path: /a/c, screen: AC }",
      ]
    ),
    // A parent without an index is shown itself; a layout around an index is none.
    (
      .reactRouter,
      #"{"path":"a","Component":"A","children":[{"path":"b","Component":"B"}]},"#
        + #"{"path":"c","Component":"C","children":[{"children":[{"index":true,"Component":"D"}]}]}"#,
      ["- { path: /a, screen: A }", "- { path: /a/b, screen: B }", "- { path: /c, screen: D }"]
    ),
    (
      .reactRouter, #"{"path":":id?/x?/:y","Component":"A"},{"path":"f/*","Component":"F"}"#,
      ["- { path: '/:id?{/x}?/:y', screen: A }", "- { path: '/f{/*}?', screen: F }"]
    ),
    // An absolute path begins with that of its parent, and can be the same; others are refused.
    (
      .reactRouter,
      #"{"path":"/s","Component":"S","children":[{"path":"/s/a/:b","Component":"A","children":["#
        + #"{"path":"/s/a/:b/c","Component":"C"}]},{"path":"/s/","Component":"I"},"#
        + #"{"path":"/x","Component":"X"}]}"#,
      [
        "- { path: /s/a/:b, screen: A }", "- { path: /s/a/:b/c, screen: C }",
        "- { path: /s, screen: I }",
      ]
    ),
    // Children go on where the rest of a link begins.
    (
      .reactRouter,
      #"{"path":"/*","Component":"L","children":[{"index":true,"Component":"I"},"#
        + #"{"children":[{"path":"h","Component":"H"},{"path":"*","Component":"F"}]}]},"#
        + #"{"path":"d/*","Component":"D","children":[{"path":"x","Component":"X"},"#
        + #"{"path":"o","element":{"$component":"Navigate","$to":"x"}}]}"#,
      [
        "- { path: /, screen: I }", "- { path: /h, screen: H }", "- { path: '/{*}?', screen: F }",
        "- { path: '/d{/*}?', screen: D }", "- { path: /d/x, screen: X }",
        "- { path: /d/o, redirect: /d/o/x }",
      ]
    ),
    // A redirect is relative to the record with a path, and '..' to the one around it.
    (
      .reactRouter,
      #"{"path":"a/b","children":[{"children":[{"index":true,"element":{"$component":"Navigate","#
        + #""$to":"c"}},{"path":"d/e","element":{"$component":"Navigate","$to":"../c"}},"#
        + #"{"path":"f","element":{"$component":"Navigate","$to":{"pathname":"../../../g"}}},"#
        + #"{"path":"c","Component":"C"}]}]},{"path":"g","Component":"G"}"#,
      [
        "- { path: /a/b, redirect: /a/b/c }", "- { path: /a/b/d/e, redirect: /a/b/c }",
        "- { path: /a/b/f, redirect: /g }", "- { path: /a/b/c, screen: C }",
        "- { path: /g, screen: G }",
      ]
    ),
    (
      .reactRouter, #"{"path":"r/:id","Component":"A"},{"path":"r/:id.pdf","Component":"B"}"#,
      ["- { path: /r/:id, screen: A }", "- { path: '/r/{:id}.pdf', screen: B }"]
    ),
    (
      .reactRouter,
      #"{"path":"o","element":{"$component":"Navigate","$to":"/n"}},{"path":"n","Component":"N"}"#,
      ["- { path: /o, redirect: /n }", "- { path: /n, screen: N }"]
    ),
    (
      .angular,
      #"{"path":"","redirectTo":"h"},{"path":"h","component":{"$component":"H"}},"#
        + #"{"path":"a","canActivate":[{"$function":"authGuard"}],"component":"Shell","children":["#
        + #"{"path":"","component":"A"},{"path":":id","loadComponent":{"$function":"B"}},"#
        + #"{"path":"o/:x","redirectTo":":x"},{"path":"p","redirectTo":"/h"}]},"#
        + #"{"path":"**","redirectTo":"h"}"#,
      [
        "- { path: /auth, screen: Auth, links: [], as: sheet }", "- { path: /, redirect: /h }",
        "- { path: /h, screen: H }", "- { path: /a, screen: A, gates: auth }",
        "- { path: /a/:id, screen: B, gates: auth }", "- { path: /a/o/:x, redirect: /a/:x }",
        "- { path: /a/p, redirect: /h }", "- { path: '/{*}?', redirect: /h }",
      ]
    ),
    // Angular shows a component without a child for the rest of the link.
    (
      .angular,
      #"{"path":"","component":"H"},{"path":"p","component":"P","children":["#
        + #"{"path":":id","component":"D"}]},{"path":"g","children":[{"path":"x","component":"X"}]}"#,
      [
        "- { path: /, screen: H }", "- { path: /p, screen: P }", "- { path: /p/:id, screen: D }",
        "- { path: /g/x, screen: X }",
      ]
    ),
    // What a function matches does not take the path around it.
    (
      .angular,
      #"{"matcher":{"$function":"m"},"component":"M","children":[{"path":"x","component":"X"}]},"#
        + #"{"path":"","component":"H"}"#,
      ["- { path: /, screen: H }"]
    ),
    (
      .tanstack,
      #"{"path":"/posts","component":{"$component":"P"},"children":[{"path":"/","#
        + #""component":"I"},{"path":"$id","component":"D"}]},{"id":"_l","children":["#
        + #"{"path":"{-$lang}/a{$b}c","component":"L"}]},{"path":"f/$","component":"F"}"#,
      [
        "- { path: /posts, screen: I }", "- { path: /posts/:id, screen: D }",
        "- { path: '/:lang?/a{:b}c', screen: L }", "- { path: '/f{/*}?', screen: F }",
      ]
    ),
    // A rest with text around it takes several segments, too.
    (
      .tanstack,
      #"{"path":"docs/{$}.md","component":"D"},{"path":"a-{$}","component":"A"},"#
        + #"{"path":"f/x-{$}.t","component":"F"},{"path":"r/{$}","component":"R"}"#,
      [
        "- { path: '/docs/*.md', screen: D }", "- { path: '/a-{*}?', screen: A }",
        "- { path: '/f/x-{*}?.t', screen: F }", "- { path: '/r{/*}?', screen: R }",
      ]
    ),
  ]

  @Test(arguments: rows.indices) func `records become routes`(index: Int) throws {
    let row = Self.rows[index]
    let source = #"{"routes":[\#(row.records)]}"#
    let lines = try Imported(row.kind, source).routeLines
    #expect(lines.filter { !$0.contains("Start") } == row.routes)
  }

  /// Records, and the links that open another record in the router.
  @Test func `an absolute path that React Router refuses has a remark`() throws {
    let imported = try Imported(
      .reactRouter, #"[{"path":"a","Component":"A","children":[{"path":"/b","Component":"B"}]}]"#)
    #expect(
      imported.remarks.contains {
        $0.hasSuffix(
          "'/b' is dropped: React Router refuses it, since it does not begin with the path of the "
            + "route around it")
      }, "\(imported.remarks)")
  }

  static let orders: [(kind: ImportKind, records: String, differences: [String])] = [
    // Angular takes the first one.
    (
      .angular, #"{"path":"items/:id","component":"I"},{"path":"items/new","component":"N"}"#,
      ["/items/new /items/:id /items/new"]
    ),
    (.angular, #"{"path":"items/new","component":"N"},{"path":"items/:id","component":"I"}"#, []),
    (
      .angular,
      #"{"path":"items/:id","component":"I","canMatch":[{"$function":"f"}]},"#
        + #"{"path":"items/new","component":"N"}"#, []
    ),
    // React Router adds the scores of all segments.
    (
      .reactRouter, #"{"path":"a/:b/:c","Component":"B"},{"path":":a/b/c","Component":"A"}"#,
      ["/a/b/c /:a/b/c /a/:b/:c"]
    ),
    (.reactRouter, #"{"path":"a/:b","Component":"B"},{"path":":a/b","Component":"A"}"#, []),
    (
      .reactRouter, #"{"path":":a/b","Component":"A"},{"path":"a/:b","Component":"B"}"#,
      ["/a/b /:a/b /a/:b"]
    ),
    // TanStack Router prefers what it can parse, and then a priority.
    (
      .tanstack,
      #"{"path":"a/x{$b}","component":"B"},"#
        + #"{"path":"a/$c","component":"C","params":{"parse":{"$function":"p"}}}"#,
      ["/a/xa /a/$c /a/x{$b}"]
    ),
    (
      .tanstack,
      #"{"path":"a/x{$b}","component":"B","params":{"parse":{"$function":"p"},"priority":1}},"#
        + #"{"path":"a/$c","component":"C","params":{"parse":{"$function":"p"},"priority":2}}"#,
      ["/a/xa /a/$c /a/x{$b}"]
    ),
    (
      .tanstack,
      #"{"path":"a/x{$b}","component":"B","params":{"parse":{"$function":"p"},"priority":3}},"#
        + #"{"path":"a/$c","component":"C","params":{"parse":{"$function":"p"},"priority":2}}"#,
      []
    ),
    (
      .tanstack,
      #"{"path":"a/x{$}","component":"B"},"#
        + #"{"path":"a/$","component":"C","params":{"parse":{"$function":"p"}}}"#,
      ["/a/x /a/$ /a/x{$}"]
    ),
  ]

  @Test(arguments: orders.indices)
  func `links that the router opens elsewhere are named`(index: Int) throws {
    let row = Self.orders[index]
    let imported = try Imported(row.kind, #"{"routes":[\#(row.records)]}"#)
    #expect(
      imported.settled.overlaps.map { "\($0.link) \($0.route.value) \($0.taker.value)" }
        == row.differences, "\(imported.remarks)")
    #expect(imported.settled.overlaps.allSatisfy { $0.isDecided })
  }

  @Test func `of routes with the same links, the one with the greater priority is kept`() throws {
    let imported = try Imported(
      .tanstack,
      #"[{"path":"a/$b","component":"B"},{"path":"a/$c","component":"C","#
        + #""params":{"parse":{"$function":"p"},"priority":-9223372036854775808}}]"#)
    #expect(imported.routeLines.contains("- { path: /a/:c, screen: C }"))
    #expect(imported.remarks.contains { $0.contains("'/a/$b' is dropped: '/a/:c' at ") })
  }

  @Test func `the items that validateSearch is known to read are query items`() throws {
    let source = #"""
      {"routes":[{"path":"a","component":"A","validateSearch":{"$search":{"page":"int?!",
      "sort":"[new, old]?","tags":null,"x-y":"string?","id":"string?"}},"children":[
      {"path":"$id","component":"B","validateSearch":{"$search":{"page":"string?"}}}]}]}
      """#
    let imported = try Imported(.tanstack, source)
    #expect(
      imported.routeLines.suffix(2) == [
        "- { path: /a, screen: A, query: { page: 'int?!', sort: '[new, old]?', id: 'string?' } }",
        "- { path: /a/:id, screen: B, query: { sort: '[new, old]?', page: 'string?' } }",
      ])
    #expect(imported.remarks.contains { $0.contains("without 'tags' of 'validateSearch'") })
    #expect(!imported.remarks.contains { $0.contains("without 'validateSearch'") })
    #expect(imported.stack(of: "/a?page=x").hasSuffix("A"))
  }

  /// A redirect of Angular, and the link of the route file.
  static let redirects: [(text: String, link: String)] = [
    ("/a/:id?ref=y", "/a/:id?ref=y"), ("/a/:id#frag", "/a/:id#frag"), ("/a/:id;m=1", "/a/:id"),
    ("/a;m=1/:id;n;o=:2?u=/x//y#/z", "/a/:id?u=/x//y#/z"), ("/a/x:y?t=1:30", #"/a/x\:y?t=1\:30"#),
  ]

  @Test(arguments: redirects.indices)
  func `a redirect is read as a URL`(index: Int) throws {
    let row = Self.redirects[index]
    let imported = try Imported(
      .angular,
      #"[{"path":"","component":"H"},{"path":"p/:id","pathMatch":"full","#
        + #""redirectTo":"\#(row.text)"},{"path":"a/:id","component":"A"}]"#)
    let route = imported.settled.routes.first { $0.source.value == "/p/:id" }?.draft
    #expect(route?.redirect?.value == row.link, "\(imported.remarks)")
    #expect(
      imported.remarks.contains { $0.contains("without its matrix parameters") }
        == row.text.contains(";"), "\(imported.remarks)")
  }

  @Test func `what a route cannot express has a remark`() throws {
    let records = #"""
      [{"path":"","component":"H"},{"path":"r","redirectTo":{"$function":"r"}},
      {"path":"l","redirectTo":"o"},{"path":"f","pathMatch":"full","redirectTo":"o"},
      {"path":"x/:a","redirectTo":"/y/:b"},{"path":"q","redirectTo":"/o?a=1&b=:c"},
      {"path":"o","outlet":"side","component":"O"},
      {"matcher":{"$function":"m"},"component":"M"},
      {"path":"m","component":"M","canMatch":[{"$function":""}]}]
      """#
    let remarks = try Imported(.angular, records).remarks.map { $0.drop { $0 != "'" && $0 != "a" } }
    for expected in [
      "'/r' is dropped: a function decides where it is redirected to",
      "'/x/:a' is dropped: the redirect needs a value for ':b'",
      "'/q' is dropped: the redirect needs a value for ':c'",
      "'/l' is changed: without longer links, which Angular redirects, too",
      "'/o' is dropped: it is for the outlet 'side'",
      "'a route' is dropped: the function of 'matcher' decides which links open it and its children",
      "a guard of 'canMatch' is dropped: it has no name",
    ] { #expect(remarks.contains { $0 == expected }, "\(remarks)") }
    #expect(!remarks.contains { $0.hasPrefix("'/f' is changed") }, "\(remarks)")
  }

  @Test func `a base and paths after a hash have remarks, and case is that of the router`() throws {
    let records = #"[{"path":"/","Component":"H"},{"path":"a","Component":"A"}]"#
    for (options, remark) in [
      (#""basename":"/app""#, "the base '/app' is dropped: the source does not name its host"),
      (#""isHash":true"#, "the history after '#' is dropped: the source does not name its host"),
    ] {
      let imported = try Imported(.reactRouter, #"{\#(options),"routes":\#(records)}"#)
      #expect(imported.routeLines == ["- { path: /, screen: H }", "- { path: /a, screen: A }"])
      #expect(imported.stack(of: "/A") == "H > A")
      #expect(imported.remarks.contains { $0.hasSuffix(remark) }, "\(imported.remarks)")
    }
    #expect(try !Imported(.angular, #"[{"path":"a","component":"A"}]"#).text.contains("caseSens"))
    for (option, isSensitive) in [("", false), (#""caseSensitive":true,"#, true)] {
      let source =
        #"{\#(option)"routeTree":{"children":[{"path":"/a","component":"A","#
        + #""caseSensitive":true}]}}"#
      let imported = try Imported(.tanstack, source)
      #expect(!imported.text.contains("caseSensitive: false") == isSensitive)
      #expect(
        imported.remarks.contains { $0.contains("'/a' is changed: without 'caseSensitive'") }
          == !isSensitive,
        "\(imported.remarks)")
    }
  }

  @Test func `links after a '#' have a remark`() throws {
    let source = #"{"isHash":true,"routes":[{"path":"","component":"H"}]}"#
    #expect(
      try Imported(.angular, source).remarks == [
        "1:11: the history after '#' is dropped: the source does not name its host"
      ])
  }

  @Test func `a source without routes is an error`() {
    for kind in [ImportKind.reactRouter, .angular, .tanstack] {
      let error = #expect(throws: Diagnostic.self) { try Imported(kind, "{}") }
      #expect(error?.message == "there is no list of routes")
    }
  }
}

/// The log of go_router.
struct GoRouterTests {
  /// A log, and the routes.
  static let logs: [(log: String, routes: [String])] = [
    (
      """
      flutter: [GoRouter] Full paths for routes:
      flutter: \u{251C}\u{2500}/old (OldScreen)
      I/flutter (1): [GoRouter] Full paths for routes:
      I/flutter (1): \u{251C}\u{2500}/ (HomeScreen)
      I/flutter (1): \u{2502} \u{251C}\u{2500}/a/:id(\\d+) (Widget)
      I/flutter (1): \u{2502} \u{2514}\u{2500}/a/:x-:y/b \r
      I/flutter (1): \u{2514}\u{2500} (ShellRoute)
      I/flutter (1): known full paths for route names:
      I/flutter (1):   item => /a/:id(\\d+)
      I/flutter (1): [GoRouter] going to /x
      I/flutter (1):   later => /none
      """,
      [
        "- { path: /, screen: HomeScreen }", #"- { path: '/a/:id(\d+)', screen: item }"#,
        "- { path: '/a/{:x}-{:y}/b', screen: AB }",
      ]
    ),
    (
      "GoRouter: known full paths for routes:\nGoRouter:   => /\nGoRouter:   =>   /f/:id\n",
      ["- { path: /, screen: Home }", "- { path: /f/:id, screen: F }"]
    ),
    // Names with blanks, parentheses and arrows.
    (
      """
      [GoRouter] Full paths for routes:
                 \u{251C}\u{2500}/orders (Widget)
                 \u{2502} \u{2514}\u{2500}/orders/all (Widget)
                 \u{251C}\u{2500}/a b (APage)
                 \u{2514}\u{2500}/c
                 known full paths for route names:
                   Orders (state) => /orders (case-insensitive)
                   All Orders (state) => /orders/all
                   b => c => /c
      """,
      [
        "- { path: /orders, screen: Orders_state }",
        "- { path: /orders/all, screen: All_Orders_state }",
        "- { path: '/a b', screen: APage }", "- { path: /c, screen: b_c }",
      ]
    ),
  ]

  @Test(arguments: logs.indices) func `the last list of paths of a log is read`(index: Int) throws {
    let row = Self.logs[index]
    #expect(try Imported(.goRouter, row.log).routeLines == row.routes)
  }

  @Test func `links that go_router opens elsewhere are named`() throws {
    for (first, second, differences) in [
      ("/users/:id (User)", "/users/new (NewUser)", ["/users/new /users/:id /users/new"]),
      ("/users/new (NewUser)", "/users/:id (User)", []),
    ] {
      let log = "Full paths for routes:\n\u{251C}\u{2500}\(first)\n\u{2514}\u{2500}\(second)\n"
      let overlaps = try Imported(.goRouter, log).settled.overlaps
      #expect(
        overlaps.map { "\($0.link) \($0.route.value) \($0.taker.value)" } == differences)
      #expect(overlaps.allSatisfy { $0.isDecided })
    }
  }

  @Test func `a route has its place in the log, and a log without paths is an error`() throws {
    let log = "x\nFull paths for routes:\n\u{2514}\u{2500}/a (A)\n"
    #expect(try Imported(.goRouter, log).settled.routes.first?.source.position?.column == 3)
    let error = #expect(throws: Diagnostic.self) { try Imported(.goRouter, "going to => /a") }
    #expect(error?.advice?.contains("debugLogDiagnostics: true") == true)
  }
}
