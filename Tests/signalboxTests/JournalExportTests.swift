import DaemonClient
import FileAccess
import JSONCodec
import Journal
import PseudoTerminal
import TestSupport
import Testing

/// What is in the journal of a daemon that was killed.
struct JournalExportTests {
  @Test func `a journal keeps the request ids that clients count on`() {
    #expect(Int64(Journal.keptRecordsMax) >= rememberedChangesMax)
    #expect(Int64(Journal.requestsMax) >= rememberedChangesMax)
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
