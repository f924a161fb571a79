import Diagnostics
import Navigation
import RouteImport
import Testing

/// Keys of routes that become gates.
struct GateKeysTests {
  struct Row: Sendable {
    let kind: ImportKind
    let records: String
    var gates: [String] = []
    var excluded: [String] = []
    /// The gates of each route with a screen, by path.
    let result: [String]
    /// The ends of the remarks about keys.
    var remarks: [String] = []
  }

  static let middleware =
    #"{"path":"/login","component":"L","meta":{"middleware":["guest"]}},"#
    + #"{"path":"/a","component":"A","meta":{"middleware":["authenticated"]},"children":["#
    + #"{"path":"","component":"B"},{"path":"c","component":"C","meta":{"middleware":["x"]}}]},"#
    + #"{"path":"/d","component":"D","meta":{"middleware":["authenticated","admin"]}}"#

  static let guarded =
    #"{"path":"/login","element":{"$component":"Login"}},{"element":{"$component":"RequireAuth"},"#
    + #""children":[{"path":"o","element":{"$component":"O"}},{"path":"p","element":{"#
    + #""$component":"P","$wrappers":[{"$component":"AdminGuard"}]}}]},"#
    + #"{"path":"a","element":{"$component":"A","$wrappers":[{"$component":"Suspense"},"#
    + #"{"$component":"RequireAuth"}]}},"#
    + #"{"path":"g","element":{"$component":"G","$wrappers":[{"$component":"RequireGuest"}]}}"#

  static let roles =
    #"{"path":"/","element":{"$component":"Home"}},"#
    + #"{"path":"a","element":{"$component":"A","$wrappers":[{"$component":"RequireRole","#
    + #""$props":"role=admin"}]}},{"element":{"$component":"RequireRole","#
    + #""$props":"role=billing-staff"},"children":[{"path":"b","element":{"$component":"B"}}]}"#

