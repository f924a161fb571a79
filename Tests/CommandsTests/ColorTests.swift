import Diagnostics
import TestSupport
import Testing

@testable import Commands

/// Colours: where they are, and that a text is the same without them.
@MainActor
struct ColorTests {
  /// Lines and parts of their coloured answers, with `<` and `>` in place of the sequences.
  static let rows: [(line: String, part: String)] = [
    ("open /movies/42", "push <36:Movie>(id=42) on <34:home>"),
    ("stack", "<34:home>: <36:Home> > <36:Movies>"),
    ("tree", "* <34:home>  <36:Home>"),
    ("gates", "<33:closed>"),
    ("login alice", "satisfied <32:login>"),
    ("gates", "<32:open (alice)>"),
    ("logout", "closed <33:login>"),
    ("routes movie", "<36:Movie>"),
    ("why /movies/7", "<36:Movie>(id=7)"),
    ("show", "<36:"),
    ("log 9", "on <34:home>"),
    ("tap nothing", "<31:refused>: "),
    ("nope", "<31:error[command/unknown]:> no command is called 'nope'. <2:Run 'help'"),
    ("expect screen Home", "<31:error[expect/failed]:>"),
  ]

  @Test func `answers are coloured by roles`() {
    var prompt = Prompt(definition: TestApp.definition)
    prompt.interpreter.display.paint.isColored = true
    for (line, part) in Self.rows {
      let text = prompt.interpreter.run(line, on: &prompt.workspace).text
      #expect(marked(text).contains(part), "\(line): \(marked(text))")
    }
    #expect(marked(prompt.workspace.prompt).hasPrefix("<34:home>/<36:Movie> [<33:guest>]"))
  }

  @Test func `without its colours an answer is the plain one`() {
    var (plain, colored) = (
      Prompt(definition: TestApp.definition), Prompt(definition: TestApp.definition)
    )
    colored.interpreter.display.paint.isColored = true
    for (line, _) in Self.rows {
      let text = colored.interpreter.run(line, on: &colored.workspace).text
      #expect(bare(text) == plain.interpreter.run(line, on: &plain.workspace).text)
      #expect(terminalWidth(text) == terminalWidth(bare(text)))
    }
  }

  @Test func `a sequence in a text from elsewhere is escaped`() {
    var prompt = Prompt(definition: TestApp.definition)
    prompt.interpreter.display.paint.isColored = true
    for line in ["login \u{1B}[31mred", "link \u{1B}[0m", "\u{1B}[1m"] {
      let text = prompt.interpreter.run(line, on: &prompt.workspace).text
      #expect(!bare(text).utf8.contains(0x1B) && text.contains("\\u{1b}["), "\(text)")
    }
    #expect(prompt.workspace.prompt.contains("\\u{1b}[31mred"))
    #expect(!bare(prompt.workspace.prompt).utf8.contains(0x1B))
  }

  /// A painted text with `<parameters:` and `>` in place of its sequences.
  private func marked(_ text: String) -> String {
    var marked = ""
    forEachPart(ofPainted: text) { part, isSequence in
      guard isSequence else { return marked += part }
      marked += part == "\u{1B}[0m" ? ">" : "<\(part.dropFirst(2).dropLast()):"
    }
    return marked
  }

  /// A painted text without its sequences.
  private func bare(_ text: String) -> String {
    var bare = ""
    forEachPart(ofPainted: text) { if !$1 { bare += $0 } }
    return bare
  }
}
