import Sessions

/// Writes batches to the file, each in one commit.
///
/// `@unchecked Sendable`: it owns SQLite handles, which `Journal` gives to one thread at a time.
final class Writer: @unchecked Sendable {
  let database: Database
  private var seal: Seal

  private let begin, end: Statement
  private let insertRecord, findLink, deleteRecord, findRecord, chainRecord: Statement
  private let insertSession, findSession, deleteSession: Statement
  private let putSnapshot, findSnapshot, deleteSnapshot: Statement
  private let insertDefinition, findDefinition, deleteDefinition: Statement
  private let insertFile, findFile, deleteFile, putSeal: Statement

  private let logPagesMax: Int

  /// - Parameter syncsCommits: Whether every commit is synced, or only checkpoints.
  init(
    _ opened: OpenFolder, syncsCommits: Bool, logPagesMax: Int
  ) throws(JournalError) {
    database = opened.database
    seal = opened.contents.seal
    self.logPagesMax = logPagesMax
    try database.run("PRAGMA synchronous = \(syncsCommits ? "FULL" : "NORMAL")")
    // SQLite counts COMMIT as read-only, so `doing` is given explicitly.
    begin = try database.statement("BEGIN IMMEDIATE", doing: "write")
    end = try database.statement("COMMIT", doing: "write")
    insertRecord = try database.statement(JournalRecord.insertion)
    findLink = try database.statement("SELECT previous, seal FROM records WHERE number = ?")
    deleteRecord = try database.statement("DELETE FROM records WHERE number = ?")
    findRecord = try database.statement(JournalRecord.query + " WHERE number = ?")
    chainRecord = try database.statement(
      "UPDATE records SET previous = ?, seal = ? WHERE number = ?")
    insertSession = try database.statement(SessionRow.insertion)
    findSession = try database.statement("SELECT seal FROM sessions WHERE id = ?")
    deleteSession = try database.statement("DELETE FROM sessions WHERE id = ?")
    putSnapshot = try database.statement(SnapshotRow.replacement)
    findSnapshot = try database.statement("SELECT trail, seal FROM snapshots WHERE session = ?")
    deleteSnapshot = try database.statement("DELETE FROM snapshots WHERE session = ?")
    insertDefinition = try database.statement(DefinitionRow.insertion)
    findDefinition = try database.statement("SELECT seal FROM definitions WHERE id = ?")
    deleteDefinition = try database.statement("DELETE FROM definitions WHERE id = ?")
    insertFile = try database.statement(FileRow.insertion)
    findFile = try database.statement("SELECT seal FROM files WHERE definition = ?")
    deleteFile = try database.statement("DELETE FROM files WHERE definition = ?")
    putSeal = try database.statement(Seal.replacement)
  }

  /// Writes a batch in one transaction. It is on the disk when this returns, or with durability
  /// `interval` in the system's memory; after an error this writer must not be used again.
  func commit(_ batch: Batch) throws(JournalError) {
    try begin.run()
    var next = seal
    for definition in batch.definitions { try write(definition, &next) }
    for record in batch.records { try write(record, &next) }
    for definition in batch.forgotten { try forget(definition, &next) }
    next.bind(to: putSeal)
    try putSeal.run()
    try end.run()
    seal = next
  }

  /// Writes the write-ahead log into the main file if it has reached `logPagesMax`.
  /// - Returns: Whether it had.
  func checkpointIfLong() throws(JournalError) -> Bool {
    guard database.logPages >= logPagesMax else { return false }
    try database.checkpoint(.possible)
    return true
  }

  /// Writes the write-ahead log into the main file, and marks that as complete.
  func close() throws(JournalError) {
    try database.mark(.closed)
    try database.checkpoint(.emptying)
  }

  private func write(_ record: JournalRecord, _ seal: inout Seal) throws(JournalError) {
    seal.number = record.number
    seal.session = max(seal.session, record.session)
    switch record.change.kind {
    case .close: return try close(record.session, from: record.previous, &seal)
    case .create:
      let row = SessionRow(id: record.session, name: Array(record.change.text.utf8))
      try insertSession.write(row, &seal)
    case .event, .state: break
    }
    try insertRecord.write(record, &seal)
    if let state = record.snapshot { try write(state, after: record, &seal) }
  }

