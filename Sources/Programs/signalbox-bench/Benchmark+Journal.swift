import Diagnostics
import FileAccess
import Journal
import Sessions

extension Benchmark {
  static let journal = Benchmark(
    summary: "records written with one sync per commit, by size of the commit; sessions restored",
    target: "100,000 records/s with 100 per commit; 100,000 sessions in 2 s"
  ) { _, report throws(Diagnostic) in
    for (group, commits) in [(1, 200), (100, 100), (1_000, 30)] {
      let folder = try scratchFolder()
      let scratch = try ScratchJournal(folder.path)
      let samples = try Samples { () throws(Diagnostic) in
        let start = monotonicSeconds()
        for _ in 0..<commits { try scratch.write(group) }
        return Double(group * commits) / (monotonicSeconds() - start)
      }
      scratch.journal.close()
      report(
        Figure(
          of: (group == 1 ? "1" : grouped(Double(group))) + " per commit", metric: "rate",
          unit: "records/s", samples: samples))
    }
    report(try restore())
  }

  /// Measures opening a journal with many sessions, which checks all of it, and reading each of
  /// them.
  private static func restore() throws(Diagnostic) -> Figure {
    let folder = try scratchFolder()
    let scratch = try ScratchJournal(folder.path)
    for _ in 0..<(sessionCount / sessionsPerCommit) { try scratch.begin(sessionsPerCommit) }
    scratch.journal.close()
    let samples = try Samples { () throws(Diagnostic) in
      let start = monotonicSeconds()
      var count = 0
      let again = try ScratchJournal(folder.path)
      do throws(JournalError) {
        try again.journal.forEachSession { count += $0.records.count == 2 ? 1 : 0 }
      } catch {
        throw .noRun(program: "the journal", reason: error.diagnostic.message)
      }
      again.journal.close()
      precondition(count == sessionCount, "sessions are missing")
      return monotonicSeconds() - start
    }
    return Figure(
      of: "\(grouped(Double(sessionCount))) sessions", metric: "restore", unit: "s",
      samples: samples)
  }
}

/// A journal in its own folder, and a way to wait for the disk.
private struct ScratchJournal {
  let journal: Journal
  private let changes: Monitor<Int>

  init(_ folder: String) throws(Diagnostic) {
    let changes = Monitor(0)
    self.changes = changes
    do {
      journal = try Journal.open(folder: folder, durability: .always) { changes.use { $0 += 1 } }
    } catch {
      throw .noRun(program: "the journal", reason: error.diagnostic.message)
    }
  }

  /// Writes `count` records of a session in one commit.
  func write(_ count: Int) throws(Diagnostic) {
    try commit((0..<count).map { record($0 + 1, of: 1) })
  }

  /// Creates `count` sessions, each with an event, in one commit.
  func begin(_ count: Int) throws(Diagnostic) {
    var records: [JournalRecord] = []
    for _ in 0..<count {
      let session = journal.newSession()
      records.append(
        JournalRecord(
          Change(.create, "session-\(session)", seq: 0, answer: []), of: session, under: 1))
      records.append(record(1, of: session))
    }
    try commit(records)
  }

  private func record(_ seq: Int, of session: Int64) -> JournalRecord {
    JournalRecord(
      Change(
        .event, "open cinema://movies/\(seq)", seq: Int64(seq), answer: sampleAnswer,
        request: RequestId("request-\(seq)")),
      of: session, under: 1)
  }

  private func commit(_ records: [JournalRecord]) throws(Diagnostic) {
    let number = journal.append(records)
    while journal.durableNumber < number {
      if let fault = journal.fault {
        throw .noRun(program: "the journal", reason: fault.diagnostic.message)
      }
      changes.use(when: { $0 > 0 }) { $0 = 0 }
    }
  }
}

/// A typical answer to a link that pushes a screen.
private let sampleAnswer = Array(
  """
  {"outcome":"moved","transitions":[{"seq":2,"event":"open","kind":"push",\
  "coordinator":"main/home","from":{"screen":"Home","values":{}},\
  "to":{"screen":"MovieDetail","values":{"id":"42"}}}]}
  """.utf8)

private let sessionCount = 100_000
private let sessionsPerCommit = 10_000
