import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox attach` at a terminal, with a daemon.
struct AttachTests {
  @Test func `the prompt names session and daemon, and the session outlives the client`()
    throws
  {
    let daemon = try RunningDaemon()
    let terminal = try daemon.attach(["demo"])
    let place = "demo@\(daemon.socket) "
    try terminal.wait(for: "the session 'demo' is new. Ctrl-D leaves; the session stays.")
    try terminal.wait(for: place + "home/Home [guest]>")
    try terminal.send("open cinema://movies/42\r")
    try terminal.wait(for: "moved: push Movies on home, push MovieDetail(id=42) on home")
    try terminal.wait(for: place + "home/MovieDetail [guest]>")
    // Tab requests completions from the daemon.
    try terminal.send("tap rev\t\r")
    try terminal.wait(for: "tap reviews\nmoved: push Reviews(id=42) on home")
    try terminal.send("opne\r")
    try terminal.wait(for: "error[command/unknown]: no command is called 'opne'")
    // Before the prompt the terminal would take Ctrl-D for itself.
    try terminal.wait("a new prompt") { $0.text.hasSuffix("home/Reviews [guest]>\n") }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    let again = try daemon.attach(["demo"])
    try again.wait(for: "the session 'demo' has 2 changes.")
    try again.wait(for: place + "home/Reviews [guest]>")
    try again.send("quit\r")
    #expect(try again.waitForEnd() == .exited(0))
  }

  @Test func `attach has the colours of the prompt, and its first lines fit the terminal`() throws {
    let daemon = try RunningDaemon()
    let terminal = try daemon.attach(["demo"], columns: 40)
    try terminal.wait("a banner of whole words") { screen in
      screen.text.split(separator: "\n").joined(separator: " ").contains(
        "the session 'demo' is new. Ctrl-D leaves; the session stays.")
    }
    let text = try ShellSession.output(
      of: "printf 'gates\\ntree\\n' > lines; for when in always never; do signalbox attach demo "
        + "--color $when --socket \(daemon.socket) < lines | od -c | grep -c 033; done",
      in: TemporaryFolder())
    let counts = text.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 2 && counts[0] > 3 && counts[1] == 0, "\(text)")
  }

  @Test func `a failed script is reported with its failures, and reload runs in the daemon`()
    throws
  {
    let daemon = try RunningDaemon()
    try daemon.folder.file("bad.nav", "open /movies\nnonsense\n")
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    let path = daemon.folder("bad.nav")
    try terminal.send("load \(path)\r")
    try terminal.wait(for: "\(path):2:1: error[command/unknown]: no command is called 'nonsense'")
    try terminal.wait(for: "bad.nav' was not loaded: 1 failure. Correct the script, or run it")
    try terminal.send("stack\r")
    try terminal.wait(for: "home: Home\n")
    try terminal.send("source \(path)\r")
    try terminal.wait(for: "bad.nav': 2 steps, 1 failure")
    try terminal.send("reload\r")
    // Waits for the prompt: before it appears, the terminal would interpret Ctrl-D, not the line
    // editor.
    try terminal.wait("the prompt below what reload says") { screen in
      let lines = screen.text.split(separator: "\n")
      let reloaded = lines.lastIndex { $0.contains("reloaded ") } ?? lines.endIndex
      return lines[reloaded...].contains { $0.contains("[guest]>") }
    }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `another client's change appears above a half-typed line`() throws {
    let daemon = try RunningDaemon()
    let (first, second) = (try daemon.attach(), try daemon.attach())
    let place = "main@\(daemon.socket) "
    for terminal in [first, second] { try terminal.wait(for: place + "home/Home [guest]>") }
    try second.send("half typed")
    try second.wait(for: "half typed")
    try first.send("/movies\r")
    try first.wait(for: "moved: push Movies on home")
    try second.wait("the change, and the line below it") { screen in
      screen.text.contains(
        "another client, change 1: open /movies: moved\n\(place)home/Movies [guest]> half typed\n")
    }
    // A client gets no notice of its own changes.
    try first.send("stack\r")
    try first.wait(for: "Home > Movies")
    #expect(!first.screen.text.contains("another client"))
  }

  @Test func `a client reconnects to a restarted daemon, and no answered line is lost`()
    throws
  {
    let daemon = try RunningDaemon(durability: "always")
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    try terminal.send("/movies/42\r")
    try terminal.wait(for: "home/MovieDetail [guest]>")
    try daemon.stop()
    try terminal.wait(for: "demo@\(daemon.socket) (away)>")
    try terminal.wait(for: "The daemon cannot be reached (")
    try daemon.start()
    try terminal.wait(for: "Reconnected to the daemon.")
    try terminal.send("tap reviews\r")
    try terminal.wait(for: "moved: push Reviews(id=42) on home")
    #expect(!terminal.screen.text.contains("forgotten"))
  }

  @Test func `a line to a stopped daemon is an error, and the prompt continues`() throws {
    let daemon = try RunningDaemon()
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    try terminal.send("/movies\r")
    try terminal.wait(for: "home/Movies [guest]>")
    try daemon.stop()
    try terminal.wait(for: "(away)>")
    try terminal.send("back\r")
    try terminal.wait(for: "error[client/unreachable]: cannot reach a daemon")
    // Without a journal the session ends with the daemon, and the client reports it.
    try daemon.start()
    try terminal.wait(for: "The daemon no longer has the session 'demo'")
    try terminal.wait(for: "demo@\(daemon.socket) home/Home [guest]>")
  }

  // Method: the daemon is killed or stopped, so that the line has to wait.
  @Test func `Ctrl-C ends the wait for a daemon that is away, and the line is not sent`() throws {
    let daemon = try RunningDaemon(durability: "always")
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    try daemon.stop()
    try terminal.wait(for: "(away)>")
    try terminal.send("/movies\r")
    try terminal.wait(for: "No answer yet; Ctrl-C ends the wait.")
    try terminal.send("\u{3}")
    try terminal.wait(for: "error[client/unreachable]: cannot reach a daemon", seconds: 1)
    try daemon.start()
    try terminal.wait(for: "Reconnected to the daemon.")
    try terminal.send("log\r")
    try terminal.wait(for: "no events")
  }

  @Test func `the fate of a line is unknown after Ctrl-C, and reported later`() throws {
    let daemon = try RunningDaemon(durability: "always")
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    daemon.process.signal(SIGSTOP)
    try terminal.send("/movies\r")
    try terminal.wait(for: "No answer yet; Ctrl-C ends the wait.")
    try terminal.send("\u{3}")
    try terminal.wait(for: "error[client/unknown-fate]", seconds: 3)
    daemon.process.signal(SIGCONT)
    try terminal.wait(for: "your line was executed, change 1: open /movies: moved")
    #expect(!terminal.screen.text.contains("another client"))
  }

  @Test func `a line that waits is not sent after the terminal was closed`() throws {
    let daemon = try RunningDaemon(durability: "always")
    let terminal = try daemon.attach(["demo"])
    try terminal.wait(for: "home/Home [guest]>")
    try daemon.stop()
    try terminal.wait(for: "(away)>")
    try terminal.send("/movies\r")
    try terminal.wait(for: "No answer yet")
    terminal.signal(SIGHUP)
    #expect(try terminal.waitForEnd(seconds: 1) == .exited(129))
    try daemon.start()
    #expect(try daemon.shell("signalbox send -s demo log --socket $S") == "no events\nexit 0\n")
  }

  @Test func `files are read and written by the client`() throws {
    let daemon = try RunningDaemon()
    let text = try daemon.shell(
      """
      printf 'open /movies/42\\nexpect screen MovieDetail\\n' > walk.nav
      echo precious > precious
      printf 'stack\\nexpect transitions\\n' > bad.nav
      printf '%s\\n' 'source walk.nav' 'source bad.nav' 'save saved.nav' 'save precious' \
        'load saved.nav' 'load none' stack | signalbox attach one --socket "$S"
      cat precious
      """)
    #expect(text.contains("ran 'walk.nav': 2 steps, 0 failures\n"), "\(text)")
    #expect(text.contains("bad.nav:2:1: error[command/usage]: "), "\(text)")
    #expect(text.contains(" Write it as: expect transitions KIND…"), "\(text)")
    #expect(text.contains("saved 'saved.nav'\n"), "\(text)")
    #expect(text.contains("loaded 'saved.nav': 1 event\n"), "\(text)")
    #expect(text.contains("error[script/replace]"), "\(text)")
    #expect(text.contains("error[file/unreadable]: cannot read 'none'"), "\(text)")
    #expect(text.contains("Home > Movies > MovieDetail(id=42)\n"), "\(text)")
    #expect(text.hasSuffix("precious\nexit 0\n"), "\(text)")
    #expect(try daemon.folder.text(of: "saved.nav").contains("open /movies/42"))
  }
}
