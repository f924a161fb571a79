import Diagnostics
import RouteImport
import TestSupport
import Testing

/// Tables as CSV and as JSON.
struct TableTests {
  /// A table, and the routes that are written for it.
  static let rows: [(kind: ImportKind, source: String, routes: [String])] = [
    (
      .csv, "path,screen\n/,Home\n/movies/:id,Movie\n",
      ["- { path: /, screen: Home }", "- { path: /movies/:id, screen: Movie }"]
    ),
    // Without a first line of names; blanks, quotes, CR LF and a byte order mark.
    (
      .csv, "\u{FEFF}/ , Home\r\n\"/a,b\",\"He said \"\"hi\"\"\"\r\n",
      ["- { path: /, screen: Home }", "- { path: '/a,b', screen: He_said_hi }"]
    ),
    (
      .csv, "path,gate,screen\n/,,Home\n", ["- { path: /, screen: Home }"]
    ),
    // The path in another column than the first.
    (
      .csv, "Screen,Path,Gate\nHome,/,\nA,/a,\n",
      ["- { path: /, screen: Home }", "- { path: /a, screen: A }"]
    ),
    // A first line that names the separator.
    (
      .csv, "\u{FEFF}sep=;\r\n/;Home\r\n/a,b;A\r\n",
      ["- { path: /, screen: Home }", "- { path: '/a,b', screen: A }"]
    ),
    (.csv, "sep=|\n/|Home\n", ["- { path: /, screen: Home }"]),
    // A mark that combines with a quotation mark.
    (
      .csv, "/,Home\n/it'\u{301},It\n",
      ["- { path: /, screen: Home }", "- { path: '/it''\u{301}', screen: It }"]
    ),
    (
      .csv, "path;screen;gate\r\n/;Home;\r\n/a,b;\"A;B\";\r\n",
      ["- { path: /, screen: Home }", "- { path: '/a,b', screen: A_B }"]
    ),
    (.csv, "/\tHome\n/a;b\tA\n", ["- { path: /, screen: Home }", "- { path: '/a;b', screen: A }"]),
    (
      .csv, "/login,Login\n/me,Account,\"login,premium\"\n/us,Us,login premium\n",
      [
        "- { path: /premium, screen: Premium, links: [], as: sheet }",
        "- { path: /login, screen: Login }",
        "- { path: /me, screen: Account, gates: [login, premium] }",
        "- { path: /us, screen: Us, gates: [login, premium] }",
      ]
    ),
    (
      .csv,
      "# a comment\n/,Home\nhttps://a.example/items/{id},Item\nitems/<int:id>/x/<path:rest>,X\n",
      [
        "- { path: /, screen: Home }", "- { path: /items/:id, screen: Item }",
        "- { path: '/items/:id/x/:rest+', screen: X, params: { id: int } }",
      ]
    ),
    (
      .json, #"[{"path":"/","screen":"Home","children":[{"path":"a/:id","screen":"A"}]}]"#,
      ["- { path: /, screen: Home }", "- { path: /a/:id, screen: A }"]
    ),
    // Gates guard what is below.
    (
      .json,
      #"[{"path":"/","screen":"Home"},{"path":"/login","screen":"Login"},"#
        + #"{"path":"/me","screen":"Me","gates":["login"],"#
        + #""children":[{"path":"orders","screen":"Orders"}]}]"#,
      [
        "- { path: /, screen: Home }", "- { path: /login, screen: Login }",
        "- { path: /me, screen: Me, gates: login }",
        "- { path: /me/orders, screen: Orders, gates: login }",
      ]
    ),
    (
      .json,
      #"{"routes":[{"path":"/","screen":"Home"},{"path":"/x/:id","screen":"X","params":{"id":"int"},"#
        + #""query":{"tab":"[a, b]?"},"values":{"kind":"x"},"as":"sheet","parents":["/"]},"#
        + #"{"path":"/old/:id","redirect":"/x/:id","params":{"id":"int"}},"#
        + #"{"path":"/web/*","as":"outside"}]}"#,
      [
        "- { path: /, screen: Home }",
        "- path: /x/:id", "  screen: X", "  params: { id: int }", "  query: { tab: '[a, b]?' }",
        "  values: { kind: x }", "  as: sheet", "  parents: [/]",
        "- { path: /old/:id, redirect: /x/:id, params: { id: int } }",
        "- { path: '/web/*', as: outside }",
      ]
    ),
    // Names that a pattern cannot contain; counts and groups of a pattern are none.
    (
      .csv, "/,Home\n/a/{item-id}/{이름},A\n/:n(\\d{2}),N\n/x{-y}?,X\n",
      [
        "- { path: /, screen: Home }", "- { path: '/a/:item_id/:이름', screen: A }",
        "- { path: '/:n(\\d{2})', screen: N }", "- { path: '/x{-y}?', screen: X }",
      ]
    ),
    (
      .json,
      #"[{"path":"/","screen":"H"},{"path":"/{a-b}","screen":"A","params":{"a-b":["x","y"]}"#
        + #","values":{"n":5}}]"#,
      [
        "- { path: /, screen: H }",
        "- { path: /:a_b, screen: A, params: { a_b: [x, y] }, values: { n: '5' } }",
      ]
    ),
    // Characters that only an escape of eight digits can write.
    (
      .csv, "/,Home\n/\u{1F3F4}\u{E0067}\u{E007F},Flag\n/\u{200D},Joiner\n",
      [
        "- { path: /, screen: Home }",
        "- { path: \"/\u{1F3F4}\\U000e0067\\U000e007f\", screen: Flag }",
        "- { path: \"/\\u200d\", screen: Joiner }",
      ]
    ),
    // Gates and parents that are named twice, such as for the route around and for the route; of
    // members with the same key, the last one counts.
    (
      .json,
      #"{"gates":{"g":{"challenge":"/x"},"g":{"challenge":"/"},"#
        + #""h":{"challenge":"/","requires":["g","g"]}},"#
        + #""routes":[{"path":"/","screen":"Home"},{"path":"/a","screen":"A","gates":["h"],"#
        + #""children":[{"path":"b","screen":"B","gates":["g","h"],"parents":["/","/"],"#
        + #""values":{"v":"1","v":"2"}}]}]}"#,
      [
        "- { path: /, screen: Home }", "- { path: /a, screen: A, gates: h }",
        "- { path: /a/b, screen: B, values: { v: '2' }, parents: [/], gates: [h, g] }",
      ]
    ),
    // A mark that combines with a blank does not hide it.
    (
      .csv, "/login,Login\n/a,A,login \u{301}pro\n",
      [
        "- { path: /pro, screen: Pro, links: [], as: sheet }", "- { path: /login, screen: Login }",
        "- { path: /a, screen: A, gates: [login, pro] }",
      ]
    ),
  ]

