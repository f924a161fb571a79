import CLibrary
import DaemonClient
import FileAccess
import JSONCodec
import Journal
import PseudoTerminal
import TestSupport
import Testing

/// What is in the journal of a daemon that was killed.
struct JournalExportTests {
  @Test func `a repair reports the readable records that it drops`() throws {
    let daemon = try RunningDaemon(durability: "always")
    let links = (1...5).map { "/movies/4\($0)" }.joined(separator: " ")
    _ = try daemon.shell("signalbox send \(links) --socket $S")
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForEnd()
    let path = daemon.folder("data/journal.sqlite")
    var bytes = try readFile(path, bytesMax: 10_000_000)
    let place = try #require(bytes.firstRange(of: Array("open /movies/42".utf8)))
    bytes[place.upperBound - 1] = UInt8(ascii: "9")
    try writeFile(path, bytes, mode: 0o600)
    let text = try daemon.shell("signalbox journal repair --data data")
    #expect(
      text.contains("session 'main' continues from change 1; dropped: 3 readable records\n"),
      "\(text)")
  }

  @Test func `a journal keeps the request ids that clients count on`() {
    #expect(Int64(Journal.keptRecordsMax) >= rememberedChangesMax)
    #expect(Int64(Journal.requestsMax) >= rememberedChangesMax)
  }

  // Tests/Journals/0.1.sqlite: written by a daemon of commit 91eeb563 with shop.yaml. Session
  // 'demo' has five changes, of which the last is an undo, and 'long' has 260 and a snapshot.
  @MainActor @Test func `a journal of an earlier version is continued`() throws {
    let folder = packageFolder + "/Tests/Journals"
    let daemon = try RunningDaemon(
      durability: "always", routes: folder + "/shop.yaml", journal: folder + "/0.1.sqlite")
    let connection = try Connection(path: daemon.socket)
    func command(_ session: String, _ line: String, _ id: String) throws -> JSON {
      try connection.call(
        "command",
        ["session": .string(session), "line": .string(line), "requestId": .string(id)])
    }
    // Requests of then are executed once, also the oldest of the longer session.
    let first = try command("demo", "open shop://items/1", "send.3o2mhhqriymcs-1")
    #expect(first["seq"] == 1 && first["json"]?["outcome"] == "moved", "\(first.text)")
    #expect(try command("long", "open shop://items/1", "send.2ym2fzj6yk02-1")["seq"] == 1)
    let stack = try connection.call("stack", ["session": "long"])
    // The engine behaves in another way since then, so that the session was migrated as it was
    // restored.
    #expect(stack["seq"] == 260, "\(stack.text)")
    let text = try daemon.shell(
      "signalbox send --socket $S -s demo stack undo redo redo 'open shop://items/9'")
    #expect(
      text.hasPrefix("home: Login\n") && text.contains("push Item(id=9) on home"), "\(text)")
    try daemon.stop()
    let exported = try daemon.shell(
      "signalbox journal check --data data && signalbox journal export --data data | head -267"
        + " | tail -1")
    #expect(exported.contains(#""number":267,"session":"long","seq":260"#), "\(exported)")
    #expect(exported.hasSuffix("exit 0\n"))
  }

  @MainActor @Test
  func `a killed daemon has lost nothing, and its request ids are exported as given`() throws {
    for durability in ["always", "interval"] {
      let daemon = try RunningDaemon(durability: durability)
      let connection = try Connection(path: daemon.socket)
      _ = try connection.call("session.create", ["name": "a"])
      for number in 1...20 as ClosedRange<Int64> {
        let answer = try connection.call(
          "open",
          [
            "session": "a", "link": .string("/movies/\(number)"),
            "requestId": .string("id \(number)"),
          ])
        #expect(answer["seq"] == .int(number))
      }
      try daemon.stop()
      let text = try daemon.shell("signalbox journal export --data data | tail -1")
      #expect(text.contains(#""seq":20,"kind":"event""#))
      #expect(text.contains(#""requestId":"id 20""#))
    }
  }
}
