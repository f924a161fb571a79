import DaemonClient
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// The program with a plugin in its own process.
struct ProcessPluginTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func replay(_ routes: String, _ script: String) throws -> String {
    try folder.file("test.nav", script)
    return try ShellSession.output(
      of: "signalbox replay --routes '\(routes)' test.nav", in: folder)
  }

  @Test func `a script runs through the Python example`() throws {
    let text = try replay(
      packageFolder + "/docs/example-plugin",
      """
      expect screen Notes
      expect show "2 notes"
      tap add
      expect show "3 notes"
      expect row 3 "Note 2"
      tap note-1
      expect screen Note
      expect show "Call Ada"
      tap close
      expect screen Notes
      tap write
      expect show "Write a note"
      tap bread
      expect screen Notes
      expect row 4 "Buy bread"
      """)
    #expect(text.contains("10 expectations, 0 failures"), "\(text)")
  }

  @Test func `a tap waits for the content of a loading screen`() throws {
    let text = try replay(
      packageFolder + "/docs/example-plugin",
      "open /notes\ntap note-0\nexpect screen Note id=0\n")
    #expect(text.contains("1 expectation, 0 failures"), "\(text)")
  }

  /// What a process does on a tap, and the error of the script.
  static let faults = [
    ("sys.exit(3)", "error[plugin/ended]: plugin 'notes' ended with code 3"),
    (
      #"say(id=m["id"], error={"code": -1, "message": "sold out"})"#,
      "error[plugin/refused]: plugin 'notes' refused 'screen.tap': sold out"
    ),
    (
      #"say(id=m["id"], result={"target": 5})"#,
      "error[plugin/content]: plugin 'notes' sent invalid data for 'screen.tap'"
    ),
  ]

  @Test(arguments: faults)
  func `a tap that a process does not handle fails a script`(fault: String, error: String) throws {
    try folder.file(
      "notes.py",
      """
      #!/usr/bin/env python3
      import json, sys
      def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
      for line in sys.stdin:
          m = json.loads(line)
          if m["method"] == "initialize": say(id=m["id"], result={"protocol": 1, "screens": ["Note"]})
          elif m["method"] == "screen.make":
              say(id=m["id"], result={"state": "ready", "title": "Note", "taps": {"buy": None}})
          elif m["method"] == "screen.tap": \(fault)
      """, mode: 0o700)
    let routes = try folder.file(
      "notes.yaml",
      """
      signalbox: 1
      plugin: notes
      run: [./notes.py]
      coordinators: { main: { kind: stack, start: / } }
      routes: [{ path: /, screen: Note }]
      screens: { Note: {} }
      """)
    let text = try replay(routes, "expect show Note\ntap buy\n")
    #expect(text.contains("test.nav:2:1: \(error)"), "\(text)")
    #expect(text.contains("1 failure") && text.hasSuffix("exit 1\n"), "\(text)")
  }

  // The plugin says in a file that it has answered, so that nothing depends on how long that takes.
  @Test func `what arrives while a pipe is silent is in the next answer`() throws {
    for name in ["notes.yaml", "notes.py"] {
      let text = try String(
        decoding: readFile(packageFolder + "/docs/example-plugin/" + name, bytesMax: 10_000),
        as: UTF8.self)
      try folder.file(
        name,
        text.replacing(
          "send(id=request[\"id\"], result=result)",
          with: "send(id=request[\"id\"], result=result); open(request[\"method\"], \"w\")"),
        mode: 0o700)
    }
    let text = try ShellSession.output(
      of: "(echo 'open /notes'; until [ -e screen.make ]; do sleep 0.05; done; echo show) "
        + "| signalbox repl --routes notes.yaml", in: folder)
    #expect(text.contains("Buy milk") && !text.contains("loading"), "\(text)")
  }

  @Test func `Ctrl-C ends the wait of a tap, and the script`() throws {
    try latePlugin(seconds: 100_000)
    let terminal = try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["repl", "--no-history", "--routes", folder("late.yaml")],
      environment: [
        "TERM=xterm", "INPUTRC=/dev/null", "SIGNALBOX_PLUGIN_MILLISECONDS=3600000",
      ], columns: 200)
    try terminal.wait(for: "late: a line of the log")
    let script = try folder.file("taps.nav", "tap one\ntap two\n")
    try terminal.wait("the prompt") { $0.marksPastes }
    let answers = [
      "Late has no tap 'one'; it is still loading",
      "taps.nav:2:1: error[script/interrupted]",
    ]
    // Ctrl-C ends the script at its first line if the wait has not begun; then it is started again.
    for _ in 0..<PseudoTerminal.secondsMax where !terminal.screen.text.contains(answers[1]) {
      try terminal.send("source \(script)\r")
      try terminal.wait("the end of the line") { !$0.marksPastes }
      try terminal.send("\u{3}")
      try terminal.wait("the prompt") { $0.marksPastes }
    }
    for answer in answers { try #require(terminal.screen.text.contains(answer)) }
    try terminal.send("stack\r")
    try terminal.wait(for: "root: Late")
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @MainActor @Test func `a tap over RPC waits for the content of a loading screen`() throws {
    let daemon = try RunningDaemon(routes: packageFolder + "/docs/example-plugin")
    let text = try daemon.shell(
      "signalbox send -s a /notes 'tap note-0' 'expect screen Note id=0' --socket $S")
    #expect(text.hasSuffix("as expected\nexit 0\n"), "\(text)")
    let connection = try Connection(path: daemon.socket)
    for name in ["b", "c"] {
      _ = try connection.call("session.create", ["name": .string(name)])
      // The tap creates the screen, whose content cannot be there yet.
      let answer = try connection.call("tap", ["session": .string(name), "name": "note-1"])
      #expect(answer["outcome"] == "moved", "\(answer)")
    }
  }

  /// A plugin whose content is ready some time after it is requested.
  private func latePlugin(seconds: Double = 0.5) throws {
    try folder.file(
      "late.yaml",
      """
      signalbox: 1
      plugin: late
      run: [./late.py]
      links: [late://]
      coordinators:
        root: { kind: stack, start: / }
      routes:
        - { path: /, screen: Late }
      """)
    try folder.file(
      "late.py",
      """
      #!/usr/bin/env python3
      import json, sys, time
      def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
      for line in sys.stdin:
          m = json.loads(line)
          if m["method"] == "initialize":
              send({"id": m["id"], "result": {"protocol": 1, "screens": ["Late"]}})
          elif m["method"] == "screen.make":
              send({"id": m["id"], "result": {"state": "loading", "title": "Waiting"}})
              print("a line of the log", file=sys.stderr, flush=True)
              time.sleep(\(seconds))
              send({"method": "screen.changed", "params": {"instance": m["params"]["instance"],
                    "content": {"state": "ready", "title": "Arrived"}}})
      """, mode: 0o700)
  }

  @Test func `work of more than two seconds is shown on a terminal, and then no longer`() throws {
    try latePlugin(seconds: 4)
    try folder.file("slow.nav", "expect show Arrived\n")
    // All that the terminal is sent, since the line disappears.
    let text = try ShellSession.output(
      of: "python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "
        + "signalbox replay --routes late.yaml slow.nav > sent; "
        + "grep -c 'replaying slow.nav: 2 s' sent; tail -1 sent", in: folder)
    #expect(text.hasPrefix("1\n"), "\(text)")
    #expect(text.contains("1 script, 1 step, 1 expectation, 0 failures\n"), "\(text)")
  }

  @Test func `late content and log lines appear above the prompt`() throws {
    try latePlugin()
    let terminal = try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["repl", "--no-history", "--routes", folder("late.yaml")],
      environment: [
        "TERM=xterm", "INPUTRC=/dev/null", "SIGNALBOX_PLUGIN_MILLISECONDS=\(hangSeconds)000",
      ])
    try terminal.wait(for: "late: a line of the log")
    try terminal.wait(for: "screen changed: Arrived")
    // `reload` starts the changed program, and the session continues.
    let program = try folder.text(of: "late.py")
    try folder.file(
      "late.py", program.replacing("Arrived", with: "Arrived again"), mode: 0o700)
    try terminal.send("reload\r")
    try terminal.wait(for: "screen changed: Arrived again")
  }
}
