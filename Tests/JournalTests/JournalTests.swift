import CLibrary
import Diagnostics
import FileAccess
import Journal
import Sessions
import TestSupport
import Testing

struct JournalTests {
  @Test func `records and definitions survive a restart`() throws {
    let folder = try TemporaryFolder()
    let first = try TestJournal(folder.path + "/data")
    let session = first.journal.newSession()
    let definition = first.journal.define(
      digest: [7],
      files: [DefinitionFile(path: "a.yaml", bytes: [1, 2]), .init(path: "b", bytes: [])])
    first.journal.append(
      [
        JournalRecord(
          Change(.create, "dé\u{301}mo", seq: 0, answer: []), of: session, under: definition)
      ])
    let last = first.journal.append(
      [
        JournalRecord(
          Change(.event, "open /x", seq: 1, answer: [0, 255], request: RequestId("r1")),
          of: session, under: definition)
      ])
    try first.wait(for: last)
    first.journal.close()

    let second = try TestJournal(folder.path + "/data")
    defer { second.journal.close() }
    let stored = try #require(try second.journal.restore(session: session))
    #expect(Array(stored.name.utf8) == Array("dé\u{301}mo".utf8))
    #expect(stored.seq == 1)
    #expect(stored.number == last)
    #expect(stored.snapshot == nil)
    #expect(stored.records.map(\.change.text) == ["dé\u{301}mo", "open /x"])
    #expect(stored.records.last?.change.answer == [0, 255])
    #expect(stored.requests.map(\.request.text) == ["r1"])
    #expect(try second.journal.record(last)?.change.answer == [0, 255])
    let files = try #require(try second.journal.definition(definition)?.files)
    #expect(files.map(\.path) == ["a.yaml", "b"])
    #expect(files.map(\.bytes) == [[1, 2], []])
    #expect(second.journal.define(digest: [7], files: []) == definition)
    #expect(second.journal.define(digest: [8], files: []) == definition + 1)
    #expect(second.journal.newSession() == session + 1)
  }