  static let rows = [
    // The same component, given something else, is another gate.
    Row(
      kind: .reactRouter, records: roles, result: ["/a", "/b"],
      remarks: [
        "'element' is dropped: it looks like a gate, and 2 routes have it: "
          + "'RequireRole role=admin' of 1, 'RequireRole role=billing-staff' of 1. Make it one "
          + "with --gate 'element=RequireRole role=admin', or leave it out with --no-gate element."
      ]),
    Row(
      kind: .reactRouter, records: roles,
      gates: ["element=RequireRole role=admin", "element=RequireRole role=billing-staff"],
      result: ["/a roleAdmin", "/b roleBillingStaff"],
      remarks: [
        "'element=RequireRole role=admin' is changed: it becomes the gate 'roleAdmin' of 1 route.",
        "'element=RequireRole role=billing-staff' is changed: it becomes the gate "
          + "'roleBillingStaff' of 1 route.",
      ]),
    Row(
      kind: .reactRouter, records: roles, gates: ["element=RequireRole"],
      result: ["/a role", "/b role"],
      remarks: ["'element=RequireRole' is changed: it becomes the gate 'role' of 2 routes."]),
    Row(
      kind: .vueRouter, records: middleware,
      result: ["/login", "/a", "/a/c", "/d"],
      remarks: [
        "'meta.middleware' is dropped: it looks like a gate, and 4 routes have it: 'guest' of 1, "
          + "'authenticated' of 2, 'x' of 1, 'admin' of 1. Make it one with "
          + "--gate meta.middleware=authenticated, or leave it out with --no-gate meta.middleware."
      ]),
    // Components of layouts, and those around others.
    Row(
      kind: .reactRouter, records: guarded,
      result: ["/login", "/o", "/p", "/a", "/g"],
      remarks: [
        "'element' is dropped: it looks like a gate, and 3 routes have it: 'RequireAuth' of 2, "
          + "'AdminGuard' of 1. Make it one with --gate element=RequireAuth, or leave it out with "
          + "--no-gate element."
      ]),
    Row(
      kind: .reactRouter, records: guarded, gates: ["element=RequireAuth"],
      result: ["/login", "/o auth", "/p auth", "/a auth", "/g"],
      remarks: [
        "'element=RequireAuth' is changed: it becomes the gate 'auth' of 3 routes."
      ]),
    Row(
      kind: .reactRouter, records: guarded, excluded: ["element"],
      result: ["/login", "/o", "/p", "/a", "/g"]),
    // The innermost record decides.
    Row(
      kind: .vueRouter, records: middleware,
      gates: ["meta.middleware=authenticated", "meta.middleware=admin"],
      result: ["/login", "/a authenticated", "/a/c", "/d authenticated admin"],
      remarks: [
        "'meta.middleware=admin' is changed: it becomes the gate 'admin' of 1 route.",
        "'meta.middleware=authenticated' is changed: it becomes the gate 'authenticated' of 2 "
          + "routes.",
      ]),
    Row(
      kind: .vueRouter, records: middleware, excluded: ["meta.middleware"],
      result: ["/login", "/a", "/a/c", "/d"]),
    Row(
      kind: .vueRouter,
      records: #"{"path":"/login","component":"L","meta":{"public":true}},"#
        + #"{"path":"/a","component":"A"},{"path":"/b","component":"B","meta":{"public":false}},"#
        + #"{"path":"/r","redirect":"/a"}"#, gates: ["!meta.public"],
      result: ["/login", "/a login", "/b login"],
      // The first route, too.
      remarks: ["'!meta.public' is changed: it becomes the gate 'login' of 3 routes."]),
    Row(
      kind: .vueRouter,
      records: #"{"path":"/login","component":"L","meta":{"isPublic":true}}"#, result: ["/login"],
      remarks: [
        "'meta.isPublic' is dropped: it looks like a gate, and 1 route has it. Make it one with "
          + "--gate '!meta.isPublic', or leave it out with --no-gate meta.isPublic."
      ]),
    // A gate that is known stays one, unless an option says otherwise.
    Row(
      kind: .vueRouter,
      records: #"{"path":"/a","component":"A","meta":{"requiresAuth":true,"roles":[]}},"#
        + #"{"path":"/b","component":"B","meta":{"auth":{"role":7},"author":"x"}}"#,
      gates: ["meta.auth.role"], result: ["/a login", "/b role"],
      remarks: ["'meta.auth.role' is changed: it becomes the gate 'role' of 1 route."]),
    Row(
      kind: .vueRouter,
      records: #"{"path":"/a","component":"A","meta":{"requiresAuth":true}}"#,
      excluded: ["meta.requiresAuth"], result: ["/a"]),
    // Guards of all records around it count.
    Row(
      kind: .vueRouter,
      records: #"{"path":"/a","component":"A","beforeEnter":{"$function":"userGuard"},"#
        + #""children":[{"path":"b","component":"B","beforeEnter":{"$function":"other"}}]}"#,
      gates: ["beforeEnter=userGuard"], result: ["/a user", "/a/b user"],
      remarks: ["'beforeEnter=userGuard' is changed: it becomes the gate 'user' of 2 routes."]),
    Row(
      kind: .reactRouter,
      records: #"{"path":"a","Component":"A","handle":{"requiresLogin":true},"children":["#
        + #"{"path":"b","Component":"B"}]},"#
        + #"{"path":"c","Component":"C","loader":{"$function":"requireUser"}}"#,
      gates: ["handle.requiresLogin"], result: ["/a login", "/a/b login", "/c"],
      remarks: [
        "'handle.requiresLogin' is changed: it becomes the gate 'login' of 2 routes.",
        "'loader' is dropped: it looks like a gate, and 1 route has it: 'requireUser' of 1. Make "
          + "it one with --gate loader=requireUser, or leave it out with --no-gate loader.",
      ]),
    // A function of a package is known by its name.
    Row(
      kind: .reactRouter,
      records: #"{"path":"a","Component":"A","loader":{"$unknown":"@a/b.userGuard","#
        + #""$function":"userGuard"}}"#,
      gates: ["loader=userGuard"], result: ["/a user"],
      remarks: ["'loader=userGuard' is changed: it becomes the gate 'user' of 1 route."]),
    Row(
      kind: .angular,
      records: #"{"path":"a","component":"A","canActivate":[{"$function":"authGuard"},"#
        + #"{"$function":"flagGuard"}],"data":{"roles":["admin"]}}"#,
      gates: ["data.roles=admin"], excluded: ["canActivate=flagGuard"], result: ["/a auth admin"],
      remarks: ["'data.roles=admin' is changed: it becomes the gate 'admin' of 1 route."]),
    Row(
      kind: .tanstack,
      records: #"{"path":"a","component":"A","staticData":{"private":true}}"#,
      gates: ["staticData.private"], result: ["/a private"],
      remarks: ["'staticData.private' is changed: it becomes the gate 'private' of 1 route."]),
    // What a server does, and functions for the search, are no gates.
    Row(
      kind: .tanstack,
      records: #"{"path":"a","component":"A","server":{"handlers":{"GET":{"$function":"auth"}}},"#
        + #""search":{"middlewares":[{"$function":"keepUser"}]}}"#,
      result: ["/a"]),
    Row(
      kind: .json,
      records: #"{"path":"/a","screen":"A","needsAuth":1,"children":["#
        + #"{"path":"b","screen":"B"}]}"#, gates: ["needsAuth"], result: ["/a auth", "/a/b auth"],
      remarks: ["'needsAuth' is changed: it becomes the gate 'auth' of 2 routes."]),
  ]

