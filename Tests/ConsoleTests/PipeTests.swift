import FileAccess
import PseudoTerminal
import Testing

/// Runs the probe under `sh` with redirections; the test reads the shell's terminal.
@Suite struct PipeTests {
  struct Row: Sendable {
    let script: String
    let shown: String
    init(_ script: String, _ shown: String) {
      self.script = script
      self.shown = shown
    }
  }

  static let rows = [
    Row("printf 'one\\ntwo\\n' | $P | cat", "[one]\n[two]\n0"),
    Row("printf 'one\\ntwo' | $P", "[one]\n[two]\n0"),
    Row("printf '' | $P", "0"),
    Row("printf 'one\\nquit\\ntwo\\n' | $P", "[one]\n0"),
    Row("printf 'a\\0b\\n' | $P | wc -c", "6\n0"),
    Row(
      "printf 'one\\na\\377\\n\\303\\ntwo\\n' | $P",
      """
      [one]
      error[input/encoding]: line 2 is not UTF-8 and was skipped. Encode the input as UTF-8; in a \
      link write other bytes as %XX.
      error[input/encoding]: line 3 is not UTF-8 and was skipped. Encode the input as UTF-8; in a \
      link write other bytes as %XX.
      [two]
      0
      """),
    Row("$P < /dev/null", "0"),
    Row("$P < /", "error[file/unreadable]: cannot read 'standard input': it is a folder."),
    Row("printf 'one\\n' | $P > /dev/full", "cannot write 'standard output': no space is left"),
    Row("printf 'one\\n' | $P > /dev/full 2> /dev/null", "2"),
    Row("printf 'many\\nmany\\n' | { $P; echo ended $? >&2; } | head -n 1", "filler\nended 141\n0"),
    Row(
      "head -c 70000 /dev/zero | tr '\\0' x | { cat; echo; echo next; } | $P",
      "longer than 65536 bytes and was skipped. Split it, or check that the input is a script."),
    Row("head -c 70000 /dev/zero | tr '\\0' x | { cat; echo; echo next; } | $P", "[next]\n0"),
    Row(
      "head -c 65530 /dev/zero | tr '\\0' x | { printf 'size '; cat; echo; } | $P", "65535 bytes\n0"
    ),
  ]

  @Test(arguments: rows) func `piped lines give answers without prompts`(_ row: Row) throws {
    let terminal = try PseudoTerminal(
      program: "/bin/sh",
      arguments: ["-c", "P=\"$0\"; " + row.script + "; echo $?", try Probe.path],
      columns: 400)
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains(row.shown), "\(terminal.screen.text)")
    #expect(!terminal.screen.text.contains("probe"), "\(terminal.screen.text)")
  }

  @Test func `an answer is written before the next line arrives`() throws {
    let terminal = try PseudoTerminal(
      program: "/bin/sh",
      arguments: ["-c", "\"$0\" | while read line; do echo \"got $line\"; done", try Probe.path])
    try terminal.send("one\r")
    try terminal.wait(for: "one\ngot [one]\n")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text == "one\ngot [one]\n")
  }
}
