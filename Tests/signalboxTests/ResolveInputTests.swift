import PseudoTerminal
import TestSupport
import Testing

/// `resolve -` at a terminal and in a pipeline.
struct ResolveInputTests {
  @Test func `a typed link is answered at once`() throws {
    let terminal = try ShellSession.start()
    try terminal.send("signalbox resolve --routes Routes -; echo \"exit $?\"\r")
    for link in ["/movies", "/movies/42", "cinema://nowhere"] {
      try terminal.send(link + "\r")
      try terminal.wait(for: "\n\(link): ")
    }
    try terminal.send("\u{4}")
    try terminal.wait(for: "exit 1")
  }

  @Test func `a full disk is reported at once, without another line`() throws {
    let terminal = try ShellSession.start()
    try terminal.send("signalbox resolve --routes Routes - >/dev/full; echo \"exit $?\"\r")
    try terminal.send("/movies\r")
    try terminal.wait(for: "cannot write '<standard output>'")
    try terminal.wait(for: "exit 2")
  }

  @Test(arguments: ["", "--json"])
  func `resolve ends without an error when its reader ends`(option: String) throws {
    let terminal = try ShellSession.start()
    // `yes` writes until its reader ends. No error is printed.
    try terminal.send(
      "yes /movies | signalbox resolve \(option) - | head -n 2 | wc -l; echo the end\r")
    try terminal.wait(for: "\n2\nthe end\n")
    #expect(!terminal.screen.everything.contains("error"))
  }
}
