import FileAccess
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

  /// A plugin whose content is ready half a second after it is requested.
  private func latePlugin() throws {
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
              time.sleep(0.5)
              send({"method": "screen.changed", "params": {"instance": m["params"]["instance"],
                    "content": {"state": "ready", "title": "Arrived"}}})
      """, mode: 0o700)
  }

  @Test func `late content and log lines appear above the prompt`() throws {
    try latePlugin()
    let terminal = try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["repl", "--no-history", "--routes", folder("late.yaml")],
      environment: [
        "TERM=xterm", "INPUTRC=/dev/null", "SIGNALBOX_PLUGIN_MILLISECONDS=60000",
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
