import CLibrary
import Diagnostics
import FileAccess
import PseudoTerminal
import TestSupport
import Testing
@testable import signalbox

/// `send` and `attach` with a program that poses as a daemon.
struct HostileDaemonTests {
  /// Answers every call with terminal sequences: clear the screen, set the title, and a C1 control.
  private static let daemon = #"""
    import json, os, socket, sys
    bad = "bad\x1b[2J\x1b]0;owned\x07\u009b31m\u202e\r"
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    while True:
        client = server.accept()[0].makefile("rw")
        def send(message):
            client.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            client.flush()
        send({"method": "hello", "params": {"protocol": 1, "version": bad, "durability": bad}})
        for line in client:
            call = json.loads(line)
            if call["method"] == "command" and call["params"]["line"] == "fail":
                send({"id": call["id"], "error": {
                    "code": -32000, "message": bad, "data": {"code": bad, "advice": bad}}})
                continue
            if call["method"] == "command" and call["params"]["line"] == "news":
                send({"method": "event", "params": {
                    "session": call["params"]["session"], "seq": 9, "outcome": bad,
                    "event": {"line": bad}}})
            send({"id": call["id"], "result": {
                "seq": 1, "text": bad + "\nsecond\n", "prompt": bad + "> ", "json": {"a": bad},
                "words": [bad, "plain"], "state": {"words": bad}}})
    """#
  private static let shown = #"bad\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{d}"#

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.file("daemon.py", Self.daemon)
  }

  @Test func `only colours survive in what a daemon says, if there are any at all`() {
    let cases = [
      ("\u{1B}[31mred\u{1B}[0m", "\u{1B}[31mred\u{1B}[0m"),
      ("\u{1B}[36mopen", "\u{1B}[36mopen\u{1B}[0m"),
      ("\u{1B}[7mx", "\\u{1b}[7mx"), ("\u{1B}[2J", "\\u{1b}[2J"), ("\u{1B}[31", "\\u{1b}[31"),
      ("\u{1B}[031m", "\\u{1b}[031m"), ("\u{1B}]0;a\u{7}", "\\u{1b}]0;a\\u{7}"),
      ("\u{1B}[31;5m", "\\u{1b}[31;5m"), ("a\u{202e}", "a\\u{202e}"), ("\u{9B}31m", "\\u{9b}31m"),
    ]
    for (text, expected) in cases { #expect(escapedButPainted(text) == expected) }
  }

  /// The output of a line run beside the daemon, whose socket is `s`.
  private func output(of line: String) throws -> String {
    try ShellSession.output(
      of: "python3 daemon.py s & until [ -S s ]; do sleep 0.05; done; \(line); kill $!", in: folder)
  }

  @Test func `what a daemon says is escaped by send and status`() throws {
    let text = try output(
      of: "signalbox send --socket s stack fail; signalbox send --json --socket s stack; "
        + "signalbox status --socket s")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0 == Self.shown }, "\(text)")
    #expect(lines.contains("second"))
    #expect(lines.contains { $0.contains("]: \(Self.shown). \(Self.shown)") }, "\(text)")
    #expect(lines.contains { $0.contains(#"{"a":"bad\u001b[2J"#) }, "\(text)")
    #expect(lines.contains { $0.contains("  text: \(Self.shown)\\u{a}second") }, "\(text)")
  }

  @Test func `what a daemon says is escaped at the prompt`() throws {
    let text = try output(of: "printf 'stack\\nnews\\nfail\\n' | signalbox attach --socket s")
    #expect(text.contains("\(Self.shown)\nsecond\n"), "\(text)")
    #expect(!text.contains("\u{202e}"))
  }

  @Test func `the prompt that a daemon names is escaped, in a terminal`() throws {
    let terminal = try ShellSession.start(columns: 400)
    try terminal.send(
      "cd \(folder.path); python3 daemon.py s & until [ -S s ]; do sleep 0.05; done; "
        + "signalbox attach --no-history --socket s; kill $!; echo over\r")
    // The first prompt is asked for; later ones come with the answers.
    for count in 1...2 {
      try terminal.wait("prompt \(count)") { screen in
        screen.everything.split(separator: "\n").filter { $0.hasPrefix("main@s \(Self.shown)>") }
          .count
          >= count
      }
      if count == 1 { try terminal.send("stack\r") }
    }
    try terminal.send("\u{4}")
    try terminal.wait(for: "\nover\n")
  }
}
