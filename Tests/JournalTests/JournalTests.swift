import Diagnostics
import FileAccess
import Journal
import TestSupport
import Testing

struct JournalTests {
  @Test func `what was handed in comes back after a restart`() throws {
    let folder = try TemporaryFolder()
    let first = try TestJournal(folder.path + "/data")
    let session = first.journal.newSession()
    let definition = first.journal.define(
      digest: [7],
      files: [DefinitionFile(path: "a.yaml", bytes: [1, 2]), .init(path: "b", bytes: [])])
    first.journal.append(
      JournalRecord(
        session: session, seq: 0, kind: .create, text: "dé\u{301}mo", answer: [],
        definition: definition))
    let last = first.journal.append(
      JournalRecord(
        session: session, seq: 1, kind: .event, text: "open /x", answer: [0, 255],
        requestId: "r1", definition: definition))
    try first.wait(for: last)
    first.journal.close()

    let second = try TestJournal(folder.path + "/data")
    defer { second.journal.close() }
    let stored = try #require(try second.journal.restore(session: session))
    #expect(Array(stored.name.utf8) == Array("dé\u{301}mo".utf8))
    #expect(stored.seq == 1)
    #expect(stored.number == last)
    #expect(stored.snapshot == nil)
    #expect(stored.records.map(\.text) == ["dé\u{301}mo", "open /x"])
    #expect(stored.records.last?.answer == [0, 255])
    #expect(stored.requests.map(\.requestId) == ["r1"])
    #expect(try second.journal.record(last)?.answer == [0, 255])
    let files = try #require(try second.journal.definition(definition)?.files)
    #expect(files.map(\.path) == ["a.yaml", "b"])
    #expect(files.map(\.bytes) == [[1, 2], []])
    #expect(second.journal.define(digest: [7], files: []) == definition)
    #expect(second.journal.define(digest: [8], files: []) == definition + 1)
    #expect(second.journal.newSession() == session + 1)
  }
}
