import CLibrary
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox send` and `status` in a shell, and the example clients in other languages.
struct SendTests {
  struct Row: Sendable {
    let line: String
    let shown: [String]
    let exit: Int

    init(_ line: String, _ shown: [String], exit: Int) {
      (self.line, self.shown, self.exit) = (line, shown, exit)
    }
  }

  static let rows = [
    Row(
      "signalbox send -s a /movies stack --socket $S", ["moved: push Movies", "Movies"], exit: 0),
    Row("signalbox send -s b back --socket $S", ["refused"], exit: 1),
    Row("signalbox send -s c opne --socket $S", ["error[command/unknown]"], exit: 1),
    Row(
      "signalbox send -s d 'expect screen Movies' stack --socket $S",
      ["error[expect/failed]", "Home"], exit: 1),
    Row(
      "printf '/movies\\nback\\n' | signalbox send -s e - stack --socket $S --json",
      [#"{"outcome":"moved""#, #""seq":2"#], exit: 0),
    // Over the limit of a line, then over the limit of the daemon: the error is printed, and the
    // next line is sent.
    Row(
      "(head -c 70000 /dev/zero | tr '\\0' x; echo; echo /movies) | signalbox send -s f - --socket $S",
      ["error[script/limit]", "the limit of 65536 bytes of a line", "moved: push Movies"], exit: 1),
    Row(
      "(head -c 1100000 /dev/zero | tr '\\0' x; echo; echo /movies) | signalbox send -s g - --socket $S",
      ["error[input/too-long]", "more than 1048576 bytes", "moved: push Movies"], exit: 1),
    Row(
      "(head -c 1048570 /dev/zero | tr '\\0' x; echo; echo /movies) | signalbox send -s h - --socket $S",
      ["error[input/too-long]", "moved: push Movies"], exit: 1),
    Row("signalbox send reload --socket $S", ["reloaded "], exit: 0),
    Row(
      "signalbox send -s '' stack --socket $S",
      ["error[daemon/parameter]: parameter 'name' of 'session.create' is empty."], exit: 2),
    Row(
      "signalbox attach $(printf '%0129d' 0) --socket $S",
      ["error[daemon/limit]: the limit of 128 bytes of a session's name is reached."], exit: 2),
    Row(
      "signalbox send 'save a.nav' --socket $S",
      ["error[command/file]", "Type it at the prompt of 'signalbox attach'"], exit: 1),
    Row(
      "STATE_DIRECTORY=$F/none:$F/other signalbox journal check",
      ["error[journal/missing]", "/none'"], exit: 2),
    Row("signalbox send stack --socket $F/none", ["error[client/unreachable]"], exit: 2),
    Row("signalbox send --socket $S", ["usage/option"], exit: 2),
    Row("signalbox status --socket $F/none", ["error[client/unreachable]"], exit: 2),
    Row("signalbox attach --socket $F/none", ["error[client/unreachable]"], exit: 2),
    Row(
      "signalbox status --socket $S",
      ["daemon at ", "  durability: none\n", "  app:\n    plugins: "], exit: 0),
    Row("signalbox status --socket $S --json", [#""durability":"none""#], exit: 0),
  ]

  @Test func `send, status and attach print results and set the exit code`() throws {
    let daemon = try RunningDaemon()
    for row in Self.rows {
      let text = try daemon.shell(row.line)
      for shown in row.shown { #expect(text.contains(shown), "\(row.line): \(text)") }
      #expect(text.hasSuffix("exit \(row.exit)\n"), "\(row.line): \(text)")
    }
  }

  // Goal: a kill -9 at any moment loses no answered line and runs none twice. Method: every line
  // changes the session once, so the answers must count 1, 2, 3, …
  @Test func `lines sent while the daemon is killed run exactly once`() throws {
    let daemon = try RunningDaemon(durability: "always")
    let count = 200
    let lines = (0..<count).map { $0.isMultiple(of: 2) ? "/movies\n" : "back\n" }
    try daemon.folder.file("lines", lines.joined())
    try daemon.folder.file("answers", "")
    let terminal = try daemon.start("signalbox send -s x - --json --socket $S < lines > answers")
    for round in 1...2 {
      let areAnswered = try waits {
        try daemon.folder.text(of: "answers").split(separator: "\n").count >= round * 40
      }
      try #require(areAnswered)
      try daemon.stop()
      try daemon.start()
    }
    try terminal.waitForEnd()
    #expect(terminal.screen.text.hasSuffix("exit 0\n"), "\(terminal.screen.text)")
    let answers = try daemon.folder.text(of: "answers").split(separator: "\n")
    let numbers = try answers.map { try JSON(parsing: String($0))["seq"]?.intValue }
    #expect(numbers == (1...Int64(count)).map { $0 })
  }

  @Test func `lines that continue are sent as one`() throws {
    let daemon = try RunningDaemon()
    let sent = try daemon.shell(
      #"printf 'open \\\n/movies/1\nlogin "a\nb"\nstack \\' | signalbox send --socket $S -"#)
    #expect(
      sent == #"""
        moved: push Movies on home, push MovieDetail(id=1) on home
        satisfied login ("a\nb")
        home: Home > Movies > MovieDetail(id=1)
        exit 0

        """#, "\(sent)")
  }

  @Test(arguments: [
    "python3 $P/Examples/clients/signalbox_client.py",
    "node $P/Examples/clients/signalbox_client.mjs",
  ])
  func `the example clients open links and list changes`(program: String) throws {
    let daemon = try RunningDaemon()
    let name = program.split(separator: " ")[0]
    let found = try daemon.shell("command -v \(name) > /dev/null")
    try #require(found.contains("exit 0"), "there is no \(name)")
    for _ in 0..<2 {
      let text = try daemon.shell("\(program) $S demo cinema://movies/42 cinema://nowhere")
      #expect(text.contains("cinema://movies/42 moved\n") || text.contains(" duplicated\n"))
      #expect(text.contains("cinema://nowhere refused\n"), "\(text)")
      #expect(text.hasSuffix("Home > Movies > MovieDetail\nexit 0\n"), "\(text)")
    }
    let first = try daemon.shell("\(program) $S other cinema://movies/42")
    #expect(first.contains("\n1 open cinema://movies/42\n"), "\(first)")
  }

  @Test func `the example clients have fewer than 60 lines`() throws {
    for name in ["signalbox_client.py", "signalbox_client.mjs"] {
      let bytes = try readFile(packageFolder + "/Examples/clients/" + name, bytesMax: 100_000)
      #expect((1..<60).contains(bytes.count { $0 == UInt8(ascii: "\n") }), "\(name)")
    }
  }
}