  /// The kind, the value of its key for guards, and the remark about what is left out.
  static let besides: [(kind: ImportKind, key: String, value: String, remark: String)] = [
    (
      .vueRouter, "beforeEnter", #"[{"$function":"admin"},{"$function":"other"}]"#,
      "without its guard 'other' of 'beforeEnter'"
    ),
    (
      .vueRouter, "beforeEnter", #"[{"$function":"admin"},{"$function":""}]"#,
      "without its guard a function of 'beforeEnter'"
    ),
    (.vueRouter, "beforeEnter", #"[{"$function":"admin"}]"#, ""),
    (
      .vueRouter, "meta", #"{"beforeEnter":["admin","b","c"]}"#,
      "without 'b', 'c' of 'beforeEnter' of"
    ),
    (.reactRouter, "loader", #"[{"$function":"admin"},{"$function":"b"}]"#, "without 'b' of"),
    (.json, "guards", #"["admin","b"]"#, "the key 'b' of 'guards' is left out"),
  ]

  @Test(arguments: besides.indices) func `a guard next to one that is a gate is named`(
    index: Int
  ) throws {
    let row = Self.besides[index]
    let isJSON = row.kind == .json
    let source =
      #"{"routes":[{"path":"/","\#(isJSON ? "screen" : "component")":"H","#
      + #""\#(row.key)":\#(row.value)}]}"#
    let key = row.key == "meta" ? "meta.beforeEnter" : row.key
    let imported = try Imported(
      row.kind.table(
        Array(source.utf8), file: "source", gates: GateKeys(gates: [key + "=admin"])))
    let remarks = imported.settled.allRemarks.map(\.diagnostic.message)
      .filter { $0.hasPrefix("'/' is changed") }
    #expect(remarks.count == (row.remark.isEmpty ? 0 : 1), "\(remarks)")
    #expect(remarks.allSatisfy { $0.contains(row.remark) }, "\(remarks)")
  }

  @Test(arguments: rows.indices) func `keys become gates`(index: Int) throws {
    let row = Self.rows[index]
    let source =
      #"{"routes":[{"path":"/","\#(row.kind == .json ? "screen" : "component")":"H"},"#
      + row.records + "]}"
    let imported = try Imported(
      row.kind.table(
        Array(source.utf8), file: "source",
        gates: GateKeys(gates: row.gates, excluded: row.excluded)))
    let routes = imported.settled.routes.compactMap(\.draft).filter { $0.screen != nil }
    let found = routes.map { ([$0.path.value] + $0.gates.map(\.value)).joined(separator: " ") }
    #expect(found.dropFirst() == row.result[...])
    let keys = imported.settled.allRemarks.filter { $0.subject.hasPrefix("the key ") }.map {
      remark in
      remark.diagnostic.message.dropFirst("the key ".count) + "."
        + (remark.diagnostic.advice.map { " " + $0 } ?? "")
    }
    #expect(keys.sorted() == row.remarks.map { $0[...] })
  }

  /// Options, and the error.
  static let mistakes: [(gates: [String], excluded: [String], message: String)] = [
    (["meta.rolle"], [], "no route has the key 'meta.rolle'. Did you mean 'meta.role'?"),
    ([], ["x"], "no route has the key 'x'. Correct the option, or leave it out."),
    (
      ["meta.role=y"], [],
      "no route gets a gate by the key 'meta.role=y'. Correct the option, or leave it out."
    ),
    (
      ["meta.role=edtor"], [],
      "no route gets a gate by the key 'meta.role=edtor'. Did you mean the value 'editor'?"
    ),
    ([""], [], "'' names no key of a route. Write KEY"),
    (["!"], [], "'!' names no key of a route."),
    (["a="], [], "'a=' names no key of a route."), ([], ["=b"], "'=b' names no key of a route."),
    (["\u{301}."], [], "no route has the key '\u{301}'."),
  ]

  @Test(arguments: mistakes.indices) func `an option without its key is an error`(index: Int) {
    let row = Self.mistakes[index]
    let source = #"[{"path":"/","component":"A","meta":{"role":"editor"}}]"#
    let error = #expect(throws: Diagnostic.self) {
      let keys = try GateKeys(gates: row.gates, excluded: row.excluded)
      return try ImportKind.vueRouter.table(Array(source.utf8), file: "source", gates: keys)
    }
    let text = (error?.message ?? "") + ". " + (error?.advice ?? "")
    #expect(text.hasPrefix(row.message), "\(text)")
  }

  @Test func `keys of screens and groups of React Navigation become gates`() throws {
    let linking = #"""
      {"screens":{"Main":{"auth":true,"screens":{"Home":"home","Item":{"path":"items/:id"}}},
      "Guest":{"screens":{"Login":{"path":"login"}}}}}
      """#
    let keys = try GateKeys(gates: ["auth"])
    let imported = try Imported(
      ImportKind.reactNavigation.table(Array(linking.utf8), file: "source", gates: keys))
    #expect(imported.coordinatorLines.contains("Main: { kind: stack, start: /home, gates: auth }"))
    #expect(imported.stack(of: "/items/7") == "deferred(auth)")
    // A root cannot require a gate, but its routes do.
    let whole = linking.replacing(
      #""Guest":{"screens":{"Login":{"path":"login"}}}"#, with: #""Login":"login""#)
    let open = try Imported(
      ImportKind.reactNavigation.table(Array(whole.utf8), file: "source", gates: keys))
    #expect(open.coordinatorLines == ["root: { kind: stack, start: /login }"])
    #expect(open.stack(of: "/items/7") == "deferred(auth)")
    let tree = #"""
      {"$navigator":"Stack","screens":{"Home":{"linking":""},"Login":{"linking":"login"}},
      "groups":{"User":{"screenOptions":{"requiresAuth":true},"screens":{"A":{"linking":"a"},
      "B":{"linking":"b","screenOptions":{"requiresAuth":false}}}}}}
      """#
    let table = try ImportKind.reactNavigation.table(
      Array(tree.utf8), file: "source", gates: GateKeys(gates: ["screenOptions.requiresAuth"]))
    let routes = try Imported(table).routeLines
    #expect(routes.contains("- { path: /a, screen: A, in: root, gates: auth }"), "\(routes)")
    #expect(routes.contains("- { path: /b, screen: B, in: root }"), "\(routes)")
  }
}
