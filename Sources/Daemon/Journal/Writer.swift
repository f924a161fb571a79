/// Puts what waits into the file: one call, one commit.
///
/// Unchecked, because SQLite is C: `Journal` lets one thread at a time have it.
final class Writer: @unchecked Sendable {
  let database: Database
  /// What the last commit has sealed.
  private(set) var seal: Seal

  private let begin, end: Statement
  private let insertRecord, findRecord, deleteRecord, findWhole, chainRecord: Statement
  private let insertSession, findSession, deleteSession: Statement
  private let putSnapshot, findSnapshot, deleteSnapshot: Statement
  private let insertDefinition, findDefinition, deleteDefinition: Statement
  private let insertFile, findFile, deleteFile, putSeal: Statement

  private let logPagesMax: Int

  init(_ opened: OpenFolder, logPagesMax: Int) throws(JournalError) {
    database = opened.database
    seal = opened.contents.seal
    self.logPagesMax = logPagesMax
    // For SQLite these by themselves write nothing.
    begin = try database.statement("BEGIN IMMEDIATE", doing: "write")
    end = try database.statement("COMMIT", doing: "write")
    insertRecord = try database.statement(RecordRow.insertion)
    findRecord = try database.statement("SELECT previous, seal FROM records WHERE number = ?")
    deleteRecord = try database.statement("DELETE FROM records WHERE number = ?")
    findWhole = try database.statement(RecordRow.query + " WHERE number = ?")
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
    putSeal = try database.statement(Seal.statement)
  }

  /// Writes entries in one transaction; when it returns, they are on the disk. When it throws, this
  /// writer must not be used any more.
  func commit(_ entries: [QueuedEntry]) throws(JournalError) {
    try begin.run()
    var sealed = seal
    for entry in entries {
      switch entry {
      case .record(let record, let number, let previous):
        try write(record, number, previous, &sealed)
      case .definition(let row, let files): try write(row, files, &sealed)
      case .forgotten(let definition): try forget(definition, &sealed)
      }
    }
    sealed.bind(to: putSeal)
    try putSeal.run()
    try end.run()
    seal = sealed
  }

  /// Brings the write-ahead log into the main file once it has grown.
  /// - Returns: Whether it was time.
  func checkpointIfLong() throws(JournalError) -> Bool {
    guard database.logPages >= logPagesMax else { return false }
    try database.checkpoint(isWhole: false)
    return true
  }

  private func write(
    _ record: JournalRecord, _ number: Int64, _ previous: Int64, _ sealed: inout Seal
  ) throws(JournalError) {
    sealed.number = number
    sealed.session = max(sealed.session, record.session)
    if record.kind == .close { return try close(record.session, from: previous, &sealed) }
    if record.kind == .create {
      let row = SessionRow(id: record.session, name: Array(record.text.utf8))
      try insertSession.write(row, &sealed)
    }
    let row = RecordRow(record, number: number, previous: previous)
    try insertRecord.write(row, &sealed)
    guard let state = record.snapshot else { return }
    try write(state, after: row, needed: record.neededRecords, &sealed)
  }

  /// Writes the newest snapshot of a session in place of the one before, and deletes what nobody
  /// can ask for any more.
  private func write(
    _ state: [UInt8], after record: RecordRow, needed: [Int64], _ sealed: inout Seal
  ) throws(JournalError) {
    var trail = Trail()
    findSnapshot.bind(1, record.session)
    if try findSnapshot.step() {
      trail = Trail(bytes: findSnapshot.bytes(0))
      sealed.remove(findSnapshot.number(1))
      findSnapshot.reset()
    }
    trail.note(seq: record.seq, number: record.number)
    if let point = trail.cut(atOrBefore: record.seq - Int64(Limits.keptRecordsMax)) {
      let needed = Set(needed.filter { $0 <= point.number })
      if needed.isEmpty {
        try deleteRecords(from: point.number, &sealed)
      } else {
        try deleteRecords(behind: point.number, but: needed, &sealed)
      }
    }
    let row = SnapshotRow(
      session: record.session, seq: record.seq, number: record.number,
      definition: record.definition, trail: trail, state: state)
    try putSnapshot.write(row, &sealed)
  }

  private func write(
    _ row: DefinitionRow, _ files: [DefinitionFile], _ sealed: inout Seal
  ) throws(JournalError) {
    sealed.definition = max(sealed.definition, row.id)
    try insertDefinition.write(row, &sealed)
    for (place, file) in files.enumerated() {
      sealed.file += 1
      let row = FileRow(
        id: sealed.file, definition: row.id, place: Int64(place), path: Array(file.path.utf8),
        bytes: file.bytes)
      try insertFile.write(row, &sealed)
    }
  }

  /// Deletes a definition and its files.
  private func forget(_ definition: Int64, _ sealed: inout Seal) throws(JournalError) {
    try delete(definition, found: findDefinition, column: 0, by: deleteDefinition, &sealed)
    findFile.bind(1, definition)
    while try findFile.step() { sealed.remove(findFile.number(0)) }
    deleteFile.bind(1, definition)
    try deleteFile.run()
  }

  private func close(
    _ session: Int64, from last: Int64, _ sealed: inout Seal
  ) throws(JournalError) {
    try delete(session, found: findSession, column: 0, by: deleteSession, &sealed)
    try delete(session, found: findSnapshot, column: 1, by: deleteSnapshot, &sealed)
    try deleteRecords(from: last, &sealed)
  }

  /// Deletes the records of a session from one of them back to the first that is left.
  private func deleteRecords(from last: Int64, _ sealed: inout Seal) throws(JournalError) {
    var number = last
    while number > 0 {
      findRecord.bind(1, number)
      guard try findRecord.step() else { return }
      let previous = findRecord.number(0)
      sealed.remove(findRecord.number(1))
      findRecord.reset()
      deleteRecord.bind(1, number)
      try deleteRecord.run()
      number = previous
    }
  }

  /// Deletes the records of a session behind one of them, but for some that have a request's id;
  /// these are chained to one another, so that they are found from its last one back, as all are.
  private func deleteRecords(
    behind last: Int64, but needed: Set<Int64>, _ sealed: inout Seal
  ) throws(JournalError) {
    guard var kept = try wholeRecord(last) else { return }
    var number = kept.previous
    while number > 0, let row = try wholeRecord(number) {
      if needed.contains(number), row.request != nil {
        try chain(&kept, to: number, &sealed)
        kept = row
      } else {
        sealed.remove(row.check)
        deleteRecord.bind(1, number)
        try deleteRecord.run()
      }
      number = row.previous
    }
  }

  private func wholeRecord(_ number: Int64) throws(JournalError) -> RecordRow? {
    findWhole.bind(1, number)
    guard try findWhole.step() else { return nil }
    defer { findWhole.reset() }
    return RecordRow(findWhole)
  }

  /// Names another record as the one before a record.
  private func chain(
    _ row: inout RecordRow, to previous: Int64, _ sealed: inout Seal
  ) throws(JournalError) {
    guard row.previous != previous else { return }
    sealed.remove(row.check)
    row.previous = previous
    sealed.add(row.check)
    chainRecord.bind(1, previous)
    chainRecord.bind(2, row.check)
    chainRecord.bind(3, row.number)
    try chainRecord.run()
  }

  private func delete(
    _ key: Int64, found find: Statement, column: Int32, by delete: Statement,
    _ sealed: inout Seal
  ) throws(JournalError) {
    find.bind(1, key)
    guard try find.step() else { return }
    sealed.remove(find.number(column))
    find.reset()
    delete.bind(1, key)
    try delete.run()
  }
}
