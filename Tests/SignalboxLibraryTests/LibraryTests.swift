import CSignalbox
import Diagnostics
import FileAccess
import JSONCodec
import LibraryTestSupport
import SignalboxLibrary
import TestSupport
import Testing

/// The functions of signalbox.h, called as C calls them.
struct LibraryTests {
  private static let file = """
    signalbox: 1
    plugin: shop
    links: [shop://]
    coordinators:
      home: { kind: stack, start: / }
    routes:
      - { path: /, screen: Home }
      - { path: "/orders/:id", screen: Order, name: order, params: { id: int } }
      - { path: "/help/:topic", as: outside, query: { section: "string?" } }
      - { path: "/old/:id", redirect: "/orders/:id" }
    screens:
      Home: {}
      Order: {}

    """

  /// Reads a route file.
  /// - Returns: `nil` with the findings if it has errors.
  private func app(_ file: String = file) throws -> (app: OpaquePointer?, errors: JSON?) {
    var errors = signalbox_text()
    let app = signalbox_read("shop.yaml", file, file.utf8.count, &errors)
    return (app, try taken(&errors))
  }

  /// The JSON of a text, which is freed; `nil` if it is empty.
  private func taken(_ text: inout signalbox_text) throws -> JSON? {
    defer { signalbox_text_free(&text) }
    guard let bytes = text.bytes else { return nil }
    let raw = UnsafeRawBufferPointer(start: bytes, count: text.count)
    #expect(bytes[text.count] == 0)
    return try JSON(parsing: Array(raw), file: "answer", bytesMax: raw.count)
  }

  @Test("a file with errors is no app, and its findings are listed")
  func errors() throws {
    let (none, errors) = try app(
      "signalbox: 1\nplugin: shop\nroutes:\n  - { path: '/:', screen: X }\n")
    #expect(none == nil)
    let first = try #require(errors?.arrayValue?.first?.objectValue)
    #expect(first.first { $0.key == "file" }?.value.stringValue == "shop.yaml")
    signalbox_free(nil)
  }

