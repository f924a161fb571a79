import TestSupport
import Testing

/// `signalbox sessions`.
struct SessionsCommandTests {
  @Test func `sessions are listed, exported and closed`() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.shell("signalbox sessions --socket $S") == "no sessions\nexit 0\n")
    _ = try daemon.shell("signalbox send -s b /movies/42 back --socket $S")
    _ = try daemon.shell("signalbox send -s a /movies --socket $S")
    let list = try daemon.shell("signalbox sessions list --socket $S")
    #expect(list == "a: 1 change\nb: 2 changes\nexit 0\n")
    let json = try daemon.shell("signalbox sessions --json --socket $S")
    #expect(json.hasPrefix(#"{"session":"a","seq":1}"#), "\(json)")
    let script = try daemon.shell("signalbox sessions export b --socket $S")
    #expect(script.hasSuffix("open /movies/42\nback\nexit 0\n"), "\(script)")
    let closed = try daemon.shell("signalbox sessions close a b --socket $S")
    #expect(closed == "closed 'a'\nclosed 'b'\nexit 0\n")
    let gone = try daemon.shell("signalbox sessions close a --socket $S")
    #expect(gone.contains("error[daemon/unknown-session]") && gone.hasSuffix("exit 1\n"), "\(gone)")
    #expect(gone.contains("List all with 'signalbox sessions', or call"), "\(gone)")
  }

  @Test(arguments: ["close", "export"])
  func `a name that is unknown does not keep the others from their turn`(task: String) throws {
    let daemon = try RunningDaemon()
    _ = try daemon.shell("signalbox send -s a /movies --socket $S")
    _ = try daemon.shell("signalbox send -s b /library --socket $S")
    let text = try daemon.shell("signalbox sessions \(task) a no b none --socket $S")
    let done = task == "close" ? "closed 'a'\nclosed 'b'\n" : "open /library"
    #expect(text.contains(done), "\(text)")
    #expect(text.contains("'no'") && text.contains("'none'"), "\(text)")
    #expect(text.hasSuffix("exit 1\n"))
  }

  @Test(arguments: [
    ("sessions lst", "'sessions' does not take 'lst'. Did you mean 'list'?"),
    ("sessions close", "an operand is missing"), ("sessions list a", "'a'"),
    ("sessions --socket /nowhere/s", "error[client/unreachable]"),
  ])
  func `wrong operands are errors`(line: String, part: String) throws {
    let run = try CommandRun(line)
    #expect(run.status == "2" && run.errors.contains(part), "\(run)")
  }
}
