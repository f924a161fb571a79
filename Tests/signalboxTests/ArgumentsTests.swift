import Diagnostics
import FileAccess
import TestSupport
import Testing

@testable import signalbox

@MainActor struct ArgumentsTests {
  nonisolated struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let command: String
    var operands: [String] = []
    var options: [String] = []

    var testDescription: String { line }
  }

  nonisolated static let rows = [
    Row(line: "", command: "repl"),
    Row(line: "repl", command: "repl"),
    Row(line: "--routes A", command: "repl", options: ["routes=A"]),
    Row(
      line: "-r A -rB --routes=C", command: "repl",
      options: ["routes=A", "routes=B", "routes=C"]),
    Row(line: "replay a.nav b.nav", command: "replay", operands: ["a.nav", "b.nav"]),
    // Options may come before the subcommand, after it, and between operands.
    Row(
      line: "--json replay a.nav --junit x.xml b.nav", command: "replay",
      operands: ["a.nav", "b.nav"], options: ["json", "junit=x.xml"]),
    Row(line: "-jr A check", command: "check", options: ["json", "routes=A"]),
    Row(line: "resolve -", command: "resolve", operands: ["-"]),
    Row(line: "resolve -- --json", command: "resolve", operands: ["--json"]),
    Row(line: "-- resolve /x", command: "resolve", operands: ["/x"]),
    // A long name may be abbreviated while it stays unambiguous; --no-h is --no-history.
    Row(line: "--no-h", command: "repl", options: ["no-history"]),
    Row(line: "help", command: "help"),
    Row(line: "help replay", command: "help", operands: ["replay"]),
    // Help and version need no operands.
    Row(line: "replay --help", command: "replay", options: ["help"]),
    Row(line: "resolve -V", command: "resolve", options: ["version"]),
    Row(line: "--routes é", command: "repl", options: ["routes=é"]),
  ]

  @Test func `operands name route files as --routes does`() throws {
    let folder = try TemporaryFolder()
    try folder.file("app.yaml", "")
    let routes = folder.path
    for line in ["check \(routes)", "serve \(routes)", "repl \(routes)", routes] {
      #expect(try Arguments(words(line)).routeOperands == [routes])
    }
    // Files with the ending of a route file, and folders that contain one.
    let scripts = try TemporaryFolder()
    let replay = try Arguments(
      words("replay \(routes) a.nav \(routes)/app.yaml no.yaml \(scripts.path)"))
    #expect(replay.routeOperands == [routes, routes + "/app.yaml"])
    #expect(replay.operands == ["a.nav", "no.yaml", scripts.path])
    // What begins with / is a link.
    let resolve = try Arguments(words("resolve \(routes) /movies"))
    #expect(resolve.routeOperands == [])
    #expect(resolve.operands == [routes, "/movies"])
  }

  @Test(arguments: rows)
  func reading(_ row: Row) throws {
    let arguments = try Arguments(words(row.line))
    #expect(arguments.subcommand.name == row.command)
    #expect(arguments.operands == row.operands)
    let options = arguments.found.map { $0.option.name + ($0.value.map { "=" + $0 } ?? "") }
    #expect(options == row.options)
  }

  nonisolated static let refused = [
    ("foo", "unknown command 'foo'", "Run 'signalbox --help' to list them."),
    ("replya x", "unknown command 'replya'", "Did you mean 'replay'?"),
    (
      "cinema://x", "unknown command 'cinema://x'",
      "Run 'signalbox resolve LINK' to see what a link opens, or 'signalbox -c LINK' to open it."
    ),
    (
      "open /x", "unknown command 'open'",
      "It is a command of the prompt: run signalbox -c 'open /x'."
    ),
    ("--jsn", "unknown option '--jsn'", "Did you mean --json?"),
    ("check --zzz=3", "unknown option '--zzz=3'", "Run 'signalbox --help' to list them."),
    ("-x", "unknown option '-x'", "Run 'signalbox --help' to list them."),
    ("-é", "unknown option '-é'", "Run 'signalbox --help' to list them."),
    ("--j", "unknown option '--j'", "Write --json or --jobs or --junit."),
    (
      "--json=yes", "--json takes no value",
      "Print one JSON object per line. See 'signalbox --help'."
    ),
    (
      "check --no-history", "'check' does not take --no-history",
      "Use it with 'repl' or 'attach'."
    ),
    ("--junit x", "'repl' does not take --junit", "Use it with 'replay' or 'merge'."),
    (
      "status --routes X", "'status' does not take --routes",
      "Use it with 'repl', 'replay', 'merge', 'resolve', 'why', 'check', 'links', 'compare', 'conform', 'explore', 'diff', 'graph', 'generate', 'export', 'serve', 'inspect', 'mcp' or 'bench'."
    ),
    (
      "resolve", "an operand is missing: 'resolve LINK…|- [ROUTES…]'",
      "See 'signalbox help resolve'."
    ),
    ("status a", "'status' does not take 'a'", "See 'signalbox help status'."),
    ("help a b", "'help' does not take 'b'", "See 'signalbox help help'."),
    ("serve --durability alway", "--durability does not take 'alway'", "Did you mean 'always'?"),
    ("serve --log-format xml", "--log-format does not take 'xml'", "Use one of text, json."),
  ]

  @Test(arguments: refused)
  func refusal(line: String, message: String, advice: String) {
    let error = #expect(throws: Diagnostic.self) { try Arguments(words(line)) }
    #expect(error?.message == message)
    #expect(error?.advice == advice)
    #expect(error?.code == .usage)
  }

  @Test func `a missing value is named by its placeholder`() {
    for line in ["--routes", "check -r"] {
      let error = #expect(throws: Diagnostic.self) { try Arguments(words(line)) }
      #expect(error?.message == "--routes needs a value: PATH")
    }
  }

  @Test func `the last value of a repeated option wins, and all can be read`() throws {
    let arguments = try Arguments(words("replay a --log x --log y"))
    #expect(arguments.value(of: .log) == "y")
    #expect(arguments.values(of: .log) == ["x", "y"])
    #expect(arguments.value(of: .junit) == nil)
  }

  @Test func `without arguments the subcommand is repl, an empty one is unknown`() throws {
    #expect(try Arguments([String]()).subcommand.name == "repl")
    let error = #expect(throws: Diagnostic.self) { try Arguments(["signalbox", ""]) }
    #expect(error?.message == "unknown command ''")
  }

  @Test func `only links may be invalid UTF-8`() throws {
    let odd = Array("/a".utf8) + [0xFF]
    func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
    #expect(try Arguments(words("signalbox", "resolve") + [odd]).operandBytes == [odd])
    for line in [
      words("signalbox") + [odd], words("signalbox", "replay") + [odd],
      words("signalbox", "check", "--routes") + [odd], words("signalbox", "send", "stack") + [odd],
    ] {
      let error = #expect(throws: Diagnostic.self) { try Arguments(line) }
      #expect(error?.message == "the argument '/a\u{FFFD}' is not UTF-8")
    }
  }

  @Test(arguments: seeds(300))
  func `random arguments are parsed or rejected with a message`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["-", "--", "=", "r", "json", "routes", "repl", "help", "é", ":", "+", "\u{1}"]
    let line = (0..<random.next() % 6).map { _ in
      (0..<random.next() % 5).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }.joined()
    }
    do { _ = try Arguments(["signalbox"] + line) } catch { #expect(!error.message.isEmpty) }
  }

  private func words(_ line: String) -> [String] {
    ["signalbox"] + line.split(separator: " ").map(String.init)
  }
}
