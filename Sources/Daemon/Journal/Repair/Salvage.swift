/// All rows of a damaged journal that agree with their checksums, from a copy of its files.
struct Salvage {
  private(set) var seal: Seal?
  private(set) var sessions: [Int64: SessionRow] = [:]
  private(set) var snapshots: [Int64: SnapshotRow] = [:]
  private(set) var definitions: [Int64: DefinitionRow] = [:]
  private(set) var files: [Int64: FileRow] = [:]
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
  init(_ database: Database) {
    self.database = database
    if let sealed = try? database.statement(Seal.query), (try? sealed.step()) == true {
      let seal = Seal(sealed)
      if seal.check == sealed.number(6) { self.seal = seal }
      sealed.reset()
    }
    readAll { (salvage, row: SessionRow) in salvage.sessions[row.id] = row }
    readAll { (salvage, row: SnapshotRow) in salvage.snapshots[row.session] = row }
    readAll { (salvage, row: DefinitionRow) in salvage.definitions[row.id] = row }
    readAll { (salvage, row: FileRow) in salvage.files[row.id] = row }
    var seen: Set<Int64> = []
    readAll { (salvage, record: RecordRow) in
      guard seen.insert(record.number).inserted else { return }
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
  private mutating func readAll<Row: SealedRow>(_ body: (inout Salvage, Row) -> Void) {
    let key = Row.columns[0]
    guard let up = try? database.statement(Row.query + " WHERE \(key) > ? ORDER BY \(key)"),
      let down = try? database.statement(Row.query + " WHERE \(key) > ? ORDER BY \(key) DESC")
    else { return }
    guard let low = read(up, from: .min, body) else { return }
    guard let high = read(down, from: low, body), high > low else { return }
    // The two may be further apart than a number with a sign can tell.
    let stride = max(1, Int64(UInt64(bitPattern: high &- low) / probesMax))
    var place = low
    while place < high {
      let (next, isOver) = place.addingReportingOverflow(stride)
      guard !isOver, let end = read(up, from: next, body) else { return }
      place = max(next, end)
    }
  }

  /// Reads rows until there are no more, or a page is bad.
  /// - Returns: The last key that was read; `nil` if there was no bad page.
  private mutating func read<Row: SealedRow>(
    _ statement: Statement, from key: Int64, _ body: (inout Salvage, Row) -> Void
  ) -> Int64? {
    var last = key == .min ? 0 : key
    statement.bind(1, key)
    do throws(JournalError) {
      while try statement.step() {
        last = statement.number(0)
        let row = Row(statement)
        if row.check == Row.storedCheck(statement) { body(&self, row) }
      }
      return nil
    } catch {
      return last
    }
  }
}

/// How many places are tried between two bad pages.
private let probesMax: UInt64 = 1_024
