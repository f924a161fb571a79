import Diagnostics
import JSONCodec
import Navigation
import RouteFiles
import TestSupport
import Testing
import TraceChecking
import TraceFiles
import Traces

/// Logs, whole and broken.
struct TraceFileTests {
  private func read(_ text: String, _ map: String = "trace: 1") throws -> TraceFile {
    let (map, errors) = TraceMapFile.parse(
      Array(map.utf8), file: "map", kinds: ObservedKind.allCases.map(\.rawValue))
    try #require(errors.isEmpty, "\(errors)")
    return TraceFile(Array(text.utf8), path: "log", map)
  }

  /// Each kind of line, as the event it is.
  static let lines: [(line: String, text: String)] = [
    (#"{"event":"screen","screen":"Home"}"#, "Home"),
    (
      #"{"event":"screen","screen":"Movie","values":{"id":42,"ref":"mail"}}"#,
      "Movie(id=42, ref=mail)"
    ),
    (
      #"{"event":"screen","screen":"Movie","values":{"price":9.50,"hd":true,"ref":null}}"#,
      "Movie(price=9.50, hd=true, ref=none)"
    ),
    (#"{"event":"link","link":"shop://items/1"}"#, "open shop://items/1"),
    (
      #"{"event":"link","link":"shop://items/1","source":"push"}"#,
      "open shop://items/1 from push"
    ),
    (
      #"{"event":"link","link":"/a","source":"own","signature":"valid"}"#,
      "open /a from own signed"
    ),
    (#"{"event":"link","link":"/a","signature":"invalid"}"#, "open /a signature invalid"),
    (#"{"event":"tap","tap":"buy"}"#, "tap buy"),
    (#"{"event":"login","subject":"u1"}"#, "login u1"), (#"{"event":"login"}"#, "login"),
    (#"{"event":"login","subject":7}"#, "login 7"),
    (#"{"event":"logout"}"#, "logout"), (#"{"event":"back"}"#, "back"),
    (#"{"event":"tab","tab":"home"}"#, "tab home"), (#"{"event":"dismiss"}"#, "dismiss"),
    (#"{"event":"finish","result":"paid"}"#, "finish paid"),
    (#"{"event":"satisfy","gate":"premium","subject":"u1"}"#, "satisfy premium u1"),
    (#"{"event":"revoke","gate":"premium"}"#, "revoke premium"),
  ]

  @Test(arguments: lines)
  func `each kind of line is read`(line: String, text: String) throws {
    let file = try read(line + "\n")
    #expect(file.findings.isEmpty, "\(file.findings)")
    #expect(file.sessions.flatMap(\.entries).map(\.observation.text) == [text])
  }

  @Test func `lines are grouped by session and keep their numbers and times`() throws {
    let file = try read(
      """
      {"event":"back","session":"a","time":1000}

      {"event":"back","session":2,"time":2000.4}
      {"event":"back","session":"a"}\r
      {"event":"back"}
      """)
    #expect(file.sessions.map(\.session) == ["a", "2", nil])
    #expect(file.sessions.map { $0.entries.map(\.line) } == [[1, 4], [3], [5]])
    #expect(file.sessions.map { $0.entries.map(\.milliseconds) } == [[1000, nil], [2000], [nil]])
    #expect(file.kinds == [.back])
  }

  @Test func `sessions are told apart by bytes`() throws {
    let file = try read(
      "{\"event\":\"back\",\"session\":\"\u{e9}\"}\n{\"event\":\"back\",\"session\":\"e\u{301}\"}\n"
    )
    #expect(file.sessions.count == 2)
  }

  struct Fault: CustomTestStringConvertible {
    let text: String
    let code: DiagnosticCode
    let line: Int
    let column: Int
    let part: String

    init(_ text: String, _ code: DiagnosticCode, _ line: Int, _ column: Int, _ part: String) {
      (self.text, self.code, self.line, self.column, self.part) = (text, code, line, column, part)
    }

    var testDescription: String { String(text.prefix(60)) }
  }

  static let faults = [
    Fault("{\"event\":\"back\"}\nback\n", .traceSyntax, 2, 1, "expected a value, found 'b'"),
    Fault("{\"event\":\"back\",}\n", .traceSyntax, 1, 17, "a key in quotes"),
    Fault("[1]\n", .traceWrongType, 1, 1, "the line is not a JSON object"),
    Fault("{\"screen\":\"Home\"}\n", .traceMissingKey, 1, 1, "a line needs 'event'"),
    Fault("{\"event\":\"tap\"}\n", .traceMissingKey, 1, 1, "'tap' needs 'tap'"),
    Fault(
      "{\"event\":[]}\n", .traceWrongType, 1, 10,
      "'event' has an invalid value. "
        + "Write a text or a number."),
    Fault("{ \"event\": \"screens\" }\n", .traceUnknownEvent, 1, 12, "Did you mean 'screen'?"),
    Fault("{\"event\":\"back\",\"time\":\"now\"}\n", .traceWrongType, 1, 24, "a number of ms"),
    Fault("{\"event\":\"back\",\"time\":1e300}\n", .traceWrongType, 1, 24, "a number of ms"),
    Fault(
      "{\"event\":\"screen\",\"screen\":\"A\",\"values\":[]}\n", .traceWrongType, 1, 41, "an object"
    ),
    Fault("{\"event\":\"back\",\"event\":\"tab\"}\n", .traceSyntax, 1, 17, "appears twice"),
    Fault("\u{FEFF}{\"event\":\"back\"}\n", .traceSyntax, 1, 1, "expected a value"),
    Fault(
      "{\"event\":\"tap\",\"tap\":\"" + String(repeating: "x", count: 10_000_000) + "\"}\n",
      .traceLimit, 1, 1, "the line has more than 1048576 bytes"),
    Fault(String(repeating: "[", count: 100) + "\n", .traceSyntax, 1, 65, "more than 64 deep"),
  ]

  @Test(arguments: faults)
  func `a broken line is reported at its place, and no session is checked`(fault: Fault) throws {
    let file = try read("{\"event\":\"back\",\"session\":\"s\"}\n" + fault.text)
    #expect(file.sessions.isEmpty)
    let found = try #require(file.findings.first)
    #expect(found.code == fault.code)
    #expect(found.position?.line == fault.line + 1)
    #expect(found.position?.column == fault.column)
    #expect(found.summary.contains(fault.part), "\(found.summary)")
  }

  /// As routers log them: the parameters of nested screens, too.
  @Test func `lists and objects among values are left out`() throws {
    let line =
      #"{"event":"screen","screen":"A","values":{"id":1,"params":{"a":[]},"list":[1],"ref":"b"}}"#
    #expect(try read(line).sessions.first?.entries.first?.observation.text == "A(id=1, ref=b)")
  }

  @Test func `a byte order mark is skipped at the start, and an error elsewhere`() throws {
    let line = "{\"event\":\"back\"}\n"
    #expect(try read("\u{FEFF}" + line).sessions.map(\.entries.count) == [1])
    #expect(try read("\u{FEFF}\u{FEFF}" + line).findings.map(\.code) == [.traceSyntax])
  }

  @Test func `an incomplete last line is left out with a warning`() throws {
    let text = "{\"event\":\"back\"}\n{\"event\":\"ba"
    let file = try read(text)
    #expect(file.sessions.map(\.entries.count) == [1])
    #expect(
      file.findings.map(\.summary) == [
        "log:2:1: warning[trace/truncated]: the last line is incomplete and is left out."
      ])
    // With a line end it is a fault.
    #expect(try read(text + "\n").findings.map(\.code) == [.traceSyntax])
  }

  @Test func `no more than 100 faults are reported`() throws {
    let file = try read(String(repeating: "x\n", count: 3_000))
    #expect(file.findings.count == 101)
    #expect(file.findings.last?.code == .traceLimit)
  }

  @Test(arguments: ["", "\n \n"])
  func `an empty log has no session and a warning`(text: String) throws {
    let file = try read(text)
    #expect(file.sessions.isEmpty)
    #expect(file.findings.map(\.code) == [.traceNoLines])
    #expect(file.findings.map(\.severity) == [.warning])
  }

  /// Pieces of a log are read at once; lines that cross their bounds must not be cut.
  @Test func `a long log is read whole`() throws {
    var text = ""
    for number in 1...40_000 {
      text +=
        "{\"event\":\"tap\",\"tap\":\"t\(number)\",\"session\":\"s\(number % 7)\",\"x\":\"\(number)\"}\n"
    }
    try #require(text.utf8.count > 2 << 20)
    let file = try read(text)
    #expect(file.findings.isEmpty)
    #expect(file.sessions.count == 7)
    let entries = file.sessions.flatMap(\.entries).sorted { $0.line < $1.line }
    #expect(entries.map(\.line) == Array(1...40_000))
    #expect(entries.allSatisfy { $0.observation.text == "tap t\($0.line)" })
  }
}

/// Mapping files.
struct TraceMapTests {
  private static let kinds = ObservedKind.allCases.map(\.rawValue)

  private static let map = """
    trace: 1
    fields:
      { event: name, session: user.id, time: ts, screen: params.screen_name, values: params,
        subject: user.id }
    unit: us
    events: { screen_view: screen, deep link: link, sign_in: login }
    screens: { "Movie Detail": MovieDetail }
    taps: { buy_button: buy }
    tabs: { Start: home }
    values: { item_id: id }
    ignore: [ad_view, Splash]
    sampled: true
    content: [Movies]
    """

  private func parse(_ text: String) -> (TraceMapFile, [Diagnostic]) {
    TraceMapFile.parse(Array(text.utf8), file: "map.yaml", kinds: Self.kinds)
  }

  @Test func `names, keys and units are mapped`() throws {
    let (map, errors) = parse(Self.map)
    try #require(errors.isEmpty, "\(errors)")
    let log = """
      {"name":"screen_view","ts":5000,"user":{"id":9},"params":{"screen_name":"Movie Detail","item_id":42,"x":[]}}
      {"name":"ad_view"}
      {"name":"screen_view","params":{"screen_name":"Splash"}}
      {"name":"sign_in","user":{"id":9}}
      {"name":"tap","tap":"buy_button","user":{"id":9}}
      {"name":"tab","tab":"Start","user":{"id":9}}
      {"name":"deep link","link":"/a","user":{"id":9}}
      """
    let file = TraceFile(Array(log.utf8), path: "log", map)
    #expect(file.findings.isEmpty, "\(file.findings)")
    #expect(file.sessions.map(\.session) == ["9"])
    let entries = file.sessions.flatMap(\.entries)
    let expected = ["MovieDetail(id=42)", "login 9", "tap buy", "tab home", "open /a"]
    #expect(entries.map(\.observation.text) == expected)
    #expect(entries.map(\.milliseconds) == [5, nil, nil, nil, nil])
    let rules = map.rules(seen: file.kinds)
    #expect(rules.isSampled && rules.contentScreens == ["Movies"])
    #expect(rules.logged == [.screen, .link, .login, .logout, .tap, .tab])
  }

  @Test func `'logged' decides what can be missing`() throws {
    let (map, errors) = parse("trace: 1\nlogged: [link, tap]")
    #expect(errors.isEmpty)
    #expect(map.rules(seen: [.tab]).logged == [.screen, .link, .tap])
    #expect(TraceMapFile().rules(seen: [.tab]).logged == LogRules.always.union([.tab]))
  }

  @Test func `'values: .' leaves out the other parts of the line`() throws {
    let (map, errors) = parse("trace: 1\nfields: { values: ., screen: name }")
    try #require(errors.isEmpty, "\(errors)")
    let log = #"{"event":"screen","name":"Movie","session":"s","time":5,"id":42}"#
    let file = TraceFile(Array(log.utf8), path: "log", map)
    #expect(file.sessions.flatMap(\.entries).map(\.observation.text) == ["Movie(id=42)"])
  }

  @Test func `'values: .' takes the line itself, and unknown events can be left out`() throws {
    let (map, errors) = parse(
      "trace: 1\nfields: { values: . }\nvalues: { movie: id }\nothers: ignore")
    #expect(errors.isEmpty)
    let log = """
      {"event":"screen","screen":"M","movie":1,"other":{}}
      {"event":"purchase"}
      """
    let file = TraceFile(Array(log.utf8), path: "log", map)
    #expect(file.findings.isEmpty, "\(file.findings)")
    #expect(file.sessions.flatMap(\.entries).map(\.observation.text) == ["M(id=1)"])
  }

  static let faults: [(text: String, part: String)] = [
    ("", "1:1: error[format/missing-key]: a mapping file for logs needs 'trace'"),
    ("screens: {}", "1:1: error[format/missing-key]: a mapping file for logs needs 'trace'"),
    ("trace: 2", "1:8: error[format/bad-value]: 'trace' does not take '2'. Write the number 1."),
    ("trace: 1\nscreen: {}", "2:1: error[format/unknown-key]"),
    ("trace: 1\nfields: { evnt: name }", "2:11: error[format/unknown-key]"),
    ("trace: 1\nfields: { event: [] }", "2:18: error[format/wrong-type]"),
    (
      "trace: 1\nevents: { x: screem }",
      "2:14: error[format/bad-value]: 'x' does not take 'screem'. Did you mean 'screen'?"
    ),
    ("trace: 1\nlogged: [taps]", "2:10: error[format/bad-value]"),
    ("trace: 1\nunit: min", "2:7: error[format/bad-value]"),
    ("trace: 1\nsampled: maybe", "2:10: error[format/bad-value]"),
    ("trace: 1\nscreens: [A]", "2:10: error[format/wrong-type]"),
    ("trace: 1\nothers: drop", "2:9: error[format/bad-value]"),
    ("trace: 1\nscreens: {", "error[yaml/syntax]"),
  ]

  @Test(arguments: faults)
  func `a fault is reported at its place`(text: String, part: String) {
    let errors = parse(text).1
    #expect(errors.contains { $0.summary.contains(part) }, "\(errors.map(\.summary))")
  }
}
