import Diagnostics
import Links
import Navigation
import Testing

@testable import RouteFiles

@Suite struct FormatTests {
  @Test func `every key of the example reaches the draft`() throws {
    let (plugin, errors) = parsed(exampleText)
    #expect(errors == [])
    let draft = try #require(plugin)
    #expect(draft.name.value == "cinema")
    #expect(draft.name.position == SourcePosition(file: "a.yaml", line: 2, column: 9))
    #expect(draft.run.map(\.value) == ["./cinema-plugin", "--fast"])
    #expect(draft.makesScreens)
    #expect(!draft.isCaseSensitive)
    let bases = ["cinema://", "https://cinema.example", "https://*.cinema.example"]
    #expect(draft.bases.map(\.value) == bases)
    #expect(draft.gates.map(\.name.value) == ["login", "premium"])
    #expect(draft.gates.map(\.challenge.value) == ["/login", "/subscribe"])
    #expect(draft.gates.map(\.keepMilliseconds) == [30_000, GateDraft.keepMillisecondsDefault])
    #expect(draft.gates.last?.requires.map(\.value) == ["login"])
  }

  @Test func `coordinators keep their order`() throws {
    let coordinators = try #require(parsed(exampleText).plugin).coordinators
    #expect(coordinators.map(\.name.value) == ["root", "main", "home", "library", "checkout"])
    #expect(coordinators.map(\.kind) == [.switch, .tabs, .stack, .stack, .flow])
    let starts = [nil, nil, "/", "/library", "/checkout"]
    #expect(coordinators.map { $0.start?.value } == starts)
    #expect(coordinators[1].children.map(\.value) == ["home", "library"])
    #expect(coordinators[3].gates.map(\.value) == ["login"])
  }

  @Test func `every key of a route reaches the draft`() throws {
    let routes = try #require(parsed(exampleText).plugin).routes
    #expect(routes.map(\.path.value) == ["/movies/:id", "/film/:id", "/imprint"])
    let movie = routes[0]
    #expect(movie.path.position == SourcePosition(file: "a.yaml", line: 26, column: 11))
    #expect(movie.screen?.value == "MovieDetail")
    #expect(movie.name?.value == "movie")
    #expect(movie.params.map(\.name.value) == ["id"])
    #expect(movie.params.map(\.type) == [.int])
    #expect(movie.query.map(\.name.value) == ["ref", "tab", "sort"])
    let types: [ValueType] = [.string, .oneOf(["reviews", "cast"]), .oneOf(["new", "old"])]
    #expect(movie.query.map(\.type) == types)
    #expect(movie.query.map(\.isOptional) == [true, false, true])
    #expect(movie.values.map(\.name.value) == ["heading", "note"])
    #expect(movie.values.map(\.text.value) == ["Film :id", ""])
    #expect(movie.coordinator?.value == "home")
    #expect(movie.presentation == .sheet)
    #expect(movie.parents.map(\.value) == ["/movies"])
    #expect(movie.gates.map(\.value) == ["login"])
    #expect(movie.repeatPolicy == .popTo)
    #expect(routes[1].redirect?.value == "/movies/:id")
    #expect(routes[1].presentation == .push)
    #expect(routes[1].repeatPolicy == .reuse)
    #expect(routes[2].presentation == .outside)
  }

  @Test func `a query item can have an expression`() throws {
    let text = start + #"routes: [{path: /a, screen: A, query: {a: (\d+)?, b: "(?i:x|y)"}}]"# + "\n"
    let (plugin, errors) = parsed(text)
    #expect(errors == [])
    let query = try #require(plugin).routes[0].query
    #expect(query.map(\.type.description) == [#"(\d+)"#, "(?i:x|y)"])
    #expect(query.map(\.isOptional) == [true, false])
  }

  @Test func `every key of a screen reaches the draft`() throws {
    let screens = try #require(parsed(exampleText).plugin).screens
    #expect(screens.map(\.name.value) == ["MovieDetail", "Home"])
    #expect(screens[0].title?.value == "Movie :id")
    #expect(screens[0].leave == .confirm)
    #expect(screens[0].taps.map(\.name.value) == ["reviews", "close"])
    #expect(screens[0].taps.map(\.target.value) == ["/movies/:id/reviews", "back"])
    #expect(screens[1].title == nil)
    #expect(screens[1].leave == .free)
  }

