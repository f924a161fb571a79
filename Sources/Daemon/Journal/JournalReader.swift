import Sessions

/// Reads committed rows over its own connection, without waiting for the writer.
///
/// `@unchecked Sendable`: it owns SQLite handles, which `Journal` gives to one thread at a time.
final class JournalReader: @unchecked Sendable {
  private let database: Database
  private let begin, end: Statement
  private let findRecord, findSession, findSessions: Statement
  private let findSnapshot, findDefinition, findFiles: Statement
  private let findLink, findPoints: Statement

  init(path: String) throws(JournalError) {
    database = try Database(path, .reading)
    begin = try database.statement("BEGIN")
    end = try database.statement("COMMIT")
    findRecord = try database.statement(JournalRecord.query + " WHERE number = ?")
    findLink = try database.statement("SELECT session, seq, previous FROM records WHERE number = ?")
    findSession = try database.statement("SELECT name, seal FROM sessions WHERE id = ?")
    findSessions = try database.statement(
      "SELECT id, name FROM sessions WHERE id > ? ORDER BY id LIMIT ?")
    findSnapshot = try database.statement(SnapshotRow.query + " WHERE session = ?")
    findPoints = try database.statement("SELECT trail FROM snapshots WHERE session = ?")
    findDefinition = try database.statement("SELECT digest, seal FROM definitions WHERE id = ?")
    findFiles = try database.statement(FileRow.query + " WHERE definition = ? ORDER BY place")
  }

  /// Runs `body` in one transaction, so that everything it reads is from the same commit.
  func inTransaction<Result>(
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

  /// Reads the sessions with numbers above `id`, in order.
  /// - Parameter last: Returns the number of a session's last record.
  func sessions(
    after id: Int64, countMax: Int, last: (Int64) -> Int64?
  ) throws(JournalError) -> [StoredSession] {
    var found: [StoredSession] = []
    for (id, name) in try names(after: id, countMax: countMax) {
      guard let last = last(id) else { throw damaged("session \(id) has no record") }
      found.append(try session(id, named: name, last: last))
    }
    return found
  }

  func names(
    after id: Int64, countMax: Int
  ) throws(JournalError) -> [(id: Int64, name: String)] {
    findSessions.bind(1, id)
    findSessions.bind(2, Int64(countMax))
    return try findSessions.rows { ($0.number(0), $0.text(1)) }
  }

  func session(_ id: Int64, last: Int64) throws(JournalError) -> StoredSession? {
    findSession.bind(1, id)
    guard try findSession.step() else { return nil }
    let name = findSession.text(0)
    findSession.reset()
    return try session(id, named: name, last: last)
  }

  private func session(
    _ id: Int64, named name: String, last: Int64
  ) throws(JournalError) -> StoredSession {
    let snapshot = try snapshot(of: id)
    var records: [JournalRecord] = []
    var requests: [StoredRequest] = []
    var newest: JournalRecord?
    var number = last
    while number > 0, let record = try record(number) {
      guard record.session == id, record.previous < number else {
        throw damaged("record \(number) is not part of session \(id)")
      }
      newest = newest ?? record
      let isAfter = number > (snapshot?.number ?? 0)
      let isFull = requests.count >= Limits.requestsMax
      if isAfter { records.append(record) } else if isFull { break }
      if !isFull, let request = StoredRequest(of: record) { requests.append(request) }
      number = record.previous
    }
    guard newest != nil || snapshot?.number == last else {
      throw damaged("record \(last) is missing")
    }
    guard snapshot != nil || records.last?.change.kind == .create else {
      throw damaged("session \(id) has no first record")
    }
    return StoredSession(
      id: id, name: name, seq: newest?.change.seq ?? snapshot?.seq ?? 0, number: last,
      definition: newest?.definition ?? snapshot?.definition ?? 0,
      snapshot: snapshot, records: records.reversed(), requests: requests.reversed())
  }

  func record(_ number: Int64) throws(JournalError) -> JournalRecord? {
    findRecord.bind(1, number)
    guard try findRecord.step() else { return nil }
    defer { findRecord.reset() }
    guard JournalRecord.isSound(findRecord), let record = JournalRecord(findRecord) else {
      throw damaged("record \(number) does not match its checksum")
    }
    return record
  }

  func definition(_ id: Int64) throws(JournalError) -> StoredDefinition? {
    findDefinition.bind(1, id)
    guard try findDefinition.step() else { return nil }
    let digest = findDefinition.bytes(0)
    findDefinition.reset()
    findFiles.bind(1, id)
    let files = try findFiles.rows { DefinitionFile(path: $0.text(3), bytes: $0.bytes(4)) }
    return StoredDefinition(id: id, digest: digest, files: files)
  }

  private func snapshot(of session: Int64) throws(JournalError) -> StoredSnapshot? {
    findSnapshot.bind(1, session)
    guard try findSnapshot.step() else { return nil }
    defer { findSnapshot.reset() }
    guard SnapshotRow.isSound(findSnapshot) else {
      throw damaged("the snapshot of session \(session) does not match its checksum")
    }
    return SnapshotRow(findSnapshot).stored
  }

  private func damaged(_ what: String) -> JournalError {
    .damaged(path: database.path, what: what)
  }
}

// Clients that resume ask for old records again and again, so the cost of finding one must not
// grow with the session.
extension JournalReader {
  /// Reads records of a session, in order, from change `seq` on.
  /// - Parameter last: The number of the session's last record.
  /// - Throws: `tooOld` if the first is no longer kept.
  func records(
    of session: Int64, from seq: Int64, backFrom last: Int64, countMax: Int
  ) throws(JournalError) -> [JournalRecord] {
    let end = seq.addingReportingOverflow(Int64(max(0, countMax - 1)))
    var number = try point(of: session, atOrAfter: end.overflow ? .max : end.partialValue, last)
    var numbers: [Int64] = []
    var oldest = Int64.max
    while number > 0, let link = try link(number, of: session), link.seq >= seq {
      // Before a gap are only records whose request ids are remembered.
      if oldest != .max, oldest - link.seq > 1 { break }
      oldest = link.seq
      numbers.append(number)
      number = link.previous
    }
    if numbers.isEmpty, try link(last, of: session) != nil { return [] }
    guard oldest <= seq else { throw .tooOld(seq: seq, oldest: oldest) }
    var records: [JournalRecord] = []
    for number in numbers.reversed().prefix(countMax) {
      if let record = try record(number) { records.append(record) }
    }
    return records
  }

