import Diagnostics
import Navigation
import TestSupport
import Testing

struct EventSyntaxTests {
  static let events: [Event] = [
    .open("/films/42?x=\"y", from: .outside), .open("/a", from: .inside), .tap("a b"), .back,
    .open("/a", from: LinkSource("web")), .open("/a", from: LinkSource("a b", signature: .valid)),
    .open("from", from: LinkSource("from", signature: .invalid)),
    .open("/a", from: LinkSource("", signature: .valid)),
    .open("/a", from: LinkSource("outside", signature: .valid)),
    .open("signed", from: LinkSource("outside", signature: .invalid)),
    .dismiss, .select(tab: "home"), .popTo(.count(-3)), .popTo(.screen("Film")), .root,
    .finish(result: nil), .finish(result: ""), .finish(result: "a\\b\n\t\u{1B}아"),
    .satisfy(gate: "login", subject: nil), .satisfy(gate: "login", subject: "#1"),
    .satisfy(gate: "age", subject: "x y"), .revoke(gate: "login"), .revoke(gate: "age"),
    .dirty(true), .dirty(false), .confirm, .cancel, .accept, .decline, .background,
    .foreground, .ready, .tick(milliseconds: 5_000), .tick(milliseconds: 61_001),
  ]

  @Test(arguments: events)
  func `an event's command parses to the same event`(event: Event) throws {
    #expect(
      try Event(command: event.command(nowMilliseconds: 1_000), nowMilliseconds: 1_000) == event)
  }

  @Test func `a time before the clock is written as 'wait 0ms'`() {
    for milliseconds: Int64 in [.min, -1, 0, 999, 1_000] {
      let event = Event.tick(milliseconds: milliseconds)
      #expect(event.command(nowMilliseconds: 1_000) == "wait 0ms")
    }
  }

  // Recorded sessions can contain it; users and clients cannot give it.
  @Test func `a wait of no time is only read from a record`() throws {
    #expect(try Event(command: "wait 0ms", nowMilliseconds: 7) == .tick(milliseconds: 7))
    let wait = try #require(EventSyntax.all.first { $0.command.word == "wait" })
    let arguments = try #require(wait.command.arguments(of: ["0s"]))
    #expect(throws: Diagnostic.self) {
      try wait.event(arguments, nowMilliseconds: 7)
    }
  }

  static let faults = [
    "", "fly", "open", "open a b", "open a inside more", "open a from", "open a inside signed",
    "open a from inside signature invalid", "open a signature", "open a signature wrong",
    "open a signed from web", "open a signed signed", "tap", "back now", "tab", "pop", "pop 1 2",
    "dirty maybe", "wait", "wait soon", "wait 99999999999999999999s", "wait -1s", "tap \"open",
    "tap \"\\q\"", "tap \"\\u{110000}\"", "tap \"\\u{}\"", "login a b", "satisfy", "revoke",
  ]

  @Test(arguments: faults)
  func `an invalid event is refused with advice`(line: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try Event(command: line, nowMilliseconds: 0)
    }
    #expect(!error.message.isEmpty)
  }

  @Test func `a mistyped event is suggested`() throws {
    let error = try #require(throws: Diagnostic.self) {
      try Event(command: "bakc", nowMilliseconds: 0)
    }
    #expect(error.advice == "Did you mean 'back'?")
  }

  @Test(arguments: seeds(200))
  func `quoted words parse to the same words`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let list = (0..<5).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<random.next() % 6).compactMap { _ in
            Unicode.Scalar(UInt32(random.next() % 0x180))
          }))
    }
    #expect(try words(of: list.map(quoted).joined(separator: " ")) == list)
  }

  static let durations: [(text: String, milliseconds: Int64?)] = [
    ("500ms", 500), ("30s", 30_000), ("10m", 600_000), ("2h", 7_200_000), ("1d", 86_400_000),
    ("0s", 0), ("", nil), ("5", nil), ("s", nil), ("1 s", nil), ("-1s", nil), ("1.5s", nil),
    ("9223372036854775807d", nil), ("99999999999999999999s", nil),
  ]

  @Test(arguments: durations)
  func `durations are parsed and written`(_ row: (text: String, milliseconds: Int64?)) {
    #expect(milliseconds(of: row.text) == row.milliseconds)
    if let known = row.milliseconds {
      #expect(milliseconds(of: durationText(milliseconds: known)) == known)
    }
  }

  @Test(
    arguments: [
      ("open /a", nil), ("", nil), (#"open \"#, "open "), (#"open /a\"#, "open /a"),
      (#"finish "a"#, #"finish "a\n"#), (#"finish "a\"#, #"finish "a"#),
      (#"finish "a\\"#, #"finish "a\\\n"#), (#"finish "a\"b"#, #"finish "a\"b\n"#),
      (#"finish "a""#, nil), (#"finish "a"\"#, #"finish "a""#), (#"finish "a\\""#, nil),
      (#"# "a \"#, nil), (#"  # it's "#, nil), ("expect show isn't", nil),
    ] as [(String, String?)])
  func `a line is continued after a backslash and in quotation marks`(
    line: String, start: String?
  ) throws {
    #expect(continued(line) == start)
    guard start?.hasSuffix("\\n") ?? false else { return }
    // The next line can close the quotation.
    let whole = (start ?? "") + "end\""
    #expect(continued(whole) == nil)
    #expect(try words(of: whole).last?.hasSuffix("\nend") ?? false)
  }

  @Test func `a quoted word is never continued`() throws {
    for word in ["/a\\", "\\", "a\\\\", "\"", "a \\", "#\\"] {
      #expect(continued("open " + quoted(word)) == nil)
      #expect(try words(of: quoted(word)) == [word])
    }
  }

  @Test(arguments: UInt64(0)..<200)
  func `lines added one by one are continued as the text so far is`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "\"", "\\", " ", "#"]
    var (line, text) = (ContinuedLine(), "")
    for _ in 0..<8 {
      let next = (0..<Int(random.next() % 5)).map { _ in pieces[Int(random.next() % 5)] }.joined()
      let start = continued(text + next)
      #expect(line.add(next) == (start == nil), "\(text) + \(next)")
      guard let start else { break }
      #expect(line.text == start, "\(text) + \(next)")
      text = start
    }
  }
}
