import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// Output that differs on a terminal, and the effect of a full disk on the log.
struct TerminalOutputTests {
  @Test func `findings are wrapped only on a terminal`() throws {
    let folder = try TemporaryFolder()
    let lines = """
      signalbox: 1
      plugin: p
      links: [p://]
      coordinators: { main: { kind: stack, start: / } }
      routes:
        - { path: /, screen: Home }
        - { path: "/items/:id", screen: Home }
        - { path: /items/new, screen: Home }
      screens: { Home: {} }
      """
    let file = try folder.file("p.yaml", lines)
    let terminal = try ShellSession.start(columns: 60)
    // `clear` removes the typed line, so that the first finding is at the top.
    try terminal.send(
      "cd \(folder.path); clear; signalbox check --notes --routes p.yaml; echo the'' end\r")
    try terminal.wait(for: "the end")
    let shown = terminal.screen.text.split(separator: "\n").map(String.init)
    let first = try #require(shown.firstIndex { $0.contains("p.yaml:7:13:") })
    let finding = shown[first...].prefix { !$0.hasPrefix("    ") }
    #expect(finding.count >= 3 && finding.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(shown)")
    let joined = finding.map { $0.drop { $0 == " " } }.joined(separator: " ")
    let piped = try CommandRun("check --notes --routes \(file)").output
      .replacing(folder.path + "/", with: "")
    #expect(piped.hasPrefix(joined + "\n"), "\(joined)\n\(piped)")
  }

  /// The width of a terminal, and the first lines of the help's last options.
  static let widths: [(columns: Int, lines: [String])] = [
    (60, ["  -h, --help        print help and exit"]),
    (30, ["  -h, --help", "      print help and exit"]),
  ]

  @Test(arguments: widths.indices)
  func `tables fit the terminal`(index: Int) throws {
    let row = Self.widths[index]
    let terminal = try ShellSession.start(columns: row.columns)
    try terminal.send("clear; signalbox init --help; echo the'' end\r")
    try terminal.wait(for: "the end")
    let shown = terminal.screen.text.split(separator: "\n").map(String.init)
    let first = try #require(shown.firstIndex { $0.hasPrefix("  -h, --help") }, "\(shown)")
    #expect(Array(shown[first...].prefix(row.lines.count)) == row.lines)
    // A line that is wider is cut by the terminal, and goes on at the first column.
    let options = shown.drop { $0 != "options:" }.dropFirst().prefix { $0 != "examples:" }
    #expect(options.count > 3 && options.allSatisfy { $0.hasPrefix("  ") }, "\(shown)")
  }

  @Test func `without a known width nothing is wrapped, and tables have 80 columns`() throws {
    let terminal = try ShellSession.start(columns: 200)
    try terminal.send(
      "clear; stty cols 0; signalbox help check; signalbox check /nowhere; echo the'' end\r")
    try terminal.wait(for: "the end")
    let shown = terminal.screen.text.split(separator: "\n").map(String.init)
    let finding = """
      error[file/unreadable]: cannot read '/nowhere': there is no such file or folder. Check the \
      spelling and the working directory.
      """
    #expect(shown.contains(finding), "\(shown)")
    let table = shown.drop { $0 != "options:" }.prefix { $0 != "examples:" }.map(\.count)
    #expect((70...80).contains(table.max() ?? 0), "\(shown)")
  }

  @Test(arguments: ["", "--json"])
  func `a failed write to the log gives exit code 2`(_ option: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.file("input", "open /movies\nopen /movies/42\n")
    let routes = packageFolder + "/Routes"
    let run = try CommandRun("repl \(option) --routes \(routes) --log /dev/full <\(input)")
    #expect(run.status == "2", "\(run)")
    #expect(run.errors.contains("cannot write '/dev/full'"), "\(run)")
    // The responses are still written.
    #expect(run.output.contains("MovieDetail"), "\(run)")
    let fine = try CommandRun("repl \(option) --routes \(routes) --log log <\(input)")
    #expect(fine.status == "0" && fine.errors == "", "\(fine)")
  }

  @Test func `Ctrl-C ends a running script, and the session keeps what was done`() throws {
    let folder = try TemporaryFolder()
    // So many lines that none of the machines reaches the end before Ctrl-C is typed.
    let script = try folder.file(
      "long.nav", String(repeating: "/movies/42\nback\n", count: 400_000))
    // As JSON the lines of a script print nothing, so that the terminal does not slow it down.
    let terminal = try PseudoTerminal(
      program: try builtProgram("signalbox"),
      arguments: ["repl", "--json", "--no-history", "--routes", packageFolder + "/Routes"],
      environment: ["TERM=xterm", "INPUTRC=/dev/null"], columns: 1_000)
    try terminal.wait("the prompt") { $0.marksPastes }
    try terminal.send("source \(script)\r")
    try terminal.wait("the end of the line") { !$0.marksPastes }
    try terminal.send("\u{3}")
    try terminal.wait(for: #""stopped":{"code":"script/interrupted""#)
    #expect(!terminal.screen.text.contains(#""steps":800000"#))
    try terminal.wait("the prompt") { $0.marksPastes }
    // The state is that of a whole line.
    try terminal.send("/movies/43\r")
    try terminal.wait(for: #""id":"43""#)
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
