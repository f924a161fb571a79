import FileAccess
import PseudoTerminal
import Testing

@testable import Console

@Suite struct CompletionTests {
  struct Row: Sendable {
    let keys: String
    let line: String
    /// Blanks between the line's last character and the cursor.
    let blanks: Int
  }

  static let rows = [
    Row(keys: "ov\t", line: "probe/0> overview", blanks: 1),
    Row(keys: "o\t", line: "probe/0> o", blanks: 0),
    Row(keys: "op\t", line: "probe/0> op", blanks: 0),
    Row(keys: "opt\t", line: "probe/0> options", blanks: 1),
    Row(keys: "open m\t", line: "probe/0> open movies/", blanks: 0),
    Row(keys: "link i\t", line: "probe/0> link id=", blanks: 0),
    Row(keys: "cinema://a:b?x\t", line: "probe/0> cinema://a:b?x=1&y", blanks: 1),
    Row(keys: "\"o\t", line: "probe/0> \"o", blanks: 0),
    Row(keys: "zzz\t", line: "probe/0> zzz", blanks: 0),
    Row(keys: "/et\t", line: "probe/0> /et", blanks: 0),
    Row(keys: "n1\t", line: "probe/0> n1", blanks: 0),
  ]

  @Test(arguments: rows) func `tab completes the word at the cursor`(_ row: Row) throws {
    let terminal = try Probe.start()
    // The key after the tab shows that the tab was handled.
    try terminal.send(row.keys)
    try terminal.wait(row: row.line, blanks: row.blanks)
    try terminal.send("!")
    try terminal.wait(row: row.line + (row.blanks == 1 ? " !" : "!"))
  }

  @Test func `two tabs list the candidates under the line`() throws {
    let terminal = try Probe.start()
    try terminal.send("o\t\t")
    try terminal.wait(for: "open      options   overview\nprobe/0> o\n")
  }

  @Test func `too many candidates are only counted`() throws {
    let terminal = try Probe.start()
    try terminal.send("n1\t\t")
    try terminal.wait(for: "1111 candidates: type more letters\nprobe/0> n1\n")
  }

  @Test func `a long list is shown without asking`() throws {
    let terminal = try Probe.start(columns: 20, rows: 6)
    try terminal.send("n11\t\t")
    try terminal.wait("the list") {
      $0.everything.contains("n1199") && $0.text.hasSuffix("> n11\n")
    }
    try terminal.send("\u{15}quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  struct Choice: Sendable {
    let word: String
    let candidates: [String]
    let replacement: String?
    let space: Bool
  }

  static let choices = [
    Choice(word: "", candidates: [], replacement: nil, space: false),
    Choice(word: "a", candidates: ["b"], replacement: nil, space: false),
    Choice(word: "a", candidates: ["ab", "ab"], replacement: "ab", space: true),
    Choice(word: "a", candidates: ["abc", "abd", "x"], replacement: "ab", space: false),
    Choice(word: "", candidates: ["k="], replacement: "k=", space: false),
    Choice(word: "", candidates: ["k/"], replacement: "k/", space: false),
    Choice(word: "", candidates: ["k\u{1B}[2J", "k\0"], replacement: nil, space: false),
    // ä and ö share their first byte, which is not a character.
    Choice(word: "", candidates: ["xä", "xö"], replacement: "x", space: false),
    // An e with an accent, composed and decomposed: different bytes, different words.
    Choice(word: "e\u{301}", candidates: ["\u{E9}t"], replacement: nil, space: false),
  ]

  @Test(arguments: choices) func `candidates are compared as bytes`(_ row: Choice) async {
    await MainActor.run {
      let choice = CompletionChoice(word: Array(row.word.utf8), candidates: row.candidates)
      #expect(choice?.replacement == row.replacement.map { Array($0.utf8) })
      #expect((choice?.appendsSpace ?? false) == row.space)
    }
  }
}
