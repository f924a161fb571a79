import Commands
import Diagnostics
import Testing

@testable import signalbox

/// The tables of commands and options fit together, and what is made from them names everything.
struct TableTests {
  @Test func `names and letters are unique`() {
    #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    let letters = Option.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(Set(Subcommand.all.map(\.name)).count == Subcommand.all.count)
  }

  @Test func `an option belongs to commands that exist`() {
    for name in Option.all.compactMap(\.commands).flatMap({ $0 }) {
      #expect(Subcommand.named(name) != nil)
    }
  }

  /// What each command does something with, besides help and version.
  static let taken: [String: Set<String>] = [
    "repl": ["routes", "json", "log", "no-history"],
    "replay": ["routes", "json", "log", "junit"], "resolve": ["routes", "json"],
    "check": ["routes", "json", "strict"], "diff": ["routes", "json"],
    "serve": ["routes", "socket", "data", "durability", "watch", "log-format", "metrics"],
    "attach": ["json", "no-history", "socket"], "send": ["json", "socket", "session"],
    "status": ["json", "socket"], "journal": ["json", "session", "data"],
    "bench": ["routes", "json"], "help": ["json"], "generate-man": [], "generate-completion": [],
  ]

  @Test(arguments: Subcommand.all.map(\.name))
  @MainActor func `an option is refused where it means nothing`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    let taken = try #require(Self.taken[name])
    let operands = Array(repeating: "x", count: subcommand.operandCount.lowerBound)
    for option in Option.all {
      let value = option.value.map { _ in ["x"] } ?? []
      let line = ["signalbox", name] + operands + ["--" + option.name] + value
      if taken.union(["help", "version"]).contains(option.name) {
        #expect(try Arguments(line).has(option))
        continue
      }
      let error = #expect(throws: UsageError.self) { try Arguments(line) }
      #expect(error?.message == "'\(name)' does not take --\(option.name)")
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  @MainActor func `a command has two examples, and they are read`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    #expect(subcommand.examples.count >= 2)
    for example in subcommand.examples {
      let words = example.line.split(separator: " ").prefix { !["<", ">", "|"].contains($0) }
      #expect(words.first == "signalbox")
      #expect(try Arguments(words.map(String.init)).subcommand.name == name)
    }
  }

  @Test func `help names every command, option and exit code`() {
    for subcommand in Subcommand.shown { #expect(programHelp.contains("\n  \(subcommand.name)")) }
    for option in Option.all { #expect(programHelp.contains("--\(option.name)")) }
    for (status, _) in ExitStatus.table { #expect(programHelp.contains("\n  \(status.rawValue) ")) }
    for subcommand in Subcommand.all where subcommand.isHidden {
      #expect(!programHelp.contains(subcommand.name))
    }
  }

  @Test func `no line of help is wider than a terminal`() {
    for text in [programHelp] + Subcommand.shown.map(help(of:)) {
      for line in text.split(separator: "\n") where !line.contains("signalbox ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  func `the help of a command shows its options and examples`(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    let text = help(of: subcommand)
    for option in subcommand.options { #expect(text.contains("--\(option.name)")) }
    for example in subcommand.examples { #expect(text.contains(example.line)) }
  }

  @Test(arguments: Shell.allCases)
  func `a completion names every command and option`(shell: Shell) {
    let text = shell.completion
    for subcommand in Subcommand.shown { #expect(text.contains(subcommand.name)) }
    for option in Option.all { #expect(text.contains(option.name)) }
    #expect(text.hasSuffix("\n"))
  }

  @Test func `the man page names everything and holds no bare control line`() {
    for subcommand in Subcommand.shown { #expect(manPage.contains(".B \(subcommand.name)")) }
    for option in Option.all {
      #expect(manPage.contains(option.name.split(separator: "-").joined(separator: "\\-")))
    }
    let macros: Set<Substring> = [".TH", ".SH", ".TP", ".B"]
    for line in manPage.split(separator: "\n") where line.first == "." || line.first == "'" {
      #expect(macros.contains(line.prefix { $0 != " " }))
    }
    #expect(manPage.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("aa bb cc", ["aa bb", "cc"]), ("aaaaaaaaa b", ["aaaaaaaaa", "b"]),
  ])
  func wrapping(text: String, lines: [String]) {
    #expect(wrapped(text, columns: 5) == lines)
  }

  @Test func `a quote survives the shells`() {
    #expect(singleQuoted("it's") == #"'it'\''s'"#)
  }
}
