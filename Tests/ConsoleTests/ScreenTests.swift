import Diagnostics
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@Suite struct ScreenTests {
  struct Row: Sendable {
    let written: String
    let text: String
    let cursor: (Int, Int)
    init(_ written: String, _ text: String, _ cursor: (Int, Int)) {
      self.written = written
      self.text = text
      self.cursor = cursor
    }
  }

  // For a screen of 5 columns and 3 rows.
  static let rows = [
    Row("", "", (0, 0)),
    Row("ab\r\ncd", "ab\ncd\n", (2, 1)),
    Row("abcde", "abcde\n", (4, 0)),  // The cursor stays in the last column.
    Row("abcdef", "abcde\nf\n", (1, 1)),
    Row("abcde\rx", "xbcde\n", (1, 0)),
    Row("1\r\n2\r\n3\r\n4", "2\n3\n4\n", (1, 2)),
    Row("abc\u{8}\u{8}x", "axc\n", (2, 0)),
    Row("abc\u{1B}[2D\u{1B}[K", "a\n", (1, 0)),
    Row("abc\u{1B}[2D\u{1B}[1K", "  c\n", (1, 0)),
    Row("abc\u{1B}[2D\u{1B}[P", "ac\n", (1, 0)),
    Row("abc\u{1B}[2D\u{1B}[2@", "a  bc\n", (1, 0)),
    Row("a\r\nb\r\nc\u{1B}[H\u{1B}[J", "", (0, 0)),
    Row("a\r\nb\r\nc\u{1B}[2A\u{1B}[4Gx", "a  x\nb\nc\n", (4, 0)),
    Row("\u{1B}[3;2Hx", "\n\n x\n", (2, 2)),
    Row("\u{1B}[99;99Hx", "\n\n    x\n", (4, 2)),
    Row("\u{1B}[31ma\u{1B}[0m\u{1B}]0;title\u{7}b\u{1B}(B", "ab\n", (2, 0)),
    Row("日本語", "日本\n語\n", (2, 1)),
    Row("e\u{301}x", "e\u{301}x\n", (2, 0)),
    Row("a\tb", "a   b\n", (4, 0)),
  ]

  @Test(arguments: rows) func `output appears as on a terminal`(_ row: Row) {
    var screen = TerminalScreen(columns: 5, rows: 3)
    screen.write(row.written.utf8)
    #expect(screen.text == row.text)
    #expect(screen.cursor == row.cursor)
  }

  @Test(
    arguments: [
      ([0xDC, 0x5E, 0x43], "\u{FFFD}^C\n"), ([0xE6, 0x97, 0x0D, 0x61], "a\n"),
      ([0xE6, 0x97, 0xDC, 0x61], "\u{FFFD}\u{FFFD}a\n"),
      ([0xFF, 0xA5, 0x61], "\u{FFFD}\u{FFFD}a\n"),
      ([0x61, 0xE6, 0x97, 0x1B, 0x5B, 0x44, 0x62], "ab\n"),
    ] as [([UInt8], String)])
  func `a truncated character does not hide the next one`(bytes: [UInt8], text: String) {
    var screen = TerminalScreen(columns: 5, rows: 3)
    screen.write(bytes)
    #expect(screen.text == text)
  }

  @Test func `resizing truncates, pads and scrolls`() {
    var screen = TerminalScreen(columns: 5, rows: 3)
    screen.write("abcde\r\n2\r\n3".utf8)
    screen.resize(columns: 3, rows: 2)
    #expect(screen.text == "2\n3\n")
    #expect(screen.everything == "abc\n2\n3\n")
    screen.resize(columns: 8, rows: 4)
    screen.write("\u{1B}[4;8Hx".utf8)
    #expect(screen.text == "2\n3\n\n       x\n")
  }

  @Test(arguments: seeds(200))
  func `any bytes are accepted at any size`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var screen = TerminalScreen(
      columns: Int.random(in: -1...6, using: &random), rows: Int.random(in: -1...4, using: &random))
    let usual = Array("\u{1B}[;?019ABCDGHJKPX@dhlmM日e\u{301}\u{8}\t\r\n\u{7}]".utf8)
    for _ in 0..<20 {
      screen.write(
        (0..<100).map { _ in
          Bool.random(using: &random)
            ? usual.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        })
      screen.resize(
        columns: Int.random(in: 0...6, using: &random), rows: Int.random(in: 0...4, using: &random))
      #expect((0..<screen.columns).contains(screen.cursor.column), "seed \(seed)")
      #expect((0..<screen.rowCount).contains(screen.cursor.row), "seed \(seed)")
      #expect(screen.rows.count == screen.rowCount, "seed \(seed)")
    }
  }
}
