import Diagnostics
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@Suite struct EditingTests {
  @Test func `a line is answered and the prompt changes`() throws {
    let terminal = try Probe.start()
    try terminal.send("hello\r")
    try terminal.wait(for: "probe ready\nprobe/0> hello\n[hello]\nprobe/1>\n")
  }

  @Test func `control C discards the line and shows a new prompt`() throws {
    let terminal = try Probe.start()
    try terminal.send("half")
    try terminal.wait(row: "probe/0> half")
    try terminal.send("\u{3}")
    try terminal.wait(for: "probe/0> half^C\nprobe/0>\n")
    try terminal.send("whole\r")
    try terminal.wait(for: "[whole]\nprobe/1>\n")
  }

  @Test func `control C on an empty line says how to leave when it is typed again`() throws {
    let terminal = try Probe.start()
    for _ in 1...2 {
      try terminal.send("\u{3}")
      try terminal.wait("a new prompt") { $0.text.hasSuffix("> ^C\nprobe/0>\n") }
      // Not after a line was dropped that had text.
      try terminal.send("half")
      try terminal.wait(row: "probe/0> half")
      try terminal.send("\u{3}")
      try terminal.wait("a new prompt") { $0.text.hasSuffix("half^C\nprobe/0>\n") }
    }
    #expect(!terminal.screen.text.contains("leaves"))
    try terminal.send("\u{3}")
    try terminal.wait("a new prompt") { $0.text.hasSuffix("> ^C\nprobe/0>\n") }
    try terminal.send("\u{3}")
    try terminal.wait(for: "probe/0> ^C\nprobe/0> ^C\nCtrl-D leaves.\nprobe/0>\n")
  }

  @Test func `control C asks running work to stop, and is not taken for the next line`() throws {
    let terminal = try Probe.start()
    try terminal.send("work\r")
    try terminal.wait(for: "work\nworking\n")
    try terminal.send("\u{3}")
    try terminal.wait(for: "working\n^Cstopped\nprobe/1>\n")
    try terminal.send("whole\r")
    try terminal.wait(for: "stopped\nprobe/1> whole\n[whole]\nprobe/2>\n")
  }

  @Test func `a line that is not complete is continued on the next`() throws {
    let terminal = try Probe.start()
    try terminal.send("one+\r")
    try terminal.wait(for: "probe/0> one+\n>\n")
    try terminal.send("two+\r")
    try terminal.wait(for: "> two+\n>\n")
    try terminal.send("three\r")
    try terminal.wait(for: "> three\n[onetwothree]\nprobe/1>\n")
    // It is one entry of the history.
    try terminal.send("\u{1B}[A")
    try terminal.wait(row: "probe/1> onetwothree")
    try terminal.send("+\r")
    try terminal.wait(row: ">", blanks: 1)
    // Ctrl-C drops what was typed before, too, whether or not more is typed.
    try terminal.send("\u{3}")
    try terminal.wait(row: "probe/1>", blanks: 1)
    try terminal.send("one+\r")
    try terminal.wait(row: ">", blanks: 1)
    try terminal.send("more\u{3}")
    try terminal.wait(row: "probe/1>", blanks: 1)
    try terminal.send("last+\r")
    try terminal.wait(row: ">", blanks: 1)
    // The end of the input completes it.
    try terminal.send("\u{4}")
    try terminal.wait(for: "[last]")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `an answer with more lines than the terminal is shown by the pager`() throws {
    let terminal = try Probe.start(environment: ["PAGER=sed s/line/paged/ | tail -n 2"])
    try terminal.send("page 23\r")
    try terminal.wait(for: "line 22\nprobe/1>")
    try terminal.send("page 24\r")
    try terminal.wait(for: "page 24\npaged 22\npaged 23\nprobe/2>\n")
    // A pager that does not read everything.
    let other = try Probe.start(environment: ["PAGER=head -n 1"])
    try other.send("page 50000\r")
    try other.wait(for: "page 50000\nline 0\nprobe/1>\n")
    // One that does not exist.
    let none = try Probe.start(environment: ["PAGER=signalbox-no-pager 2> /dev/null"])
    try none.send("page 24\r")
    try none.wait(for: "line 23\nprobe/1>\n")
  }

  @Test func `control C discards a wrapped line with the cursor in its first row`() throws {
    let terminal = try Probe.start(columns: 20)
    try terminal.send(String(repeating: "x", count: 40))
    try terminal.wait("three rows") { $0.cursor.row == 3 && $0.cursor.column == 9 }
    try terminal.send("\u{1}")
    try terminal.wait("the cursor at the beginning") { $0.cursor.row == 1 && $0.cursor.column == 9 }
    try terminal.send("\u{3}")
    let x = { String(repeating: "x", count: $0) }
    try terminal.wait(for: "probe/0> \(x(11))\n\(x(20))\n\(x(9))^C\nprobe/0>\n")
  }

  @Test func `control C leaves a search and discards a line from history`() throws {
    let terminal = try Probe.start()
    try terminal.send("first\r")
    try terminal.wait(for: "probe/1>")
    try terminal.send("\u{12}fi")
    try terminal.wait(for: "(reverse-i-search)`fi': first")
    try terminal.send("\u{3}")
    try terminal.wait(row: "probe/1>", blanks: 1)
    try terminal.send("\u{1B}[A")
    try terminal.wait(row: "probe/1> first")
    try terminal.send("\u{3}")
    try terminal.wait(row: "probe/1>", blanks: 1)
    try terminal.send("\u{1B}[A")
    try terminal.wait(row: "probe/1> first")
    try terminal.send("!\r")
    try terminal.wait(for: "[first!]\nprobe/2>\n")
  }

  @Test func `control D ends the program only on an empty line`() throws {
    let terminal = try Probe.start()
    try terminal.send("x\u{4}")
    try terminal.send("\u{15}\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text == "probe ready\nprobe/0>\n")
    #expect(terminal.screen.cursor.column == 0)
  }

  @Test func `quit ends the program`() throws {
    let terminal = try Probe.start()
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `a bracketed paste of several lines runs each`() throws {
    let terminal = try Probe.start()
    try terminal.wait("marked pastes") { $0.marksPastes }
    try terminal.send("\u{1B}[200~one\rtwo\nthree\u{1B}[201~\r")
    try terminal.wait(for: "[one]\n[two]\n[three]\nprobe/3>\n")
  }

  @Test func `a plain paste of several lines runs each`() throws {
    let terminal = try Probe.start()
    try terminal.send("one\rtwo\rthree\r")
    try terminal.wait("the answers") { screen in
      ["[one]\n", "[two]\n", "[three]\nprobe/3>\n"].allSatisfy(screen.text.contains)
    }
  }

  @Test func `an unterminated paste does not block the console`() throws {
    let terminal = try Probe.start()
    try terminal.send("\u{1B}[200~cut o\0ff")
    try terminal.wait(for: "probe/0> cut off")
    try terminal.send("\r")
    try terminal.wait(for: "[cut off]\nprobe/1>\n")
  }

  @Test(arguments: ["\u{1B}[200~", ""]) func `a line of 100 KB is answered`(mark: String) throws {
    let terminal = try Probe.start()
    let end = mark.isEmpty ? "" : "\u{1B}[201~"
    try terminal.send(mark + "size " + String(repeating: "y", count: 99_995) + end + "\r")
    try terminal.wait(for: "\n100000 bytes\nprobe/1>\n")
  }

  @Test func `a line over the limit is discarded`() throws {
    let terminal = try Probe.start(columns: 1_000, rows: 24)
    let block = [UInt8](repeating: UInt8(ascii: "z"), count: 262_144)
    for _ in 0..<5 { try terminal.send(block) }
    try terminal.wait("the error") { $0.everything.contains("error[input/too-long]") }
    try terminal.send("\u{15}quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `invalid UTF-8 and NUL are harmless`() throws {
    let terminal = try Probe.start()
    try terminal.send([0x61, 0xFF, 0x62, 0xC3, 0x00, 0x16, 0x00, 0x09, 0x63, 0x0D])
    try terminal.wait(for: "error[input/encoding]: the line is not UTF-8 and was discarded.")
    try terminal.send("fine\r")
    try terminal.wait(for: "[fine]\nprobe/1>\n")
  }

  @Test func `wide and combined characters are edited as displayed`() throws {
    let terminal = try Probe.start()
    try terminal.send("日本\u{7F}x\r")
    try terminal.wait(for: "[日x]\nprobe/1>\n")
  }

  @Test func `characters are kept in a locale without UTF-8`() throws {
    let terminal = try Probe.start(environment: ["LC_ALL=C"])
    try terminal.send("grün\r")
    try terminal.wait(for: "[grün]\nprobe/1>\n")
  }

  @Test func `an inputrc is read, including its conditions`() throws {
    let folder = try TemporaryFolder()
    let inputrc = folder.path + "/inputrc"
    try write(
      "set editing-mode vi\n$if probe\n\"\\C-t\": \"typed by inputrc\"\n$endif\n", to: inputrc)
    let terminal = try Probe.start(environment: ["INPUTRC=\(inputrc)"])
    try terminal.send("bad\u{1B}")
    try terminal.wait("the cursor on the last character") { $0.cursor.column == 11 }
    try terminal.send("0xA!\r")
    try terminal.wait(for: "[ad!]\nprobe/1>\n")
    try terminal.send("\u{14}\r")
    try terminal.wait(for: "[typed by inputrc]\n")
  }

  @Test(arguments: ["dumb", "no-such-terminal", "vt100"])
  func `lines are answered on plain terminals`(term: String) throws {
    let terminal = try Probe.start(columns: 20, term: term)
    try terminal.send("a line that is longer than the terminal is wide\u{7F}!\r")
    try terminal.wait(for: "wid!]\nprobe/1>\n")
    try terminal.send("half\u{3}")
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `a line is edited in twenty columns`() throws {
    let terminal = try Probe.start(columns: 20)
    try terminal.send("0123456789abcdef\u{7F}\u{7F}!\r")
    try terminal.wait(for: "probe/0> 0123456789a\nbcd!\n[0123456789abcd!]\nprobe/1>\n")
  }

  @Test(arguments: [
    "\u{12}b\u{18}\u{7}", "\u{12}b\u{18}~", "\u{1B}5\u{18}~", "\u{12}b\u{1B}\u{7}",
    "\u{12}b\u{18})",
  ])
  func `the console survives an abort after a search or a count`(keys: String) throws {
    let terminal = try Probe.start()
    try terminal.send("abc\r")
    try terminal.wait(for: "[abc]\nprobe/1>\n")
    try terminal.send(keys)
    try terminal.send("\u{3}")
    try terminal.wait(for: "^C\nprobe/1>\n")
    try terminal.send("still\r")
    try terminal.wait(for: "[still]\nprobe/2>\n")
  }

  @Test(arguments: seeds(20))
  func `random keys neither end nor block the console`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let terminal = try Probe.start()
    // All keys except those that end, stop, suspend output, or quote the next key.
    let kept = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
      .filter { ![0x04, 0x0F, 0x13, 0x16, 0x1A, 0x1C].contains($0) }
    try terminal.send(kept)
    // Leaves any mode that the keys entered. A Ctrl-C that comes while a line is being answered ends
    // only that line, and keys that were read before it stay; then another is needed.
    var isFresh = false
    for _ in 0..<60 where !isFresh {
      try terminal.send("\u{3}")
      // Readline and the terminal can disagree on the width of random bytes, so some of them can
      // remain after the cursor.
      let waited: Void? = try? terminal.wait(
        "a fresh prompt", seconds: max(1, PseudoTerminal.secondsMax / 60)
      ) { screen in
        let typed = screen.rows[screen.cursor.row].prefix(screen.cursor.column)
        return screen.everything.contains("^C") && typed.hasPrefix("probe/")
          && typed.drop { $0 != ">" }.allSatisfy { $0 == ">" || $0 == " " }
      }
      isFresh = waited != nil
    }
    #expect(
      isFresh,
      "seed \(seed): \(terminal.screen.cursor) \(terminal.screen.everything.debugDescription)")
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0), "seed \(seed)")
  }
}