  @Test(arguments: rows.indices)
  func `the routes of a table are written`(index: Int) throws {
    let row = Self.rows[index]
    #expect(try Imported(row.kind, row.source).routeLines == row.routes)
  }

  /// A table, and the remarks.
  static let faults: [(kind: ImportKind, source: String, remarks: [String])] = [
    (.csv, "/,Home\n/a,A,login,x\n", ["2:1: '/a' is dropped: the line has 4 cells, not 3"]),
    (
      .csv, "/,Home\n/a,\n,B\n",
      [
        "2:1: '/a' is dropped: it has no screen", "3:1: '' is dropped: it has no path",
      ]
    ),
    (
      .csv, "/,Home\n/:a,A\n/:b,B\n",
      ["3:1: '/:b' is dropped: '/:a' at source:2:1 matches the same links, such as '/a'"]
    ),
    (
      .csv, "/,tab.home\n/a,tab home\n",
      [
        "the spelling of 2 screens is changed: 'tab.home' is called 'tab_home', for example"
      ]
    ),
    (
      .json,
      #"{"coordinators":{"Marchés":{"kind":"stack","start":"/"}},"#
        + #""gates":{"a b":{"challenge":"/"}},"routes":[{"path":"/","screen":"A","in":"Marchés"}]}"#,
      [
        "the coordinator 'Marchés' is changed: it is called 'March_s'",
        "the gate 'a b' is changed: it is called 'a_b'",
      ]
    ),
    (
      .csv, "/,Home\n/a(,A\n",
      [
        "2:1: '/a(' is dropped: '/a(' is not a valid pattern: a regular expression '(' without its ')' at "
          + "column 3"
      ]
    ),
    (
      .json, #"[{"path":"/","screen":"A"},{"path":"/b","screen":"B","query":{"a[]":"int"}}]"#,
      ["1:28: '/b' is dropped: 'a[]' cannot be a name in 'query'"]
    ),
    (
      .json, #"[{"path":"/","screen":"A","values":{"a":"x\u0001"}}]"#,
      [
        "the screen 'Start' is added: no link without values opens a screen that can be the first",
        "1:2: '/' is dropped: the character U+0001 is not allowed in a route file",
      ]
    ),
    (
      .csv, "/:id,Item\n",
      [
        "the screen 'Start' is added: no link without values opens a screen that can be the first"
      ]
    ),
    (
      .csv, "/,Home\n/a,A,pro\n",
      ["the screen 'Pro' is added: gate 'pro' needs a screen that can open it"]
    ),
    (
      .csv, "/,Home\na b://x,A\nshop://y,B\nbox://z,C\n",
      [
        "2:1: 'a b://x' is dropped: 'a b://' is not a valid base: the link is malformed at byte 1: a "
          + "space"
      ]
    ),
    (
      .json,
      #"{"gates":{"login":{"challenge":"/","keep":"5m"}},"routes":[{"path":"/","screen":"A"},"#
        + #"{"path":"/b","screen":"B","gates":{"login":true},"values":{"x":[]},"in":7}]}"#,
      [
        "1:43: gate 'login' key 'keep' is dropped: it is not part of the schema",
        "1:86: '/b' is changed: 'gates' has a value of the wrong kind",
        "1:86: '/b' is changed: 'values' has a value of the wrong kind",
        "1:86: '/b' is changed: 'in' has a value of the wrong kind",
      ]
    ),
    (
      .json, #"[{"path":"/","screen":"A"},{"path":"/b","screen":"B","redirect":"/"}]"#,
      ["1:28: '/b' is dropped: 'screen' does not go with 'redirect'"]
    ),
    (
      .json,
      #"[{"path":"/","screen":"A"},{"path":"/b","redirect":"/","as":"sheet"},"#
        + #"{"path":"/c","as":"outside","gates":["g"]},{"path":"/d","screen":7},"#
        + #"{"path":"/e","redirect":""},{"path":"/f","screen":"F","parents":[""]},"#
        + #"{"path":"/g","screen":"G","values":{"a b":""}},"#
        + #"{"path":"/h","screen":"H","query":{"a":"[x,x]?"}}]"#,
      [
        "1:28: '/b' is dropped: 'as' does not go with 'redirect'",
        "1:70: '/c' is dropped: 'gates' does not go with 'as: outside'",
        "1:113: '/d' is changed: 'screen' has a value of the wrong kind",
        "1:113: '/d' is dropped: it has neither a screen nor a redirect",
        "1:138: '/e' is dropped: '/e' is redirected to '', which no route matches",
        "1:166: '/f' is dropped: the parent '' of route '/f' matches no route",
        "1:208: '/g' is dropped: 'a b' cannot be a name in 'values'",
        "1:255: '/h' is changed: the type of 'a' is not one of route files",
      ]
    ),
    // The route that is added for a gate has no place.
    (
      .csv, "/,Home\n/a,A,h\n/h/,H,login\n/login,Login\n",
      [
        "the screen 'H' is added: gate 'h' needs a screen that can open it",
        "3:1: '/h/' is dropped: an added route matches the same links, such as '/h'",
      ]
    ),
    (
      .json, #"{"links":["a","b://"],"routes":[{"path":"/","screen":"Home","icon":"x"}]}"#,
      [
        "base 'a' is dropped: 'a' is not a valid base: it does not have the form 'scheme://…'",
        "1:33: '/' is changed: the key 'icon' is left out",
      ]
    ),
    (
      .json,
      #"{"caseSensitive":"false","routes":[{"path":"/","screen":"Home","children":{"path":"a"}}]}"#,
      [
        "1:18: key 'caseSensitive' is dropped: it is neither true nor false",
        "1:75: the key 'children' of '/' is dropped: it is no list",
      ]
    ),
    (
      .json, #"[{"path":"/","screen":"Home"},{"path":"/a","redirect":"/b"},{"path":"/c"},{}]"#,
      [
        "1:31: '/a' is dropped: '/a' is redirected to '/b', which no route matches",
        "1:61: '/c' is dropped: it has neither a screen nor a redirect",
        "1:75: 'a route' is dropped: it has no text 'path'",
      ]
    ),
    (
      .json,
      #"{"coordinators":{"a":{"kind":"stack","start":"/x"},"b":{"kind":"stack"},"c":{"kind":"no"}},"#
        + #""routes":[{"path":"/","screen":"Home","in":"b"},{"path":"/a","screen":"A","in":"a"}]}"#,
      [
        "1:18: coordinator 'a' is dropped: the start '/x' of coordinator 'a' opens nothing: no route "
          + "matches '/x'",
        "1:77: coordinator 'c' is dropped: its kind is not stack, tabs, switch or flow",
      ]
    ),
  ]

