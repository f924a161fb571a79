import FileAccess
import PseudoTerminal
import Testing

/// Notices appear above the prompt.
@Suite struct NewsTests {
  @Test func `a notice from another thread appears above a half-typed line`() throws {
    let terminal = try Probe.start()
    try terminal.send("later\r")
    try terminal.wait(for: "probe/1>")
    try terminal.send("half typed")
    try terminal.wait("the news") { screen in
      screen.text.contains("later\nnews 1\\u{1b}\nprobe/1> half typed\n")
    }
    try terminal.send("!\r")
    try terminal.wait(for: "[half typed!]\nprobe/2>\n")
  }

  @Test func `a command's notices appear after its answer`() throws {
    let terminal = try Probe.start()
    try terminal.send("now\r")
    try terminal.wait(for: "now\nanswer\nnews 1\\u{1b}\nnews 2\\u{1b}\nprobe/1>\n")
  }

  @Test func `a notice after the end is ignored`() throws {
    let terminal = try Probe.start()
    try terminal.send("later\r")
    try terminal.wait(for: "probe/1>")
    try terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