  @Test("a link has the answer of resolve --json, and of why")
  func resolving() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    var text = signalbox_text()
    #expect(signalbox_resolve(app, "shop://orders/7", 15, &text))
    let answer = try #require(try taken(&text)?.text)
    #expect(answer.contains(#""screen":"Order","params":{"id":"7"}"#), "\(answer)")
    #expect(!signalbox_resolve(app, "/order/7", 8, &text))
    #expect(try taken(&text)?.text.contains(#""error":"not-found""#) == true)
    #expect(!signalbox_why(app, "/order/7", 8, &text))
    #expect(try taken(&text)?.text.contains(#""misses":[{"route":"/orders/:id""#) == true)
    #expect(!signalbox_resolve(app, nil, 0, &text))
    #expect(try taken(&text)?.text.contains("malformed") == true)
    // Not the zero byte but the count ends a link.
    #expect(!signalbox_resolve(app, "/orders/7\0", 10, &text))
    #expect(try taken(&text)?.text.contains("malformed") == true)
  }

  @Test("a link is built from its values, or there is a finding")
  func building() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    func built(_ route: String, _ value: String) throws -> (Bool, String) {
      var text = signalbox_text()
      let isBuilt = "id".withCString { name in
        value.withCString { value in
          let (names, values) = ([Optional(name)], [Optional(value)])
          return signalbox_link(app, route, names, values, 1, &text)
        }
      }
      return (isBuilt, try taken(&text)?.text ?? "")
    }
    #expect(try built("order", "7") == (true, #"{"path":"/orders/7","links":["shop://orders/7"]}"#))
    let (isBuilt, finding) = try built("order", "x")
    #expect(!isBuilt && finding.contains(#""code":"link/build""#), "\(finding)")
    #expect(try built("orders", "7").1.contains("Did you mean 'order'?"))
  }

  @Test("check counts errors and warnings, and lists notes if asked to")
  func checking() throws {
    let app = try #require(
      try app(Self.file + "  Nowhere: { title: Lost }\n").app)
    defer { signalbox_free(app) }
    var text = signalbox_text()
    let count = signalbox_check(app, true, &text)
    let findings = try #require(try taken(&text)?.arrayValue)
    let severities = findings.compactMap { finding in
      finding.objectValue?.first { $0.key == "severity" }?.value.stringValue
    }
    #expect(count == severities.count { $0 != "note" })
    #expect(count > 0 && severities.count == findings.count)
  }

  @Test("the layouts of a column have the same answers", arguments: LinkTestColumn.Layout.allCases)
  func columns(_ layout: LinkTestColumn.Layout) throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let links: [[UInt8]?] =
      [
        "shop://orders/7", nil, "/orders/x", "shop://help/a%20b?section=long%20enough", "web://x",
        "/old/12", "", "/orders/1234567890",
      ].map { (text: String?) in text.map { Array($0.utf8) } } + [[0xFF, 0x2F]]
    let wanted: [LinkTestAnswer?] = [
      LinkTestAnswer(route: "/orders/:id", screen: "Order", values: ["id": "7"]), nil,
      LinkTestAnswer(error: "not-found"),
      LinkTestAnswer(
        route: "/help/:topic", values: ["topic": "a b", "section": "long enough"]),
      LinkTestAnswer(error: "foreign"),
      LinkTestAnswer(route: "/orders/:id", screen: "Order", values: ["id": "12"]),
      LinkTestAnswer(error: "malformed"),
      LinkTestAnswer(route: "/orders/:id", screen: "Order", values: ["id": "1234567890"]),
      LinkTestAnswer(error: "malformed"),
    ]
    for offset in [0, 1, 9] {
      let found = try #require(answers(app, LinkTestColumn(links, layout, offset: offset)))
      #expect(found.rows == wanted, "offset \(offset): \(found.error)")
    }
    let none = try #require(answers(app, LinkTestColumn([], layout)))
    #expect(none.rows.isEmpty && none.error.isEmpty)
    // More than is reserved for a part of a row.
    let many = [[UInt8]?](repeating: Array("shop://orders/7".utf8), count: 5_000)
    #expect(try #require(answers(app, LinkTestColumn(many, layout))).rows.count == 5_000)
  }

  /// A change of the offsets or views of a column, and the row that is wrong then.
  private static let contradictions: [(LinkTestColumn.Layout, Int, Int32)] = [
    // The start of the second row is after its end, or before the start of all.
    (.offsets32, 4, 100), (.offsets32, 4, -1), (.offsets32, 0, -1), (.offsets64, 4, -1),
    (.offsets64, 12, -1),
    // The length of the first view, its buffer, its place there.
    (.views, 0, -1), (.views, 8, 2), (.views, 8, -1), (.views, 12, 1_000), (.views, 12, -1),
    (.views, 0, .max),
  ]

  @Test("a column that contradicts itself is refused", arguments: contradictions)
  func contradicting(_ layout: LinkTestColumn.Layout, _ place: Int, _ number: Int32) throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let link = Array("shop://orders/1234567".utf8)
    var column = LinkTestColumn([link, link], layout)
    column.changing = { $0.storeBytes(of: number, toByteOffset: place, as: Int32.self) }
    let found = try #require(answers(app, column))
    #expect(found.error.contains(#""code":"library/column""#), "\(found)")
    #expect(found.rows.isEmpty)
  }

  /// A change of the array, which is an error then, or none.
  private static let arrays: [(change: @Sendable (inout ArrowArray) -> Void, error: String)] = [
    ({ $0.offset = 1 << 61 }, "length or offset"), ({ $0.offset = -1 }, "length or offset"),
    ({ $0.length = -1 }, "length or offset"), ({ $0.length = .max }, "length or offset"),
    ({ $0.n_buffers = 2 }, "number of buffers"), ({ $0.buffers = nil }, "number of buffers"),
    ({ $0.buffers[0] = nil }, "a buffer is missing"),
    ({ $0.buffers[1] = nil }, "a buffer is missing"),
    ({ $0.buffers[2] = nil }, "a buffer is missing"),
    ({ $0.null_count = -1 }, ""), ({ $0.length = 0 }, ""),
  ]

  @Test("an array that contradicts itself is refused", arguments: arrays.indices)
  func contradictingArray(_ index: Int) throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    var column = LinkTestColumn([Array("/orders/1".utf8), nil])
    column.changingArray = Self.arrays[index].change
    let found = try #require(answers(app, column))
    #expect(found.error.isEmpty == Self.arrays[index].error.isEmpty, "\(found)")
    #expect(found.error.contains(Self.arrays[index].error), "\(found)")
  }

  @Test("a column of the type null has nulls only")
  func nulls() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    var column = LinkTestColumn([nil, nil, nil])
    column.format = "n"
    column.changingArray = { ($0.buffers, $0.n_buffers) = (nil, 0) }
    #expect(try #require(answers(app, column)).rows == [nil, nil, nil])
  }

  @Test("files of the platforms go together, or a finding says why not")
  func platforms() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let wrong: [(WritableKeyPath<signalbox_platform_files, UnsafePointer<CChar>?>, String)] = [
      (\.assetlinks, "'assetlinks' needs 'manifest'"), (\.app_id, "'app_id' needs 'aasa'"),
      (\.package_name, "'package_name' needs 'assetlinks'"), (\.aasa, "there is no such file"),
      (\.manifest, "there is no such file"),
    ]
    for (file, message) in wrong {
      var (files, text) = (signalbox_platform_files(), signalbox_text())
      "-".withCString { path in
        files[keyPath: file] = path
        #expect(signalbox_with_platforms(app, &files, &text) == nil)
      }
      let findings = try #require(try taken(&text)?.text)
      #expect(findings.contains(message), "\(findings)")
    }
    var (files, text) = (signalbox_platform_files(), signalbox_text())
    let same = try #require(signalbox_with_platforms(app, &files, &text))
    defer { signalbox_free(same) }
    #expect(same != app)
    #expect(try taken(&text)?.text == "[]")
    for ask in [signalbox_resolve, signalbox_why] {
      #expect(ask(app, "shop://orders/7", 15, &text))
      let answer = try #require(try taken(&text)?.text)
      #expect(ask(same, "shop://orders/7", 15, &text))
      let undecided = #","ios":null,"android":null}"#
      #expect(try taken(&text)?.text == answer.dropLast() + undecided)
    }
  }

  @Test("another type is refused, and released")
  func otherType() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    var releases = 0
    var (type, links) = LinkTestColumn([]).exported(counting: &releases)
    let format = type.format
    "i".withCString { other in
      type.format = other
      var (answersType, answers, error) = (ArrowSchema(), ArrowArray(), signalbox_text())
      #expect(
        !signalbox_resolve_batch(app, &type, &links, &answersType, &answers, &error))
      #expect(error.bytes.map { String(cString: $0) }?.contains("format 'i'") == true)
      signalbox_text_free(&error)
      // Both are released now: they cannot be used again.
      #expect(
        !signalbox_resolve_batch(app, &type, &links, &answersType, &answers, &error))
      #expect(error.bytes.map { String(cString: $0) }?.contains("released before") == true)
      signalbox_text_free(&error)
    }
    #expect(releases == 2 && format != nil)
  }

  private static let log = [
    #"{"session":1,"event":"link","link":"shop://orders/7"}"#, nil,
    #"{"session":2,"event":"screen","screen":"Order","values":{"id":1}}"#,
    #"{"session":1,"event":"screen","screen":"Order","values":{"id":7}}"#, " ",
    #"{"event":"screen","screen":"Home"}"#,
  ].map { $0.map { Array($0.utf8) } }

  @Test("each session of a log has a verdict", arguments: LinkTestColumn.Layout.allCases)
  func conforming(layout: LinkTestColumn.Layout) throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let found = try #require(verdicts(app, LinkTestColumn(Self.log, layout, offset: 3)))
    #expect(found.errors.isEmpty)
    #expect(
      found.rows == [
        VerdictTestRow("1", [2, 2, 0]), VerdictTestRow("2", code: "conform/screen", [1, 0, 3]),
        VerdictTestRow(nil, [1, 1, 0]),
      ])
  }

  @Test(
    "a line that cannot be read is a finding with its row",
    arguments: [("{", "trace/syntax"), (#"{"event":"scren"}"#, "trace/unknown-event")])
  func badLine(line: String, code: String) throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let lines = Self.log + [Array(line.utf8), Array("{}".utf8)]
    let found = try #require(verdicts(app, LinkTestColumn(lines)))
    #expect(found.rows.isEmpty)
    let errors = try #require(JSON(parsing: Array(found.errors.utf8), bytesMax: 10_000).arrayValue)
    #expect(errors.map { $0["code"]?.stringValue } == [code, "trace/missing-key"])
    #expect(errors.map { $0["line"] } == [.int(7), .int(8)])
  }

  @Test("a column that contradicts itself is no log")
  func badLog() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    var column = LinkTestColumn(Self.log)
    column.format = "i"
    let found = try #require(verdicts(app, column))
    #expect(found.errors.contains("the column of lines cannot be read"), "\(found.errors)")
  }

  @Test("a mapping file changes what lines mean, and its errors are listed")
  func mapping() throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let folder = try TemporaryFolder()
    var errors = signalbox_text()
    let path = try folder.file("map.yaml", "trace: 1\nfields: { session: user }\n")
    let mapped = try #require(signalbox_with_log_map(app, path, &errors))
    defer { signalbox_free(mapped) }
    #expect(try taken(&errors) == nil)
    // Without sessions, the lines are one.
    let rows = try #require(verdicts(mapped, LinkTestColumn(Self.log))).rows
    #expect(rows.map(\.session) == [nil])
    let wrong = try folder.file("wrong.yaml", "trace: 1\nscreens: { Main: Nowhere }\n")
    for (path, code) in [(wrong, "trace/unknown-name"), ("/nowhere", "file/unreadable")] {
      #expect(signalbox_with_log_map(app, path, &errors) == nil)
      let found = try #require(try taken(&errors)?.arrayValue)
      #expect(found.map { $0["code"]?.stringValue } == [code])
    }
  }

  @Test("threads share an app")
  func threads() async throws {
    let app = try #require(try app().app)
    defer { signalbox_free(app) }
    let shared = Int(bitPattern: app)
    let counts = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          guard let app = OpaquePointer(bitPattern: shared) else { return 0 }
          let links = (0..<200).map { Array("/orders/\(number * 1_000 + $0)".utf8) }
          let rows = answers(app, LinkTestColumn(links))?.rows ?? []
          return zip(rows, 0...).count { row, index in
            row?.values == ["id": String(number * 1_000 + index)]
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(counts == 1_600)
  }

  @Test("the version is that of the header")
  func version() {
    #expect(String(cString: signalbox_version()) == SIGNALBOX_VERSION)
  }
}
