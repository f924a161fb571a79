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
    guard seal.check == sealed.number(7) else {
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
    let sessions = try database.statement("SELECT \(SessionRow.columns) FROM sessions")
    while try sessions.step() {
      let row = SessionRow(id: sessions.number(0), name: sessions.bytes(1))
      try tally.add(row.check, sessions.number(2), "session \(row.id)")
    }
    last.reserveCapacity(Int(clamping: tally.found.rows))
    let all = try database.statement("SELECT \(RecordRow.columns) FROM records ORDER BY number")
    while try all.step() {
      try tally.add(RecordRow.check(of: all), all.number(9), "record \(all.number(0))")
      // The first says what a session without a snapshot is restored by.
      last[all.number(1), default: Standing(number: 0, definition: all.number(5))].number =
        all.number(0)
      records += 1
    }
    let states = try database.statement("SELECT \(SnapshotRow.columns) FROM snapshots")
    while try states.step() {
      let row = SnapshotRow(states)
      try tally.add(row.check, states.number(6), "the snapshot of session \(row.session)")
      // After a repair the snapshot may be all that is left of a session.
      last[row.session] = Standing(
        number: max(last[row.session]?.number ?? 0, row.number), definition: row.definition)
      snapshots += 1
    }
  }

  private mutating func readDefinitions(
    _ database: Database, _ tally: inout Tally
  ) throws(JournalError) {
    let made = try database.statement("SELECT id, digest, seal FROM definitions")
    while try made.step() {
      let row = DefinitionRow(id: made.number(0), digest: made.bytes(1))
      try tally.add(row.check, made.number(2), "definition \(row.id)")
      definitions[row.digest] = row.id
    }
    let files = try database.statement("SELECT \(FileRow.columns) FROM files")
    while try files.step() {
      let row = FileRow(files)
      try tally.add(row.check, files.number(5), "file \(row.id)")
    }
  }
}

/// What the rows that were read add up to.
private struct Tally {
  let path: String
  var found = Seal()

  init(path: String) {
    self.path = path
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
