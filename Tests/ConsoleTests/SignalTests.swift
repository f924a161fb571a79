import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@Suite struct SignalTests {
  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func `a signal that ends the program restores the terminal`(
    number: Int32, code: Int32
  ) throws {
    let terminal = try Probe.start()
    try terminal.send("half")
    try terminal.wait(row: "probe/0> half")
    #expect(terminal.isRaw)
    terminal.signal(number)
    #expect(try terminal.waitForEnd() == .exited(code))
    #expect(terminal.screen.text == "probe ready\nprobe/0> half\n")
    #expect(terminal.screen.cursor == (0, 2))
    #expect(!terminal.screen.marksPastes)
  }

  @Test func `terminal modes are restored at the end`() throws {
    // A shell keeps the terminal open, so that its modes can be read after the program ends.
    let terminal = try PseudoTerminal(
      program: "/bin/sh",
      arguments: [
        "-c", "trap : QUIT; read wait; \"$0\" -; echo over $?; read wait", try Probe.path,
      ],
      environment: ["TERM=xterm", "INPUTRC=/dev/null"])
    let modes = terminal.modes
    try terminal.send("\r")
    try terminal.wait(for: "probe/0>")
    #expect(terminal.modes != modes)
    try terminal.send("half\u{1C}")
    try terminal.wait(for: "over 131")
    #expect(terminal.modes == modes)
    #expect(!modes.isEmpty)
  }

  @Test(.enabled(if: Self.isExecutable("/bin/bash"), "no bash"))
  func `control Z stops the program, and fg restores the half-typed line`() throws {
    let terminal = try PseudoTerminal(
      program: "/bin/bash", arguments: ["--norc", "--noediting", "-i"],
      environment: ["TERM=xterm", "PS1=shell> ", "INPUTRC=/dev/null"])
    try terminal.wait(for: "shell>")
    try terminal.send(try Probe.path + " -\r")
    try terminal.wait(for: "probe/0>")
    try terminal.send("half typed")
    try terminal.wait(for: "probe/0> half typed")
    try terminal.send("\u{1A}")
    try terminal.wait(for: "Stopped")
    try terminal.wait("the shell") { $0.rows[$0.cursor.row] == "shell>" }
    #expect(!terminal.isRaw)
    try terminal.send("fg\r")
    try terminal.wait(row: "probe/0> half typed")
    try terminal.send("!\r")
    try terminal.wait(for: "[half typed!]\nprobe/1>\n")
    try terminal.send("quit\r")
    try terminal.wait("the shell") { $0.rows[$0.cursor.row] == "shell>" }
  }

  @Test(.enabled(if: Self.isExecutable("/bin/bash"), "no bash"))
  func `the line still works after a stop that cannot be caught`() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(
      program: "/bin/bash", arguments: ["--norc", "--noediting", "-i"],
      environment: ["TERM=xterm", "PS1=shell> ", "INPUTRC=/dev/null"], columns: 200)
    try terminal.wait(for: "shell>")
    try terminal.send("\(try Probe.path) - \(folder.path)\r")
    try terminal.wait(for: "probe/0>")
    try terminal.send("half typed")
    try terminal.wait(for: "probe/0> half typed")
    try write("", to: folder.path + "/stop")
    try terminal.wait("the shell") { screen in
      screen.text.contains("Stopped") && screen.rows[screen.cursor.row] == "shell>"
    }
    try terminal.send("fg\r")
    try terminal.wait(row: "probe/0> half typed")
    try terminal.wait("the modes of the program") { _ in terminal.isRaw }
    try terminal.send("!\r")
    try terminal.wait(for: "[half typed!]\nprobe/1>\n")
  }

  @Test func `without a shell, control Z redraws the line`() throws {
    let terminal = try Probe.start()
    try terminal.send("half")
    try terminal.wait(row: "probe/0> half")
    try terminal.send("\u{1A}")
    try terminal.wait(for: "probe/0> half\nprobe/0> half\n")
    try terminal.send(" line\r")
    try terminal.wait(for: "[half line]\nprobe/1>\n")
  }

  @Test func `a narrower terminal still shows all of a wrapped line`() throws {
    let terminal = try Probe.start()
    let line = String(repeating: "0123456789", count: 6)
    try terminal.send(line)
    try terminal.wait(row: "probe/0> " + line)
    terminal.resize(columns: 40, rows: 24)
    try terminal.wait(
      for: "probe/0> 0123456789012345678901234567890\n12345678901234567890123456789\n")
    try terminal.send("!\r")
    try terminal.wait("the answer") { screen in
      screen.text.contains("[\(line.prefix(39))\n\(line.dropFirst(39))!]\nprobe/1>\n")
    }
  }

  @Test func `a wider terminal still shows all of a wrapped line`() throws {
    let terminal = try Probe.start(columns: 40)
    let line = String(repeating: "0123456789", count: 6)
    try terminal.send(line)
    try terminal.wait(for: "\n12345678901234567890123456789\n")
    terminal.resize(columns: 100, rows: 24)
    try terminal.wait("one row") { $0.text.contains("probe/0> \(line)\n") }
    try terminal.send("!\r")
    try terminal.wait(for: "[\(line)!]\nprobe/1>\n")
  }

  private static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