  /// Replaces a session's snapshot, and deletes the records that are no longer kept.
  private func write(
    _ state: [UInt8], after record: JournalRecord, _ seal: inout Seal
  ) throws(JournalError) {
    var points = SnapshotPoints()
    findSnapshot.bind(1, record.session)
    if try findSnapshot.step() {
      points = SnapshotPoints(bytes: findSnapshot.bytes(0))
      seal.remove(findSnapshot.number(1))
      findSnapshot.reset()
    }
    let seq = record.change.seq
    points.add(seq: seq, number: record.number)
    if let point = points.cut(atOrBefore: seq - Int64(Limits.keptRecordsMax)) {
      let needed = Set(record.neededRecords.filter { $0 <= point.number })
      if needed.isEmpty {
        try deleteRecords(from: point.number, &seal)
      } else {
        try deleteRecords(before: point.number, keeping: needed, &seal)
      }
    }
    let row = SnapshotRow(
      session: record.session, seq: seq, number: record.number,
      definition: record.definition, points: points, state: state)
    try putSnapshot.write(row, &seal)
  }

  private func write(
    _ definition: StoredDefinition, _ seal: inout Seal
  ) throws(JournalError) {
    seal.definition = max(seal.definition, definition.id)
    let row = DefinitionRow(id: definition.id, digest: definition.digest)
    try insertDefinition.write(row, &seal)
    for (place, file) in definition.files.enumerated() {
      seal.file += 1
      let row = FileRow(
        id: seal.file, definition: row.id, place: Int64(place), path: Array(file.path.utf8),
        bytes: file.bytes)
      try insertFile.write(row, &seal)
    }
  }

  private func forget(_ definition: Int64, _ seal: inout Seal) throws(JournalError) {
    try delete(definition, found: findDefinition, column: 0, by: deleteDefinition, &seal)
    findFile.bind(1, definition)
    while try findFile.step() { seal.remove(findFile.number(0)) }
    deleteFile.bind(1, definition)
    try deleteFile.run()
  }

  private func close(
    _ session: Int64, from last: Int64, _ seal: inout Seal
  ) throws(JournalError) {
    try delete(session, found: findSession, column: 0, by: deleteSession, &seal)
    try delete(session, found: findSnapshot, column: 1, by: deleteSnapshot, &seal)
    try deleteRecords(from: last, &seal)
  }

  /// Deletes a session's records from `last` back to the oldest that is kept.
  private func deleteRecords(from last: Int64, _ seal: inout Seal) throws(JournalError) {
    var number = last
    while number > 0 {
      findLink.bind(1, number)
      guard try findLink.step() else { return }
      let previous = findLink.number(0)
      seal.remove(findLink.number(1))
      findLink.reset()
      deleteRecord.bind(1, number)
      try deleteRecord.run()
      number = previous
    }
  }

  /// Deletes a session's records before `last`, except needed ones that have a request id; those
  /// are chained to one another, so that walking back from the last record still finds them.
  private func deleteRecords(
    before last: Int64, keeping needed: Set<Int64>, _ seal: inout Seal
  ) throws(JournalError) {
    guard var kept = try record(last) else { return }
    var number = kept.previous
    while number > 0, let row = try record(number) {
      if needed.contains(number), row.change.request != nil {
        try chain(&kept, to: number, &seal)
        kept = row
      } else {
        seal.remove(row.checksum)
        deleteRecord.bind(1, number)
        try deleteRecord.run()
      }
      number = row.previous
    }
  }

  private func record(_ number: Int64) throws(JournalError) -> JournalRecord? {
    findRecord.bind(1, number)
    guard try findRecord.step() else { return nil }
    defer { findRecord.reset() }
    return JournalRecord(findRecord)
  }

  /// Changes which record a record follows.
  private func chain(
    _ row: inout JournalRecord, to previous: Int64, _ seal: inout Seal
  ) throws(JournalError) {
    guard row.previous != previous else { return }
    seal.remove(row.checksum)
    row.previous = previous
    seal.add(row.checksum)
    chainRecord.bind(1, previous)
    chainRecord.bind(2, row.checksum)
    chainRecord.bind(3, row.number)
    try chainRecord.run()
  }

  private func delete(
    _ key: Int64, found find: Statement, column: Int32, by delete: Statement,
    _ seal: inout Seal
  ) throws(JournalError) {
    find.bind(1, key)
    guard try find.step() else { return }
    seal.remove(find.number(column))
    find.reset()
    delete.bind(1, key)
    try delete.run()
  }
}
