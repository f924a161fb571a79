import Diagnostics
import FileAccess
import Sessions
import TestSupport
import Testing

@testable import Journal

/// Files that no journal writes: numbers at both ends of their range, and records in a cycle.
struct ForgedTests {
  @Test func `a repair survives record numbers from both ends of the range`() throws {
    let folder = try TemporaryFolder()
    let path = folder("journal.sqlite")
    do {
      _ = try makeJournal(path, pageBytes: 512)
      let database = try Database(path, .writing)
      for number in 0..<40 as Range<Int64> {
        for end in [Int64.min + 1 + number, Int64.max - 40 + number] {
          try database.run("INSERT INTO records (number, text) VALUES (\(end), zeroblob(300))")
        }
      }
      try database.checkpoint(.emptying)
    }
    for name in [path + "-wal", path + "-shm"] { try removeFile(name) }
    let count = try Int(fileBytes(path))
    let garbage = [UInt8](repeating: 0xFF, count: count / 3 / 512 * 512)
    try writeAt(path, count / 3 / 512 * 512, garbage)
    let report = try Journal.repair(folder: folder.path)
    #expect(report.isDone)
    #expect(report.records == 0)
  }

  @Test func `a file that cannot be looked at is neither missing nor empty`() throws {
    let folder = try TemporaryFolder()
    // A folder that is a file: the system says neither "it is there" nor "there is no such file".
    let path = try folder.file("file", "") + "/journal.sqlite"
    #expect(throws: JournalError.self) { try exists(path) }
    #expect(throws: JournalError.self) { try fileBytes(path) }
    #expect(try !exists(folder("other")))
    #expect(try fileBytes(folder("other")) == 0)
  }

  @Test func `records chained in a cycle are damage`() throws {
    let folder = try TemporaryFolder()
    let path = folder("journal.sqlite")
    do {
      _ = try makeJournal(path, pageBytes: 512)
      let database = try Database(path, .writing)
      var seal = Seal()
      (seal.number, seal.session) = (1, 1)
      let session = SessionRow(id: 1, name: Array("first".utf8))
      try database.statement(SessionRow.insertion).write(session, &seal)
      var event = JournalRecord(
        Change(.event, "back", seq: 1, answer: []), of: 1, under: 0)
      (event.number, event.previous) = (1, 1)
      try database.statement(JournalRecord.insertion).write(event, &seal)
      try seal.write(to: database)
      try database.checkpoint(.emptying)
    }
    for name in [path + "-wal", path + "-shm"] { try removeFile(name) }
    let journal = try Journal.open(folder: folder.path, durability: .always) {}
    defer { journal.close() }
    #expect {
      try journal.forEachSession { _ in }
    } throws: { error in
      (error as? JournalError)?.diagnostic.code == .journalDamaged
    }
  }
}
