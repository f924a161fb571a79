/// What a journal holds, after every row of it was read and checked.
struct Contents: Sendable {
  /// What the seal says; it agrees with all rows.
  private(set) var seal = Seal()
  /// The number of each definition by its digest.
  private(set) var definitions: [[UInt8]: Int64] = [:]
  /// Per session where it stands.
  private(set) var last: [Int64: Standing] = [:]
  /// How many records there are.
  private(set) var records = 0
  /// How many snapshots there are.
  private(set) var snapshots = 0

  /// Reads and checks all of it.
  init(checking database: Database) throws(JournalError) {
    try Self.configure(database)
    guard try database.number("PRAGMA application_id") == Schema.application else {
      throw .notJournal(path: database.path)
    }
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version <= Schema.version else { throw .newer(path: database.path, version: version) }
    let tables = try database.texts("SELECT sql FROM sqlite_schema ORDER BY rowid")
    guard tables == Schema.tables, version == Schema.version else {
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
    guard seal.check == sealed.number(6) else {
      throw .damaged(path: database.path, what: "its seal does not agree with its checksum")
    }
    sealed.reset()
    var tally = Tally(path: database.path)
    try readSessions(database, &tally)
    try readDefinitions(database, &tally)
    guard tally.found.rows == seal.rows, tally.found.sum == seal.sum else {
      throw .damaged(
        path: database.path,
        what: "it holds \(tally.found.rows) rows, and its seal counts \(seal.rows) or others")
    }
  }

  private mutating func readSessions(
    _ database: Database, _ tally: inout Tally
  ) throws(JournalError) {
    try tally.addAll(of: database, "session") { (_: SessionRow) in }
    last.reserveCapacity(Int(clamping: tally.found.rows))
    let all = try database.statement(RecordRow.query + " ORDER BY number")
    while try all.step() {
      try tally.add(RecordRow.check(of: all), RecordRow.storedCheck(all), "record \(all.number(0))")
      // The first says what a session without a snapshot is restored by.
      last[all.number(1), default: Standing(number: 0, definition: all.number(5))].number =
        all.number(0)
      records += 1
    }
    try tally.addAll(of: database, "the snapshot of session") { (row: SnapshotRow) in
      // After a repair the snapshot may be all that is left of a session.
      last[row.session] = Standing(
        number: max(last[row.session]?.number ?? 0, row.number), definition: row.definition)
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

/// What the rows that were read add up to.
private struct Tally {
  let path: String
  var found = Seal()

  init(path: String) {
    self.path = path
  }

  /// Takes all rows of a table in.
  /// - Parameter name: What a row is called, its key behind it.
  mutating func addAll<Row: SealedRow>(
    of database: Database, _ name: String, _ body: (Row) -> Void
  ) throws(JournalError) {
    let all = try database.statement(Row.query)
    while try all.step() {
      let row = Row(all)
      try add(row.check, Row.storedCheck(all), "\(name) \(all.number(0))")
      body(row)
    }
  }

  /// Takes a row in, if it agrees with its checksum.
  mutating func add(
    _ check: Int64, _ stored: Int64, _ row: @autoclosure () -> String
  ) throws(JournalError) {
    guard check == stored else {
      throw .damaged(path: path, what: "\(row()) does not agree with its checksum")
    }
    found.add(check)
  }
}
