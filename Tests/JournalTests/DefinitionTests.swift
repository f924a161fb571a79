import FileAccess
import Journal
import Sessions
import TestSupport
import Testing

/// Definitions are kept as long as a session is restored by them.
struct DefinitionTests {
  @Test func `definitions that no session needs are deleted`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    let first = define(0, in: test)
    // One is never changed again, one has an old snapshot and events after it, one keeps moving.
    let (untouched, old, moved) = (
      test.journal.newSession(), test.journal.newSession(), test.journal.newSession()
    )
    for session in [untouched, old, moved] { add(0, .create, to: session, under: first, test) }
    let second = define(1, in: test)
    add(1, .state, to: old, under: second, test)
    var latest: Int64 = 0
    for number in 2...50 {
      latest = define(number, in: test)
      // Later events do not change the definition that they are restored by.
      if number == 10 { add(2, .event, to: old, under: latest, test) }
      if number == 10 { add(1, .event, to: untouched, under: latest, test) }
      try test.wait(for: add(Int64(number), .state, to: moved, under: latest, test))
    }
    test.journal.close()
    // Those of the three sessions, and the last but one that was defined.
    #expect(try Journal.check(folder: folder.path).definitions == 4)

    let again = try TestJournal(folder.path)
    defer { again.journal.close() }
    for (session, definition, number) in [
      (untouched, first, 0), (old, second, 1), (moved, latest, 50),
    ] {
      let stored = try #require(try again.journal.restore(session: session))
      #expect(stored.snapshot?.definition ?? stored.records.first?.definition == definition)
      let files = try #require(try again.journal.definition(definition)?.files)
      #expect(files == [file(number)], "of session \(session)")
    }
    #expect(try again.journal.definition(latest - 2) == nil)
    #expect(define(20, in: again) == latest + 1)
    #expect(define(21, in: again) == latest + 2)
    try again.wait(for: again.begin("another").number)
    #expect(try again.journal.definition(latest - 1) == nil)
    #expect(try again.journal.definition(first)?.files == [file(0)])
    #expect(try again.journal.definition(second)?.files == [file(1)])
    #expect(define(0, in: again) == first)
  }

  @Test func `a definition unused after a close is deleted by a later commit`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    let session = test.journal.newSession()
    add(0, .create, to: session, under: define(0, in: test), test)
    add(1, .close, to: session, under: 0, test)
    for number in 1...3 {
      try test.wait(for: test.begin("s\(number)").number)
      _ = define(number, in: test)
    }
    try test.wait(for: test.begin("last").number)
    test.journal.close()
    #expect(try Journal.check(folder: folder.path).definitions == 2)
  }

  @Test func `a record may name the definition before the last`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    defer { test.journal.close() }
    let other = test.begin("other").id
    let before = define(1, in: test)
    _ = define(2, in: test)
    try test.wait(for: test.add(1...1, to: other))
    #expect(define(1, in: test) == before)
    _ = define(2, in: test)
    let session = test.journal.newSession()
    try test.wait(for: add(0, .create, to: session, under: before, test))
    #expect(try test.journal.definition(before)?.files == [file(1)])
  }

  @Test func `many definitions at once stay sound however commits divide them`() throws {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path)
    let session = test.journal.newSession()
    let first = define(0, in: test)
    try test.wait(for: add(0, .create, to: session, under: first, test))
    for number in 1...500 {
      add(Int64(number), .state, to: session, under: define(number, in: test), test)
    }
    test.journal.close()
    let summary = try Journal.check(folder: folder.path)
    #expect(summary.definitions <= 3)
    let again = try TestJournal(folder.path)
    defer { again.journal.close() }
    let stored = try #require(try again.journal.restore(session: session))
    let definition = try #require(stored.snapshot?.definition)
    #expect(try again.journal.definition(definition)?.files == [file(500)])
  }

  private func file(_ number: Int) -> DefinitionFile {
    DefinitionFile(path: "\(number).yaml", bytes: Array("routes \(number)".utf8))
  }

  private func define(_ number: Int, in test: TestJournal) -> Int64 {
    test.journal.define(digest: Array("\(number)".utf8), files: [file(number)])
  }

  @discardableResult private func add(
    _ seq: Int64, _ kind: Change.Kind, to session: Int64, under definition: Int64,
    _ test: TestJournal
  ) -> Int64 {
    test.journal.append(
      [
        JournalRecord(
          Change(kind, "s\(session)", seq: seq, answer: []), of: session, under: definition,
          snapshot: kind == .state ? [1] : nil)
      ])
  }
}