  /// Returns the newest request of a session that fulfils a condition.
  /// - Parameter last: The number of the session's last record.
  func request(
    of session: Int64, backFrom last: Int64, where isWanted: (RequestId) -> Bool
  ) throws(JournalError) -> StoredRequest? {
    var number = last
    while number > 0, let record = try record(number) {
      guard record.session == session, record.previous < number else {
        throw damaged("record \(number) is not part of session \(session)")
      }
      if let found = StoredRequest(of: record), isWanted(found.request) { return found }
      number = record.previous
    }
    return nil
  }

  /// The number of a record to walk back from to change `seq`: that of the first snapshot point at
  /// or after it, or the session's last record. Points are a few hundred changes apart.
  private func point(
    of session: Int64, atOrAfter seq: Int64, _ last: Int64
  ) throws(JournalError) -> Int64 {
    findPoints.bind(1, session)
    guard try findPoints.step() else { return last }
    let points = SnapshotPoints(bytes: findPoints.bytes(0)).points
    findPoints.reset()
    // A commit newer than `last` may have added points after it, and a repair may have dropped
    // records.
    for point in points where point.seq >= seq && point.number < last {
      if try link(point.number, of: session) != nil { return point.number }
    }
    return last
  }

  /// Reads only a record's place in its session.
  private func link(
    _ number: Int64, of session: Int64
  ) throws(JournalError) -> (seq: Int64, previous: Int64)? {
    findLink.bind(1, number)
    guard try findLink.step() else { return nil }
    defer { findLink.reset() }
    let (seq, previous) = (findLink.number(1), findLink.number(2))
    guard findLink.number(0) == session, previous < number else {
      throw damaged("record \(number) is not part of session \(session)")
    }
    return (seq, previous)
  }
}
