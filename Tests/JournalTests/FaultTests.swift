import CLibrary
import Diagnostics
import FileAccess
import Journal
import TestSupport
import Testing

/// Disk faults, provoked by a limit on the size of files; `Tests/Faults/journal` has others.
struct FaultTests {
  @Test func `after a fault durable records survive, and reopening with space works`() async {
    // In a process of its own, since the limit applies to the whole process.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try TemporaryFolder()
      let test = try TestJournal(folder.path)
      let session = test.begin("demo")
      try test.wait(for: test.add(1...5, to: session.id))
      try Self.boundFiles(to: 65_536)
      var seq: Int64 = 5
      var durable: Int64 = 0
      while test.journal.fault == nil {
        seq += 1
        let number = test.add(seq...seq, to: session.id)
        do throws(JournalError) {
          try test.wait(for: number)
          durable = number
        } catch {
          #expect(error.diagnostic.code == .journalFailed)
          #expect(error.diagnostic.message.hasPrefix("cannot write"))
          #expect(error.diagnostic.advice != nil)
        }
      }
      #expect(durable > 10)
      #expect(test.journal.durableNumber == durable)
      #expect(test.add(seq...seq, to: session.id) == .max)
      // Committed records can still be read, to reset sessions to them.
      let stored = try #require(try test.journal.restore(session: session.id))
      #expect(stored.number == durable)
      test.journal.close()

      try Self.boundFiles(to: nil)
      let again = try TestJournal(folder.path)
      let restored = try #require(try again.journal.restore(session: session.id))
      #expect(restored.number >= durable && restored.number <= durable + 1)
      try again.wait(for: again.add((restored.seq + 1)...(restored.seq + 1), to: session.id))
      again.journal.close()
      #expect(try Journal.check(folder: folder.path).sessions == 1)
    }
  }

  /// Limits the size of every file this process writes; `nil` restores the hard limit.
  static func boundFiles(to bytes: UInt64?) throws {
    var bounds = rlimit()
    getrlimit(fileSizeLimit, &bounds)
    bounds.rlim_cur = bytes.map { rlim_t($0) } ?? bounds.rlim_max
    try #require(setrlimit(fileSizeLimit, &bounds) == 0)
  }
}
