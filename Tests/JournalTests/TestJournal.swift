import FileAccess
import Journal
import Sessions

/// A journal whose commits a test can wait for.
struct TestJournal {
  let journal: Journal
  private let changes: Monitor<Int>

  init(
    _ folder: String, _ durability: Durability = .always, sizes: FileSizes = FileSizes()
  ) throws(JournalError) {
    let changes = Monitor(0)
    self.changes = changes
    journal = try Journal.open(
      folder: folder, durability: durability, sizes: sizes
    ) { changes.use { $0 += 1 } }
  }

  /// Waits until a record is durable, or throws the journal's fault.
  func wait(for number: Int64) throws(JournalError) {
    while journal.durableNumber < number {
      if let fault = journal.fault { throw fault }
      changes.use(when: { $0 > 0 }) { $0 = 0 }
    }
  }

  /// Creates a session.
  func begin(_ name: String) -> (id: Int64, number: Int64) {
    let session = journal.newSession()
    let number = journal.append(
      [JournalRecord(Change(.create, name, seq: 0, answer: []), of: session, under: 0)])
    return (session, number)
  }

  /// Appends events of a session, each with a request id, and a snapshot every `interval` of them.
  @discardableResult
  func add(
    _ seqs: ClosedRange<Int64>, to session: Int64, snapshotEvery interval: Int64 = 256
  ) -> Int64 {
    journal.append(
      seqs.map { seq in
        let isState = seq % interval == 0
        return JournalRecord(
          Change(
            isState ? .state : .event, "open /\(seq)", seq: seq,
            answer: Array("{\(seq)}".utf8), request: RequestId("r\(seq)")),
          of: session, under: 0,
          snapshot: isState ? Array("state \(seq)".utf8) : nil)
      })
  }
}
