/// A summary of a journal whose every row was read and checked.
struct Contents: Sendable {
  /// The seal, which matches all rows.
  private(set) var seal = Seal()
  /// The number of each definition by its digest.
  private(set) var definitions: [[UInt8]: Int64] = [:]
  /// The last record of every session.
  private(set) var sessions: [Int64: SessionTail] = [:]
  private(set) var records = 0
  private(set) var snapshots = 0

  init(checking database: Database) throws(JournalError) {
    try Self.configure(database)
    guard try database.number("PRAGMA application_id") == Schema.application else {
      throw .notJournal(path: database.path)
    }
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version <= Schema.version else { throw .newer(path: database.path, version: version) }
    let tables = try database.texts("SELECT sql FROM sqlite_schema ORDER BY rowid")
    guard tables == Schema.tables, LogUse(rawValue: version) != nil else {
      throw .damaged(path: database.path, what: "its tables are not those of a journal")
    }
    let pages = try database.texts("PRAGMA quick_check(1)").first ?? "it cannot be checked"
    guard pages == "ok" else {
      let what = pages.split(separator: "\n").joined(separator: ": ")
      throw .damaged(path: database.path, what: what)
    }
    try readAll(database)
  }

  private static func configure(_ database: Database) throws(JournalError) {
    guard !database.isReadOnly else {
      throw .failed(
        path: database.path, doing: "write", reason: "it is write-protected", isFull: false)
    }
    try database.run(
      """
      PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;
      PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 2000
      """, doing: "read")
  }

  private mutating func readAll(_ database: Database) throws(JournalError) {
    let sealed = try database.statement(Seal.query)
    guard try sealed.step() else {
      throw .damaged(path: database.path, what: "its seal is missing")
    }
    seal = Seal(sealed)
    guard seal.checksum == sealed.number(6) else {
      throw .damaged(path: database.path, what: "its seal does not match its checksum")
    }
    sealed.reset()
    var tally = Tally(path: database.path)
    try readSessions(database, &tally)
    try readDefinitions(database, &tally)
    guard tally.found.rows == seal.rows, tally.found.sum == seal.sum else {
      throw .damaged(
        path: database.path,
        what: "it holds \(tally.found.rows) rows, which do not match the \(seal.rows) of its seal")
    }
  }

  private mutating func readSessions(
    _ database: Database, _ tally: inout Tally
  ) throws(JournalError) {
    try tally.addAll(of: database, "session") { (_: SessionRow) in }
    sessions.reserveCapacity(Int(clamping: tally.found.rows))
    let all = try database.statement(JournalRecord.query + " ORDER BY number")
    while try all.step() {
      try tally.add(JournalRecord.self, in: all, "record")
      // A session without a snapshot is restored by the definition of its first record.
      sessions[all.number(1), default: SessionTail(last: 0, definition: all.number(5))].last =
        all.number(0)
      records += 1
    }
    try tally.addAll(of: database, "the snapshot of session") { (row: SnapshotRow) in
      // After a repair a session may have only its snapshot.
      sessions[row.session] = SessionTail(
        last: max(sessions[row.session]?.last ?? 0, row.number), definition: row.definition)
      snapshots += 1
    }
  }

  private mutating func readDefinitions(
    _ database: Database, _ tally: inout Tally
  ) throws(JournalError) {
    try tally.addAll(of: database, "definition") { (row: DefinitionRow) in
      definitions[row.digest] = row.id
    }
    try tally.addAll(of: database, "file") { (_: FileRow) in }
  }
}

/// Adds up rows and their checksums as they are read.
private struct Tally {
  let path: String
  var found = Seal()

  /// Adds all rows of a table.
  /// - Parameter name: What messages call a row; its key follows.
  mutating func addAll<Row: JournalRow>(
    of database: Database, _ name: String, _ body: (Row) -> Void
  ) throws(JournalError) {
    let all = try database.statement(Row.query)
    while try all.step() {
      try add(Row.self, in: all, name)
      if let row = Row(all) { body(row) }
    }
  }

  /// Adds the current row of a statement.
  /// - Throws: `damaged` if it does not match its stored checksum.
  mutating func add<Row: JournalRow>(
    _: Row.Type, in statement: Statement, _ name: String
  ) throws(JournalError) {
    guard Row.isSound(statement) else {
      throw .damaged(
        path: path, what: "\(name) \(statement.number(0)) does not match its checksum")
    }
    found.add(Row.storedChecksum(statement))
  }
}