  @Test func `a route without a link of its own is dropped`() throws {
    let source =
      #"[{"path":"/","screen":"Home"},{"path":"/x/:y(a|b)","screen":"Any"},"#
      + #"{"path":"/x/a","screen":"A"},{"path":"/x/b","screen":"B"}]"#
    let remarks = try Imported(.json, source).remarks
    #expect(
      remarks == [
        "1:31: '/x/:y(a|b)' is dropped: all its links open more specific routes: '/x/a' opens '/x/a' "
          + "at source:1:68"
      ])
  }

  @Test(arguments: faults.indices)
  func `what is not taken as it is has a remark with its place`(index: Int) throws {
    let row = Self.faults[index]
    let imported = try Imported(row.kind, row.source)
    #expect(imported.remarks == row.remarks)
    // The file explains what is in it.
    let text = imported.text.split(separator: "\n").map { $0.drop { " #".contains($0) } }
      .joined(separator: " ")
    let written =
      imported.settled.remarks
      + imported.settled.routes.filter { $0.draft != nil }.flatMap(\.remarks)
    for remark in imported.settled.allRemarks {
      let isShown = remark.kind != .dropped && written.contains(remark)
      #expect(text.contains(remark.diagnostic.message) == isShown, "\(remark)")
    }
  }

  @Test(arguments: [65_536, 65_537])
  func `a text that no route file can have is not imported`(count: Int) throws {
    let text = String(repeating: "x", count: count)
    let imported = try Imported(
      .json, #"[{"path":"/","screen":"A"},{"path":"/b","screen":"B","values":{"t":"\#(text)"}}]"#)
    #expect(
      imported.remarks
        == (count == 65_536 ? [] : ["1:28: '/b' is dropped: a text of more than 65536 bytes"]))
  }

  // A repeated path is compared with one other route, whatever its screen.
  @Test func `routes with the same path are not compared in pairs`() throws {
    let rows = (0..<2_000).map { "/a,S\($0)\n" }.joined()
    let imported = try Imported(.csv, "/,Home\n" + rows)
    #expect(imported.settled.count(.dropped) == 1_999)
    #expect(
      imported.remarks.last == "2001:1: '/a' is dropped: '/a' at source:2:1 matches the same links")
    #expect(imported.settled.checkedRoutes == 2)
  }

  @Test func `routes with the same path and other types or query items are imported`() throws {
    let source =
      #"[{"path":"/","screen":"Home"},{"path":"/:n","screen":"A","params":{"n":"int"}},"#
      + #"{"path":"/:n","screen":"B"},{"path":"/q","screen":"C"},"#
      + #"{"path":"/q","screen":"D","query":{"x":"string"}}]"#
    #expect(try Imported(.json, source).settled.count(.taken) == 5)
  }

  // Each coordinator has a start that nothing matches; all routes are alike.
  @Test func `many faults of one kind are found in one check`() throws {
    let names = (0..<60).map { #""c\#($0)":{"kind":"stack","start":"/none\#($0)"}"# }
    let routes = Array(repeating: #"{"path":"/a","screen":"A"}"#, count: 3000)
    let source =
      #"{"coordinators":{\#(names.joined(separator: ","))},"#
      + #""routes":[\#(routes.joined(separator: ","))]}"#
    let start = ContinuousClock.now
    let imported = try Imported(.json, source)
    #expect(imported.remarks.count { $0.contains("coordinator 'c") } == 60)
    #expect(imported.remarks.count { $0.contains("is the same route") } == 2999)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  static let errors: [(kind: ImportKind, source: String, error: String)] = [
    (
      .csv, "/,\"Home\n",
      "source:1:3: error[import/source]: the quotes of this cell are not closed."
    ),
    (.csv, "/,\"Home\"x\n", "source:1:9: error[import/source]: text follows the quotes of a cell."),
    (.csv, "path,icon\n", "source:1:6: error[import/source]: the column 'icon' is unknown."),
    (.json, "[", "source:1:2: error[json/syntax]: expected a value, but the JSON ends here"),
    (.json, "7", "source:1:1: error[import/source]: there is no list 'routes'."),
  ]

  @Test(arguments: errors.indices)
  func `a source that is none is an error with its place`(index: Int) throws {
    let row = Self.errors[index]
    let error = #expect(throws: Diagnostic.self) { try Imported(row.kind, row.source) }
    #expect(error?.summary.hasPrefix(row.error) == true, "\(error?.summary ?? "")")
  }

  @Test func `a file that is not UTF-8 is an error`() throws {
    #expect(throws: Diagnostic.self) { try ImportKind.csv.table([0x2F, 0xFF], file: "source") }
  }

  // Goal: whatever a source contains, the written file has no errors.
  // Method: random tables of fragments that can be wrong in every way that a table can.
  @Test(arguments: seeds(150))
  func `the written file of any table has no errors`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let paths = [
      "/", "/a", "/a/", "/:id", "/:id/b", "/a/:id?", "/*", "/a*b", "/(", "/{x}", "/:x(a|b)",
      "//", "é", "/%zz", "", "/a b", "https://x.example/q", "app://y/:z", "/a\\", "/..", "/:a/:a",
      "/login", "/premium", "<int:n>", "/b#c", "/b?c", "/'\"", "/- x: y",
    ]
    let screens = ["Home", "", "Item", "a b", "7", "x.y", "x_y", "日本", "null", "Login"]
    let gates = ["", "", "", "login", "premium login", "a b c", "pro!"]
    var text = ""
    for _ in 0..<Int(random.next() % 12) {
      func any(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
      let cells = [any(paths), any(screens), any(gates)]
      text += cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      text += "\n"
    }
    _ = try Imported(.csv, text)
  }
}