  @Test func `restoring starts from the newest snapshot`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    defer { test.journal.close() }
    let session = test.begin("demo").id
    try test.wait(for: test.add(1...700, to: session))
    let stored = try #require(try test.journal.restore(session: session))
    #expect(stored.snapshot?.seq == 512)
    #expect(stored.snapshot?.bytes == Array("state 512".utf8))
    #expect(stored.records.map(\.change.seq) == Array(513...700))
    #expect(stored.seq == 700)
    #expect(stored.requests.map(\.request.text) == (1...700).map { "r\($0)" })
    #expect(try test.journal.restore(session: session + 1) == nil)
  }

  @Test func `only the newest requests are remembered`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    defer { test.journal.close() }
    let session = test.begin("demo").id
    // Without a snapshot all records are returned, but only the newest requests.
    try test.wait(for: test.add(1...11_000, to: session, snapshotEvery: 20_000))
    let stored = try #require(try test.journal.restore(session: session))
    #expect(stored.requests.count == Limits.requestsMax)
    #expect(stored.requests.last?.seq == 11_000)
    #expect(stored.requests.first?.seq == 11_001 - Int64(Limits.requestsMax))
    #expect(try test.journal.request(of: session) { $0.text == "r7" }?.seq == 7)
    #expect(try test.journal.request(of: session) { $0.text == "r0" } == nil)
  }

  @Test func `a snapshot deletes old records, and the error names the oldest left`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    let kept = Int64(Limits.keptRecordsMax)
    let session = test.begin("demo").id
    let other = test.begin("other").id
    try test.wait(for: test.add(1...kept, to: session))
    let all = try test.journal.records(of: session, from: 0, countMax: .max)
    #expect(all.map(\.change.seq) == Array(0..<Int64(Limits.readRecordsMax)))
    try test.wait(for: test.add((kept + 1)...(kept + 1_024), to: session))
    #expect(throws: JournalError.tooOld(seq: 1, oldest: 1_025)) {
      try test.journal.records(of: session, from: 1, countMax: 10)
    }
    let some = try test.journal.records(of: session, from: 5_000, countMax: 3)
    #expect(some.map(\.change.seq) == [5_000, 5_001, 5_002])
    #expect(try test.journal.records(of: session, from: kept + 2_000, countMax: 3).isEmpty)
    #expect(try test.journal.records(of: other, from: 0, countMax: 3).map(\.change.seq) == [0])
    test.journal.close()
    let summary = try Journal.check(folder: folder.path)
    #expect(summary.records == Limits.keptRecordsMax + 1)
    #expect(summary.snapshots == 1)
    #expect(summary.sessions == 2)
  }

  @Test func `any range of a long session is found`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    defer { test.journal.close() }
    let session = test.begin("demo").id
    let other = test.begin("other").id
    for start in stride(from: 1, to: 2_000, by: 100) as StrideTo<Int64> {
      test.add(start...(start + 99), to: session)
      test.add(start...(start + 9), to: other, snapshotEvery: 5_000)
    }
    try test.wait(for: test.add(2_001...2_010, to: session))
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let (seq, count) = (Int64(random.below(2_030)), random.below(600))
      let found = try test.journal.records(of: session, from: seq, countMax: count)
      #expect(found.map(\.change.seq) == Array((seq..<max(seq, min(seq + Int64(count), 2_011)))))
      #expect(found.allSatisfy { $0.session == session })
    }
    #expect(try test.journal.records(of: session, from: .max, countMax: .max).isEmpty)
  }

  // Goal: clients that read old changes of long sessions do not slow down others.
  // Method: finding the first record takes about as long in a long session as in a short one.
  @Test func `the time to find a record does not grow with the session`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    defer { test.journal.close() }
    let (long, short) = (test.begin("long").id, test.begin("short").id)
    test.add(1...8_000, to: long)
    try test.wait(for: test.add(1...300, to: short))
    func fastest(_ session: Int64) throws -> Duration {
      try (0..<10).map { _ in
        try ContinuousClock().measure {
          let found = try test.journal.records(of: session, from: 1, countMax: 1)
          #expect(found.map(\.change.seq) == [1])
        }
      }.min() ?? .zero
    }
    let (inLong, inShort) = (try fastest(long), try fastest(short))
    #expect(inLong < inShort * 6, "\(inLong), \(inShort)")
  }

  // Goal: a remembered request is found however old its record is.
  // Method: a journal with one session, whose record of change N has the number N + 1.
  @Test func `only needed records outlive the retention limit`() throws {
    let folder = try TemporaryFolder()
    let kept = Int64(Limits.keptRecordsMax)
    var session: Int64 = 0
    func add(_ seqs: ClosedRange<Int64>, needed: [Int64], to test: TestJournal) throws {
      let records = seqs.map { seq in
        JournalRecord(
          Change(
            .event, "open /\(seq)", seq: seq, answer: [],
            request: [2, 5, 500].contains(seq) ? RequestId("r\(seq)") : nil),
          of: session, under: 0,
          snapshot: seq % 256 == 0 ? [1] : nil, neededRecords: needed.map { $0 + 1 })
      }
      try test.wait(for: test.journal.append(records))
    }
    let rows: [(upTo: Int64, needed: [Int64])] = [
      (kept + 1_024, [2, 5, 500]), (kept + 2_048, [2, 5, 500]), (kept + 3_072, [5]),
    ]
    var last: Int64 = 0
    for row in rows {
      let test = try TestJournal(folder.path)
      if last == 0 { session = test.begin("demo").id }
      try add((last + 1)...row.upTo, needed: row.needed, to: test)
      last = row.upTo
      let stored = try #require(try test.journal.restore(session: session))
      #expect(stored.requests.map(\.seq) == row.needed)
      #expect(stored.seq == last)
      for seq in row.needed { #expect(try test.journal.record(seq + 1)?.change.seq == seq) }
      #expect(throws: JournalError.tooOld(seq: 3, oldest: last - kept)) {
        try test.journal.records(of: session, from: 3, countMax: 10)
      }
      test.journal.close()
      let summary = try Journal.check(folder: folder.path)
      // The record from which the needed ones are found is kept, too.
      #expect(summary.records == Limits.keptRecordsMax + 1 + row.needed.count)
    }
    let test = try TestJournal(folder.path)
    let closing = JournalRecord(
      Change(.close, "close", seq: last + 1, answer: []), of: session, under: 0)
    try test.wait(for: test.journal.append([closing]))
    test.journal.close()
    #expect(try Journal.check(folder: folder.path).records == 0)
  }

  @Test func `a closed session leaves no rows, and its number is not reused`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    let session = test.begin("demo").id
    test.add(1...300, to: session)
    let closing = JournalRecord(
      Change(.close, "close", seq: 301, answer: []), of: session, under: 0)
    try test.wait(for: test.journal.append([closing]))
    #expect(try test.journal.restore(session: session) == nil)
    #expect(try test.journal.sessions().isEmpty)
    test.journal.close()
    #expect(try Journal.check(folder: folder.path).records == 0)
    let again = try TestJournal(folder.path)
    defer { again.journal.close() }
    #expect(again.journal.newSession() == session + 1)
    #expect(again.journal.status.lastNumber == 302)
  }

  @Test func `queued records share a commit, and the status counts them`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path, .interval)
    let session = test.begin("demo").id
    try test.wait(for: test.add(1...50, to: session))
    let status = test.journal.status
    #expect(status.durableNumber == 51 && status.lastNumber == 51)
    #expect(status.committedRecords == 51)
    #expect(status.commits <= 2 && status.commitRecordsMax >= 50)
    #expect(status.queuedRecords == 0 && status.queuedBytes == 0)
    #expect(status.fileBytes > 4_096)
    #expect(!test.journal.isFull)
    test.journal.close()
    #expect(try Journal.check(folder: folder.path).lastNumber == 51)
  }

  @Test func `closing writes the queue, and later records are dropped`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path, .interval)
    test.add(1...10, to: test.begin("demo").id)
    test.journal.close()
    test.journal.close()
    #expect(try Journal.check(folder: folder.path).records == 11)
    #expect(test.add(11...11, to: 1) == .max)
    #expect(test.journal.define(digest: [1], files: []) == 0)
    #expect(throws: JournalError.closed) { try test.journal.record(1) }
    #expect(permissions(folder("journal.sqlite")) == 0o600)
    #expect(try filesInFolder(folder.path) == ["journal.lock", "journal.sqlite"])
  }

  @Test func `files are private to their owner, and one opener holds them`() throws {
    let parent = try TemporaryFolder()
    let folder = parent("a/b")
    let test = try TestJournal(folder)
    #expect(permissions(folder) == 0o700)
    for name in ["journal.sqlite", "journal.sqlite-wal", "journal.lock"] {
      #expect(permissions(folder + "/" + name) == 0o600, "\(name)")
    }
    let locked = JournalError.locked(folder: folder, processID: getpid())
    #expect(locked.diagnostic.message == "process \(getpid()) uses the journal in '\(folder)'")
    #expect(throws: locked) { try TestJournal(folder) }
    #expect(throws: locked) { try Journal.check(folder: folder) }
    #expect(throws: locked) { try Journal.repair(folder: folder) }
    test.journal.close()
    #expect(throws: Never.self) { try Journal.check(folder: folder) }

    let shared = try parent.folder("shared", mode: 0o770)
    #expect(throws: JournalError.unsafe(path: shared)) { try TestJournal(shared) }
    #expect(throws: JournalError.missing(folder: parent("none"))) {
      try Journal.check(folder: parent("none"))
    }
  }

  /// Rows: an offset in the header, the byte written there, and the code of the error.
  static let headers: [(Int, UInt8, DiagnosticCode)] = [
    (0, 0, .journalDamaged), (19, 1, .journalDamaged), (18, 1, .journalDamaged),
    (63, 4, .journalVersion), (63, 0, .journalDamaged), (59, 2, .journalDamaged),
    (63, 2, .journalDamaged), (63, 3, .journalDamaged),
    (68, 0, .journalVersion), (71, 0x79, .journalDamaged),
  ]

  @Test(arguments: headers)
  func `a wrong header is refused`(
    place: Int, byte: UInt8, code: DiagnosticCode
  ) throws {
    let folder = try TemporaryFolder()
    try TestJournal(folder.path).journal.close()
    var bytes = try readFile(folder("journal.sqlite"), bytesMax: 1_000_000)
    bytes[place] = byte
    if place == 68 { bytes[69] = 0 }
    try writeFile(folder("journal.sqlite"), bytes, mode: 0o600)
    do throws(JournalError) {
      try TestJournal(folder.path).journal.close()
      Issue.record("it was opened")
    } catch {
      #expect(error.diagnostic.code == code, "\(error)")
      #expect(error.diagnostic.advice != nil)
    }
    #expect(try readFile(folder("journal.sqlite"), bytesMax: 1_000_000) == bytes)
  }

  @Test func `a missing main file is not created next to its log`() throws {
    let folder = try TemporaryFolder()
    try folder.file("journal.sqlite-wal")
    let missing = JournalError.mainMissing(folder: folder.path)
    #expect(throws: missing) { try TestJournal(folder.path) }
    #expect(throws: missing) { try Journal.repair(folder: folder.path) }
    #expect(missing.diagnostic.advice?.contains("repair") == false)
  }

  @Test func `an interrupted repair is reported, and can be finished`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    try test.wait(for: test.begin("demo").number)
    test.journal.close()
    let bytes = try readFile(folder("journal.sqlite"), bytesMax: 1_000_000)
    try writeFile(folder("journal.repaired"), bytes, mode: 0o600)
    try folder.file("identity", "0123456789abcdef\n")
    remove(folder("journal.sqlite"))
    #expect(throws: JournalError.repairInterrupted(folder: folder.path)) {
      try TestJournal(folder.path)
    }
    #expect(try Journal.repair(folder: folder.path).isDone)
    #expect(try Journal.check(folder: folder.path).sessions == 1)
    // Or a client would repeat calls that the repaired journal does not know.
    #expect(try !namesInFolder(folder.path).contains("identity"))
    #expect(try !Journal.repair(folder: folder.path).isDone)
  }
}
