/// All rows of a damaged journal that match their checksums, read from a copy of its files.
struct Salvage {
  private(set) var seal: Seal?
  private(set) var sessions: [Int64: SessionRow] = [:]
  private(set) var snapshots: [Int64: SnapshotRow] = [:]
  private(set) var definitions: [Int64: DefinitionRow] = [:]
  private(set) var files: [Int64: FileRow] = [:]
  /// The readable records of every session, in order.
  private(set) var links: [Int64: [Link]] = [:]
  /// Session names from `create` records, for sessions whose own row may be lost.
  private(set) var createdNames: [Int64: [UInt8]] = [:]
  /// The number of readable rows.
  private(set) var rows: Int64 = 0

  /// A record's place in its session.
  struct Link {
    let number: Int64
    let seq: Int64
    let previous: Int64
    let isFirst: Bool
  }

  private let database: Database

  /// Reads every readable row.
  init(_ database: Database) {
    self.database = database
    if let sealed = try? database.statement(Seal.query), (try? sealed.step()) == true {
      let seal = Seal(sealed)
      if seal.checksum == sealed.number(6) { self.seal = seal }
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

  /// Reads the rows of a table around bad pages: from the first key up to one, from the last key
  /// down to one, and from `probesMax` keys between the two. A row may be read twice.
  private mutating func readAll<Row: JournalRow>(_ body: (inout Salvage, Row) -> Void) {
    let key = Row.columns[0]
    guard let up = try? database.statement(Row.query + " WHERE \(key) > ? ORDER BY \(key)"),
      let down = try? database.statement(Row.query + " WHERE \(key) > ? ORDER BY \(key) DESC")
    else { return }
    guard let low = read(up, from: .min, body) else { return }
    guard let high = read(down, from: low, body), high > low else { return }
    // The distance between the two may exceed `Int64.max`.
    let stride = max(1, Int64(UInt64(bitPattern: high &- low) / probesMax))
    var place = low
    while place < high {
      let (next, isOver) = place.addingReportingOverflow(stride)
      guard !isOver, let end = read(up, from: next, body) else { return }
      place = max(next, end)
    }
  }

  /// Reads rows up to the last one or to a bad page.
  /// - Returns: The last key read; `nil` if there was no bad page.
  private mutating func read<Row: JournalRow>(
    _ statement: Statement, from key: Int64, _ body: (inout Salvage, Row) -> Void
  ) -> Int64? {
    var last = key == .min ? 0 : key
    statement.bind(1, key)
    do throws(JournalError) {
      while try statement.step() {
        last = statement.number(0)
        let row = Row(statement)
        if row.checksum == Row.storedChecksum(statement) { body(&self, row) }
      }
      return nil
    } catch {
      return last
    }
  }
}

/// Keys tried between two bad pages.
private let probesMax: UInt64 = 1_024
