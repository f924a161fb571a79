import FileAccess
import JSONCodec
import TestSupport
import Testing

/// Piped input and arguments of the program: responses, JSON objects, exit codes.
struct PipedTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let shown: [String]
    let exit: Int

    init(_ line: String, _ shown: String..., exit: Int) {
      (self.line, self.shown, self.exit) = (line, shown, exit)
    }

    var testDescription: String { line }
  }

  static let rows = [
    // The prompt has the same exit codes as `send`.
    Row("printf '/movies\\nstack\\n' | signalbox repl --routes $R", "Home > Movies", exit: 0),
    Row("printf 'back\\nstack\\n' | signalbox repl --routes $R", "refused: ", "Home", exit: 1),
    Row("printf 'expect screen Movies\\nstack\\n' | signalbox -r $R", "expect/failed", exit: 1),
    Row("printf 'opne\\nquit\\n' | signalbox -r $R", "error[command/unknown]", exit: 1),
    Row("printf 'why /nowhere\\n' | signalbox -r $R --json", "not-found", exit: 1),
    Row("printf '/nowhere\\n' > s.nav; echo source s.nav | signalbox -r $R", "refused", exit: 1),
    Row(
      "echo | signalbox -r $R -c 'source /dev/stdin'",
      "cannot read '/./dev/stdin': it is a pipe", exit: 1),
    Row("echo | signalbox -r $R -c 'source -'", "cannot read './-': there is no", exit: 1),
    // A missing script is 2, as for 'replay'; in a line it is 1.
    Row(
      "signalbox -r $R -c /movies -f none.nav -c back", "moved: push Movies",
      "error[file/unreadable]: cannot read 'none.nav': there is no", exit: 2),
    Row("signalbox -r $R -c 'source none.nav'", "cannot read 'none.nav'", exit: 1),
    Row("echo reload | signalbox -r $R --json", #""routes":"#, exit: 0),
    // Bytes that are not UTF-8 are never replaced.
    Row(
      "printf 'stack\\n/search/\\377\\nstack\\n' | signalbox -r $R",
      "error[input/encoding]: line 2 is not UTF-8 and was skipped", exit: 1),
    Row(
      "printf '/search/\\377\\n' | signalbox -r $R --json",
      #"{"error":{"code":"input/encoding","severity":"error","message":"line 1 is not UTF"#,
      exit: 1),
    Row(
      "signalbox resolve -r $R \"$(printf '/search/\\377')\" /movies",
      "malformed at byte 8: bytes that are not UTF-8\n/movies: Movies", exit: 1),
    Row(
      "signalbox resolve -r $R --json \"$(printf '/search/\\377')\"",
      #""error":"malformed""#, exit: 1),
    Row(
      "signalbox replay -r $R \"$(printf 'a\\377.nav')\"", "error[usage/option]: the argument '",
      "' is not UTF-8", exit: 2),
    // With `--json` the output is only objects.
    Row(
      "head -c 70000 /dev/zero | tr '\\0' x | signalbox -r $R --json",
      #"{"error":{"code":"input/too-long","severity":"error","message":"line 1, 'xxx"#, exit: 1),
    Row("signalbox help codes --json", #"{"codes":[{"code":"link/malformed","#, exit: 0),
    Row("signalbox help open --json", #"{"command":"open","arguments":"LINK"#, exit: 0),
    Row(
      "signalbox help replay --json",
      #"{"command":"replay","operands":"[SCRIPT…] [ROUTES…]","#, exit: 0),
    Row(
      "signalbox help --json", #"{"command":"repl","operands":"[ROUTES…]","#,
      exit: 0),
    Row("signalbox help nothing --json", "error[usage/option]", exit: 2),
    // The exact length of an overlong link is not counted.
    Row(
      "head -c 20000 /dev/zero | tr '\\0' x | signalbox resolve -r $R -",
      "xxx…: too-long: the link has more than 8192 bytes\n", exit: 1),
    Row(
      "head -c 20000 /dev/zero | tr '\\0' x | signalbox resolve -r $R --json -",
      #"xxx…","error":"too-long","message":"the link has more than 8192 bytes"}"#, exit: 1),
  ]

  @Test(arguments: rows) func `input decides output and exit code`(_ row: Row) throws {
    let text = try ShellSession.output(of: row.line, in: TemporaryFolder())
    for shown in row.shown { #expect(text.contains(shown), "\(text)") }
    #expect(text.hasSuffix("exit \(row.exit)\n"), "\(text)")
  }

  static let unread = [
    "check $R", "replay -r $R $R/Scripts/smoke.nav", "resolve -r $R /movies",
    "resolve -r $R -", "resolve -r $R --json -", "links .", "help", "-r $R -c stack", "repl -r $R",
  ]

  /// The reader ends first: a pipeline must not hide that something was left undone.
  @Test(arguments: unread) func `unread output is no success`(command: String) throws {
    let text = try ShellSession.output(
      of: "echo /movies > in; { sleep 0.05; signalbox \(command) < in 2> err; echo $? > status; } "
        + "| true; cat status err",
      in: TemporaryFolder())
    #expect(text == "141\nexit 0\n", "\(text)")
  }

  @Test func `input for a daemon that is not UTF-8 is an error`() throws {
    let daemon = try RunningDaemon()
    let sent = try daemon.shell("printf '/search/\\377\\nstack\\n' | signalbox send --socket $S -")
    #expect(sent.contains("error[input/encoding]") && sent.hasSuffix("Home\nexit 1\n"), "\(sent)")
    let script = try daemon.shell(
      """
      printf '/movies\\n/search/\\377\\n' > s.nav
      printf 'source s.nav\\nstack\\n/\\377\\n' | signalbox attach --socket $S --json
      """)
    #expect(script.contains(#"{"error":{"code":"script/encoding""#), "\(script)")
    #expect(script.contains(#""file":"s.nav","line":2,"#), "\(script)")
    #expect(script.contains(#"{"error":{"code":"input/encoding""#), "\(script)")
    #expect(script.hasSuffix("exit 1\n"), "\(script)")
  }

  @Test func `the log records every jump of the session`() throws {
    let folder = try TemporaryFolder()
    let lines = ["/movies", "/movies/42", "undo", "goto 0", "redo", "save s.nav", "load s.nav"]
    try folder.file("input", lines.map { $0 + "\n" }.joined())
    try folder.file("script.nav", "/movies\nundo\n")
    let text = try ShellSession.output(
      of: """
        signalbox repl -r $R --log log < input > /dev/null
        signalbox replay -r $R --log log script.nav
        """, in: folder)
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
    let kinds = try folder.text(of: "log").split(separator: "\n").map { line in
      let json = try JSON(parsing: Array(line.utf8))
      let numbers = ["position", "last", "seq"].compactMap { json[$0]?.intValue }
      return (json["jump"] ?? json["kind"])?.stringValue.map { "\($0) \(numbers)" } ?? ""
    }
    #expect(
      kinds == [
        "begin [0, 0]", "push [1]", "push [2]", "undo [1, 1]", "goto [0, 0]", "redo [1, 1]",
        "push [1]", "load [1, 1]", "begin [0, 0]", "push [1]", "undo [0, 0]",
      ])
  }
}
