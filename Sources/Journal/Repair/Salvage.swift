/// All rows of a damaged journal that agree with their checksums, from a copy of its files.
struct Salvage {
  private(set) var seal: Seal?
  private(set) var sessions: [Int64: SessionRow] = [:]
  private(set) var snapshots: [Int64: SnapshotRow] = [:]
  private(set) var definitions: [DefinitionRow] = []
  private(set) var files: [FileRow] = []
  /// Per session its records that can be read, in order, by what chains them.
  private(set) var links: [Int64: [Link]] = [:]
  /// The names of sessions whose own row may be gone.
  private(set) var createdNames: [Int64: [UInt8]] = [:]
  /// All rows that can be read.
  private(set) var rows: Int64 = 0

  /// A record, without its texts.
  struct Link {
    let number: Int64
    let seq: Int64
    let previous: Int64
    let isFirst: Bool
  }

  private let database: Database

  /// Reads what can be read.
  init(_ database: Database) throws(JournalError) {
    self.database = database
    if let sealed = try? database.statement(Seal.query), (try? sealed.step()) == true {
      let seal = Seal(sealed)
      if seal.check == sealed.number(7) { self.seal = seal }
      sealed.reset()
    }
    try readAll("sessions", SessionRow.columns, key: "id") { salvage, row in
      let session = SessionRow(id: row.number(0), name: row.bytes(1))
      guard session.check == row.number(2) else { return }
      salvage.sessions[session.id] = session
    }
    try readAll("snapshots", SnapshotRow.columns, key: "session") { salvage, row in
      let snapshot = SnapshotRow(row)
      guard snapshot.check == row.number(6) else { return }
      salvage.snapshots[snapshot.session] = snapshot
    }
    try readAll("definitions", "id, digest, seal", key: "id") { salvage, row in
      let definition = DefinitionRow(id: row.number(0), digest: row.bytes(1))
      if definition.check == row.number(2) { salvage.definitions.append(definition) }
    }
    try readAll("files", FileRow.columns, key: "id") { salvage, row in
      let file = FileRow(row)
      if file.check == row.number(5) { salvage.files.append(file) }
    }
    var seen: Set<Int64> = []
    try readAll("records", RecordRow.columns, key: "number") { salvage, row in
      let record = RecordRow(row)
      guard record.check == row.number(9), seen.insert(record.number).inserted else { return }
      let isFirst = record.kind == JournalRecord.Kind.create.rawValue
      if isFirst { salvage.createdNames[record.session] = record.text }
      salvage.links[record.session, default: []].append(
        Link(
          number: record.number, seq: record.seq, previous: record.previous, isFirst: isFirst))
    }
    for session in links.keys { links[session]?.sort { $0.number < $1.number } }
    rows = Int64(
      sessions.count + snapshots.count + definitions.count + files.count + seen.count)
  }

  /// The rows of a table, as far as pages let one read: from the front to a bad page, from the end
  /// to one, and what can be found between the two. Rows may come twice.
  private mutating func readAll(
    _ table: String, _ columns: String, key: String, _ body: (inout Salvage, Statement) -> Void
  ) throws(JournalError) {
    let query = "SELECT \(columns) FROM \(table) WHERE \(key)"
    guard let up = try? database.statement("\(query) > ? ORDER BY \(key)"),
      let down = try? database.statement("\(query) > ? ORDER BY \(key) DESC")
    else { return }
    guard let low = read(up, from: .min, body) else { return }
    guard let high = read(down, from: low, body), high > low else { return }
    let stride = max(1, (high - low) / probesMax)
    var place = low
    while place < high {
      place += stride
      guard let end = read(up, from: place, body) else { return }
      place = max(place, end)
    }
  }

  /// Reads rows until there are no more, or a page is bad.
  /// - Returns: The last key that was read; `nil` if there was no bad page.
  private mutating func read(
    _ statement: Statement, from key: Int64, _ body: (inout Salvage, Statement) -> Void
  ) -> Int64? {
    var last = key == .min ? 0 : key
    statement.bind(1, key)
    do throws(JournalError) {
      while try statement.step() {
        last = statement.number(0)
        body(&self, statement)
      }
      return nil
    } catch {
      return last
    }
  }
}

/// How many places are tried between two bad pages.
private let probesMax: Int64 = 1_024
