import Commands
import Diagnostics
import FileAccess
import ProgramSupport
import TestSupport
import Testing

@testable import signalbox

/// The rows of subcommands and options are consistent, and help, man page and completions list all
/// of them.
struct TableTests {
  @Test func `names and letters are unique`() {
    #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    let letters = Option.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(Set(Subcommand.all.map(\.name)).count == Subcommand.all.count)
  }

  @Test(arguments: Subcommand.all.map(\.name))
  @MainActor func `a subcommand takes only its own and the common options`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    let operands = Array(repeating: "x", count: subcommand.operandCount.lowerBound)
    for option in Option.all {
      let value = option.value.map { _ in [option.choices.first ?? "x"] } ?? []
      let line = ["signalbox", name] + operands + ["--" + option.name] + value
      if subcommand.takes(option) {
        #expect(try Arguments(line).has(option))
        continue
      }
      let error = #expect(throws: Diagnostic.self) { try Arguments(line) }
      #expect(error?.message == "'\(name)' does not take --\(option.name)")
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  @MainActor func `a subcommand has two examples that parse`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    #expect(subcommand.examples.count >= 2)
    for example in subcommand.examples {
      let words = example.line.split(separator: " ").prefix { !["<", ">", "|"].contains($0) }
      #expect(words.first == "signalbox")
      #expect(try Arguments(words.map(String.init)).subcommand.name == name)
    }
  }

  @Test func `help lists every subcommand, option and exit code`() {
    for subcommand in Subcommand.shown { #expect(programHelp.contains("\n  \(subcommand.name)")) }
    for option in Option.all { #expect(programHelp.contains("--\(option.name)")) }
    for (status, _) in ExitStatus.table { #expect(programHelp.contains("\n  \(status.rawValue) ")) }
    for subcommand in Subcommand.all where subcommand.isHidden {
      #expect(!programHelp.contains(subcommand.name))
    }
  }

  @Test func `no line of help is wider than 80 columns`() {
    for text in [programHelp] + Subcommand.shown.map(help(of:)) {
      for line in text.split(separator: "\n") where !line.contains("signalbox ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  func `the help of a subcommand shows its options and examples`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    let text = help(of: subcommand)
    for option in subcommand.options { #expect(text.contains("--\(option.name)")) }
    for example in subcommand.examples { #expect(text.contains(example.line)) }
  }

  @Test(arguments: Shell.allCases)
  func `a completion offers every subcommand, option and value`(shell: Shell) {
    let text = shell.completion
    for subcommand in Subcommand.shown { #expect(text.contains(subcommand.name)) }
    for option in Option.all {
      #expect(text.contains(option.name))
      let takers = option.subcommands
      for choices in takers.isEmpty ? [option.choices] : takers.map({ $0.choices(of: option) }) {
        #expect(text.contains(choices.joined(separator: " ")))
      }
    }
    #expect(text.hasSuffix("\n"))
  }

  /// The page is written instead if `SIGNALBOX_WRITE_COMMANDS` is set.
  @Test func `docs/commands.md is the table of commands`() throws {
    let path = "docs/commands.md"
    let isWritten = environment("SIGNALBOX_WRITE_COMMANDS") != nil
    if isWritten { try writeFile("\(packageFolder)/\(path)", Array(CommandsPage.text.utf8)) }
    #expect(
      try Page(path).text == CommandsPage.text,
      "'SIGNALBOX_WRITE_COMMANDS=1 swift test --filter TableTests' writes it again")
    #expect(!isWritten, "\(path) was written again")
  }

  @Test(arguments: [
    ("graph --format", "text svg dot mermaid"), ("check --format", "text json sarif github junit"),
    ("compare --format =", "text json sarif github junit"), ("check --color", "auto always never"),
    ("graph --of", "tree taps routes gates"), ("completion", "bash zsh fish"), ("serve -r", ""),
  ])
  func `bash completes what a subcommand takes`(words: String, offered: String) throws {
    let shell = """
      bash -c 'source <(signalbox completion bash); COMP_WORDS=(signalbox \(words) "")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _signalbox; echo "${COMPREPLY[*]}"'
      """
    let text = try ShellSession.output(of: shell, in: TemporaryFolder())
    #expect(text == offered + "\nexit 0\n")
  }

  @Test func `the man page lists everything and contains no stray roff command`() {
    let page = ManPage.text
    for subcommand in Subcommand.shown { #expect(page.contains(".B \(subcommand.name)")) }
    for option in Option.all {
      #expect(page.contains(option.name.split(separator: "-").joined(separator: "\\-")))
    }
    let prompt = page.split(separator: ".SH ").first { $0.hasPrefix("PROMPT COMMANDS\n") } ?? ""
    for command in CommandTable.standard.all {
      #expect(prompt.contains("\n.B \(command.word)"))
      #expect(prompt.contains(command.example.replacing("-", with: "\\-")))
    }
    let macros: Set<Substring> = [".TH", ".SH", ".TP", ".B", ".br", ".RS", ".RE"]
    for line in page.split(separator: "\n") where line.first == "." || line.first == "'" {
      #expect(macros.contains(line.prefix { $0 != " " }))
    }
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("aa bb cc", ["aa bb", "cc"]), ("aaaaaaaaa b", ["aaaaaaaaa", "b"]),
    ("a  b c", ["a  b", "c"]),
  ])
  func wrapping(text: String, lines: [String]) {
    #expect(wrapped(text, columns: 5) == lines)
  }

  @Test func `a quote is escaped in completions`() {
    #expect(singleQuoted("it's") == #"'it'\''s'"#)
  }
}
