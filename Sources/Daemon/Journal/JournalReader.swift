/// Reads what is committed, by a connection of its own, so that the writer is not waited for.
///
/// Unchecked, because SQLite is C: `Journal` lets one thread at a time have it.
final class JournalReader: @unchecked Sendable {
  private let database: Database
  private let begin, end: Statement
  private let findRecord, findSession, findSessions: Statement
  private let findSnapshot, findDefinition, findFiles: Statement
  let findLink, findTrail: Statement

  init(path: String) throws(JournalError) {
    database = try Database(path, .reading)
    begin = try database.statement("BEGIN")
    end = try database.statement("COMMIT")
    findRecord = try database.statement(
      RecordRow.query + " WHERE number = ?")
    findLink = try database.statement("SELECT session, seq, previous FROM records WHERE number = ?")
    findSession = try database.statement("SELECT name, seal FROM sessions WHERE id = ?")
    findSessions = try database.statement(
      "SELECT id, name FROM sessions WHERE id > ? ORDER BY id LIMIT ?")
    findSnapshot = try database.statement(
      SnapshotRow.query + " WHERE session = ?")
    findTrail = try database.statement("SELECT trail FROM snapshots WHERE session = ?")
    findDefinition = try database.statement("SELECT digest, seal FROM definitions WHERE id = ?")
    findFiles = try database.statement(
      FileRow.query + " WHERE definition = ? ORDER BY place")
  }

  /// Does some reading in one transaction, so that all of it is of one moment.
  func atOnce<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try begin.run()
    do throws(JournalError) {
      let result = try body()
      try end.run()
      return result
    } catch {
      try? end.run()
      throw error
    }
  }

  /// Sessions in order of their numbers, from behind one of them.
  func sessions(
    after id: Int64, countMax: Int, last: (Int64) -> Int64?
  ) throws(JournalError) -> [StoredSession] {
    var found: [StoredSession] = []
    for (id, name) in try names(after: id, countMax: countMax) {
      guard let last = last(id) else { throw lost("session \(id) has no record") }
      found.append(try session(id, named: name, last: last))
    }
    return found
  }

  func names(
    after id: Int64, countMax: Int
  ) throws(JournalError) -> [(id: Int64, name: String)] {
    findSessions.bind(1, id)
    findSessions.bind(2, Int64(countMax))
    var found: [(id: Int64, name: String)] = []
    while try findSessions.step() {
      found.append(
        (findSessions.number(0), String(decoding: findSessions.bytes(1), as: UTF8.self)))
    }
    return found
  }

  func session(_ id: Int64, last: Int64) throws(JournalError) -> StoredSession? {
    findSession.bind(1, id)
    guard try findSession.step() else { return nil }
    let name = String(decoding: findSession.bytes(0), as: UTF8.self)
    findSession.reset()
    return try session(id, named: name, last: last)
  }

  private func session(
    _ id: Int64, named name: String, last: Int64
  ) throws(JournalError) -> StoredSession {
    let snapshot = try snapshot(of: id)
    var records: [StoredRecord] = []
    var requests: [StoredRequest] = []
    var newest: StoredRecord?
    var number = last
    while number > 0, let record = try record(number) {
      guard record.session == id, record.previous < number else {
        throw lost("record \(number) is not where session \(id) has it")
      }
      newest = newest ?? record
      let isAfter = number > (snapshot?.number ?? 0)
      let isFull = requests.count >= Limits.requestsMax
      if isAfter { records.append(record) } else if isFull { break }
      if !isFull, let requestId = record.requestId {
        requests.append(
          StoredRequest(
            requestId: requestId, number: number, seq: record.seq, text: record.text))
      }
      number = record.previous
    }
    guard newest != nil || snapshot?.number == last else {
      throw lost("record \(last) is missing")
    }
    guard snapshot != nil || records.last?.kind == .create else {
      throw lost("session \(id) has no beginning")
    }
    return StoredSession(
      id: id, name: name, seq: newest?.seq ?? snapshot?.seq ?? 0, number: last,
      definition: newest?.definition ?? snapshot?.definition ?? 0,
      snapshot: snapshot, records: records.reversed(), requests: requests.reversed())
  }

  func record(_ number: Int64) throws(JournalError) -> StoredRecord? {
    findRecord.bind(1, number)
    guard try findRecord.step() else { return nil }
    defer { findRecord.reset() }
    guard RecordRow.check(of: findRecord) == RecordRow.storedCheck(findRecord),
      let record = RecordRow(findRecord).stored
    else {
      throw lost("record \(number) does not agree with its checksum")
    }
    return record
  }

  func definition(_ id: Int64) throws(JournalError) -> StoredDefinition? {
    findDefinition.bind(1, id)
    guard try findDefinition.step() else { return nil }
    let digest = findDefinition.bytes(0)
    findDefinition.reset()
    var files: [DefinitionFile] = []
    findFiles.bind(1, id)
    while try findFiles.step() {
      files.append(
        DefinitionFile(
          path: String(decoding: findFiles.bytes(3), as: UTF8.self), bytes: findFiles.bytes(4)))
    }
    return StoredDefinition(id: id, digest: digest, files: files)
  }

  private func snapshot(of session: Int64) throws(JournalError) -> StoredSnapshot? {
    findSnapshot.bind(1, session)
    guard try findSnapshot.step() else { return nil }
    defer { findSnapshot.reset() }
    let row = SnapshotRow(findSnapshot)
    guard row.check == SnapshotRow.storedCheck(findSnapshot) else {
      throw lost("the snapshot of session \(session) does not agree with its checksum")
    }
    return row.stored
  }

  func lost(_ what: String) -> JournalError { .damaged(path: database.path, what: what) }
}