  @Test func `a missing key has its default`() throws {
    let draft = try #require(parsed(start).plugin)
    #expect(draft.isCaseSensitive)
    #expect(!draft.makesScreens)
    #expect(draft.bases.isEmpty && draft.run.isEmpty && draft.routes.isEmpty)
  }

  @Test func `a number or a YAML keyword is a text where a text is expected`() throws {
    let text = start + "screens:\n  A: { title: 42 }\n  B: { title: yes }\n  C: { title: \"\" }\n"
    let (plugin, errors) = parsed(text)
    #expect(errors == [])
    #expect(plugin?.screens.map { $0.title?.value } == ["42", "yes", ""])
  }

  @Test func `a single text is a list of one`() throws {
    let text =
      start + "run: music\nlinks: app://\ngates: {g: {challenge: /g, requires: h}}\n"
      + "coordinators: {r: {kind: tabs, children: a, gates: g}}\n"
      + "routes: [{path: /a, screen: A, parents: /p, gates: g}]\n"
    let (plugin, errors) = parsed(text)
    #expect(errors == [])
    #expect(plugin?.run.map(\.value) == ["music"])
    #expect(plugin?.bases.map(\.value) == ["app://"])
    #expect(plugin?.gates[0].requires.map(\.value) == ["h"])
    #expect(plugin?.coordinators[0].children.map(\.value) == ["a"])
    #expect(plugin?.routes[0].parents.map(\.value) == ["/p"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `any line ending is accepted`(lineEnd: String) throws {
    let text = exampleText.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd)
    let (plugin, errors) = parsed(text)
    #expect(errors == [])
    #expect(plugin?.routes.last?.path.position?.line == 39)
    #expect(plugin?.routes.last?.path.position?.column == 11)
  }

  @Test func `JSON is accepted, including tabs`() throws {
    let text =
      "{\n\t\"signalbox\":1,\n\t\"plugin\":\"cinema\",\n\t"
      + "\"links\":[\"https:\\/\\/a.example\"],\r\n"
      + "\t\"routes\":[\n\t\t"
      + "{\"path\":\"/a/:id?\",\"screen\":\"A\",\"params\":{\"id\":\"int\"}}\n\t]\n}\n"
    let (plugin, errors) = parsed(text)
    #expect(errors == [])
    #expect(plugin?.bases.map(\.value) == ["https://a.example"])
    #expect(plugin?.routes.map(\.path.value) == ["/a/:id?"])
  }

  @Test func `columns count Unicode scalars`() throws {
    let text = start + "screens: { A: { title: \"é😀e\u{301}\", tilte: 1 } }\n"
    #expect(findings(parsed(text).errors) == ["3:32 format/unknown-key"])
  }

  static let types: [(text: String, type: ValueType?, isOptional: Bool)] = [
    ("int", .int, false), ("uint", .uint, false), ("number", .number, false),
    ("bool", .bool, false), ("uuid", .uuid, false), ("date", .date, false),
    ("slug", .slug, false), ("string", .string, false), ("string?", .string, true),
    ("int?!", .int, true), ("[a,b]?!", .oneOf(["a", "b"]), true), ("int!", nil, false),
    ("int!?", nil, false), ("?!", nil, false), ("int?!!", nil, false),
    ("[a, b]", .oneOf(["a", "b"]), false), ("[a,b]?", .oneOf(["a", "b"]), true),
    ("[ a b ,\tc ]", .oneOf(["a b", "c"]), false), ("[a]", .oneOf(["a"]), false),
    // The same letters, composed and decomposed, are different texts.
    ("[\u{E9}, e\u{301}]", .oneOf(["\u{E9}", "e\u{301}"]), false),
    ("", nil, false), ("?", nil, false), ("Int", nil, false), ("int??", nil, false),
    ("int ?", nil, false), ("[]", nil, false), ("[", nil, false), ("]", nil, false),
    ("[a,,b]", nil, false), ("[a,]", nil, false), ("[ ]", nil, false), ("[a, a]", nil, false),
    ("[a, b", nil, false), ("\u{212A}ind", nil, false),
  ]

  @Test(arguments: types)
  func `types are words or lists`(row: (text: String, type: ValueType?, isOptional: Bool)) throws {
    let found = try TypeText.read(row.text)
    #expect(found?.type == row.type)
    #expect(found?.isOptional ?? false == row.isOptional)
    let isIgnoring = row.type != nil && row.text.hasSuffix("?!")
    #expect((found?.ignoresMisfits ?? false) == isIgnoring)
  }

  @Test func `keys of tabs and of routes for guests are read`() throws {
    let text =
      start + "coordinators: {r: {kind: tabs, children: a, back: history}}\n"
      + "routes: [{path: /a, screen: A, guests: g, else: /b, query: {p: int?!, q: int?}}]\n"
    let plugin = try #require(parsed(text).plugin)
    #expect(plugin.coordinators[0].back == .history)
    #expect(plugin.routes[0].guests?.value == "g" && plugin.routes[0].otherwise?.value == "/b")
    #expect(plugin.routes[0].query.map(\.isOptional) == [true, true])
    #expect(plugin.routes[0].ignoredMisfits == ["p"])
  }

  @Test func `sources and what routes say of them are read`() throws {
    let text =
      start + "sources: {w: {consent: /ask}, o: {signed: true}, m: {signed: {items: [a, b]}}, "
      + "f: {signed: invalid}}\n"
      + "routes: [{path: /a, screen: A, from: [inside, w], consent: none}, "
      + "{path: /b, screen: B, from: o}]\n"
    let plugin = try #require(parsed(text).plugin)
    #expect(plugin.sources.map(\.name.value) == ["w", "o", "m", "f"])
    #expect(
      plugin.sources.map(\.rule) == [
        .named, .signed(items: nil), .signed(items: ["a", "b"]), .invalid,
      ])
    #expect(plugin.sources[0].consent?.value == "/ask")
    #expect(plugin.routes.map { $0.sources?.map(\.value) } == [["inside", "w"], ["o"]])
    #expect(plugin.routes.map { $0.consent?.value } == ["none", nil])
  }

  static let wrongSources = [
    "sources: [w]", "sources: {w: {sined: true}}", "sources: {w: {signed: yes}}",
    "sources: {w: {signed: {}}}", "sources: {w: {signed: [a]}}",
    "routes: [{path: /a, screen: A, from: {w: x}}]",
    "routes: [{path: /a, redirect: /b, from: w}]", "routes: [{path: /a, as: refuse, consent: /b}]",
  ]

  @Test(arguments: wrongSources)
  func `a wrong source is an error`(text: String) {
    #expect(!parsed(start + text + "\n").errors.isEmpty)
  }

  static let durations: [(text: String, milliseconds: Int64?)] = [
    ("500ms", 500), ("1ms", 1), ("30s", 30_000), ("10m", 600_000), ("2h", 7_200_000),
    ("1d", 86_400_000), ("3650d", FileLimits.durationMillisecondsMax), ("007s", 7_000),
    ("3651d", nil), ("315360000000ms", FileLimits.durationMillisecondsMax),
    ("315360000001ms", nil), ("0s", nil), ("-1s", nil), ("+1s", nil), ("1.5h", nil),
    ("10", nil), ("m", nil), ("", nil), ("10 m", nil), ("10M", nil), ("1m30s", nil),
    ("9223372036854775807d", nil), ("9223372036854775808ms", nil),
    ("99999999999999999999999999d", nil), ("١s", nil),
  ]

  @Test(arguments: durations)
  func `durations have a unit and a limit`(row: (text: String, milliseconds: Int64?)) {
    let text = start + "gates: {g: {challenge: /g, keep: \"\(row.text)\"}}\n"
    let (plugin, errors) = parsed(text)
    #expect(errors.map(\.code) == (row.milliseconds == nil ? [.formatBadValue] : []))
    let wanted = row.milliseconds ?? GateDraft.keepMillisecondsDefault
    #expect(plugin?.gates.first?.keepMilliseconds == wanted)
  }

  static let names: [(text: String, isName: Bool, isParameter: Bool)] = [
    ("a", true, true), ("MovieDetail", true, true), ("a-b_c9", true, true),
    (String(repeating: "a", count: 64), true, true),
    (String(repeating: "a", count: 65), false, false),
    ("", false, false), ("9a", false, false), ("0", false, true), ("17", false, true),
    ("_id", false, true), ("-a", false, false), ("straße", false, true), ("番号", false, true),
    ("a b", false, false), ("a.b", false, false), ("a/b", false, false), ("😀", false, false),
    ("a\u{0}", false, false), ("\u{212A}", false, true),
  ]

  @Test(arguments: names)
  func `the syntax of names`(row: (text: String, isName: Bool, isParameter: Bool)) {
    #expect(NameText.isName(row.text) == row.isName)
    #expect(NameText.isParameterName(row.text) == row.isParameter)
  }

  static let booleans: [(text: String, isCaseSensitive: Bool)] = [
    ("true", true), ("yes", true), ("on", true), ("false", false), ("no", false), ("off", false),
  ]

  @Test(arguments: booleans)
  func `booleans are those of YAML 1_1`(row: (text: String, isCaseSensitive: Bool)) {
    let (plugin, errors) = parsed(start + "caseSensitive: \(row.text)\n")
    #expect(errors == [])
    #expect(plugin?.isCaseSensitive == row.isCaseSensitive)
  }

  @Test(arguments: booleans)
  func `swift takes a boolean`(row: (text: String, isCaseSensitive: Bool)) {
    let (plugin, errors) = parsed(start + "swift: \(row.text)\n")
    #expect(errors == [])
    let isTrue = row.isCaseSensitive
    #expect(plugin?.swift == (isTrue ? .init(file: "a.yaml", line: 3, column: 1) : nil))
    #expect(plugin?.makesScreens == isTrue)
  }

  @Test func `a route has its own links, those of its group, or those of the file`() throws {
    let (plugin, errors) = parsed(
      """
      signalbox: 1
      plugin: shop
      links: [https://shop.example]
      routes:
        - { path: /a, screen: A }
        - { path: /b, screen: B, links: [] }
        - links: [auth://back, shop://]
          routes:
            - { path: /c, screen: C }
            - { path: /d, screen: D, links: shop:// }
        - { path: /e, screen: E, links: [x://, x://] }
        - { links: [x://], routes: [{ screen: F }], path: /f }
        - { routes: [{ path: /g, screen: G }] }
        - { links: [{}], routes: [{ path: /h, screen: H }] }
      """)
    let draft = try #require(plugin)
    #expect(draft.bases.map(\.value) == ["https://shop.example"])
    #expect(draft.routes.prefix(4).map(\.path.value) == ["/a", "/b", "/c", "/d"])
    #expect(
      draft.routes.prefix(4).map { $0.bases?.map(\.value) } == [
        nil, [], ["auth://back", "shop://"], ["shop://"],
      ])
    #expect(
      errors.map { "\($0.position?.line ?? 0): \($0.code)" } == [
        "11: nameDuplicate", "12: formatMissingKey", "12: formatUnknownKey",
        "13: formatMissingKey", "14: formatWrongType",
      ])
    #expect(draft.routes.dropFirst(4).allSatisfy { $0.unread.contains(.links) })
  }

  @Test func `in a file with no links no route has any, unless it has its own`() throws {
    let (plugin, errors) = parsed(
      """
      signalbox: 1
      plugin: shop
      links: []
      routes:
        - { path: /a, screen: A }
        - { path: /b, screen: B, links: [shop://] }
        - { links: [auth://], routes: [{ path: /c, screen: C }] }
      extend: [{ path: /other }]
      """)
    #expect(errors == [])
    let draft = try #require(plugin)
    #expect(draft.routes.map { $0.bases?.map(\.value) } == [[], ["shop://"], ["auth://"]])
    #expect(draft.extensions.map { $0.bases == nil } == [true])
  }
}
