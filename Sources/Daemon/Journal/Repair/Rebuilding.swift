import Sessions

/// Writes salvaged rows into a new journal, each session as far as its records are unbroken.
struct Rebuilding {
  private let salvage: Salvage
  private let old: Database
  private let new: Database
  private let find: Statement

  init(_ salvage: Salvage, from copy: String, into new: Database) throws(JournalError) {
    self.salvage = salvage
    old = try Database(copy, .writing)
    find = try old.statement(JournalRecord.query + " WHERE number = ?")
    self.new = new
  }

  /// Writes everything in one transaction.
  /// - Returns: The new seal.
  func run(_ report: inout RepairReport) throws(JournalError) -> Seal {
    try new.run("PRAGMA synchronous = FULL; BEGIN IMMEDIATE")
    var seal = Seal()
    try write(salvage.definitions.values.sorted { $0.id < $1.id }, &seal)
    try write(salvage.files.values.sorted { $0.id < $1.id }, &seal)
    let ids = Set(salvage.sessions.keys).union(salvage.links.keys).union(salvage.snapshots.keys)
    var kept: [Int64] = []
    for id in ids.sorted() {
      let name = salvage.sessions[id]?.name ?? salvage.createdNames[id]
      let (numbers, seq, snapshot) = name == nil ? ([], nil, nil) : try chain(of: id)
      let dropped = (salvage.links[id]?.count ?? 0) - numbers.count
      if seq == nil || dropped > 0 {
        report.losses.append(
          RepairReport.Loss(
            session: name.map { String(decoding: $0, as: UTF8.self) }, id: id, seq: seq,
            recordsDropped: dropped))
      }
      guard let name, seq != nil else { continue }
      try write([SessionRow(id: id, name: name)], &seal)
      if let snapshot { try write([snapshot], &seal) }
      kept += numbers
    }
    try writeRecords(kept.sorted(), &seal)
    let before = salvage.seal ?? Seal()
    seal.number = max(before.number, kept.max() ?? 0, lastNumber)
    seal.session = max(before.session, ids.max() ?? 0)
    seal.definition = max(before.definition, salvage.definitions.keys.max() ?? 0)
    seal.file = max(before.file, salvage.files.keys.max() ?? 0)
    try seal.write(to: new)
    try new.run("COMMIT")
    return seal
  }

  /// The largest record number known to have been given out.
  private var lastNumber: Int64 {
    let records = salvage.links.values.compactMap { $0.last?.number }
    return max(records.max() ?? 0, salvage.snapshots.values.map(\.number).max() ?? 0)
  }

  /// The records of a session to keep, the change they lead to, and its snapshot.
  ///
  /// Kept are the unbroken chain after the snapshot, or else after the session's first record, and
  /// the unbroken chain that leads up to the snapshot. A snapshot whose record is lost is not used.
  /// `seq` is `nil` if there is neither.
  private func chain(
    of id: Int64
  ) throws(JournalError) -> (numbers: [Int64], seq: Int64?, snapshot: SnapshotRow?) {
    var links: [Salvage.Link] = []
    for link in salvage.links[id] ?? [] where try isFound(link.number) { links.append(link) }
    let snapshot = salvage.snapshots[id].flatMap { snapshot in
      links.contains { $0.number == snapshot.number } ? snapshot : nil
    }
    var numbers: [Int64] = []
    var (at, seq): (Int64, Int64)
    if let snapshot {
      (at, seq) = (snapshot.number, snapshot.seq)
      var wanted = snapshot.number
      for link in links.reversed() where link.number == wanted {
        numbers.append(link.number)
        wanted = link.previous
      }
      numbers.reverse()
    } else if let first = links.first(where: { $0.isFirst }) {
      (at, seq) = (first.number, first.seq)
      numbers = [first.number]
    } else {
      return ([], nil, nil)
    }
    for link in links where link.previous == at && link.number > at {
      numbers.append(link.number)
      (at, seq) = (link.number, link.seq)
    }
    return (numbers, seq, snapshot)
  }

  /// Whether a record that a scan has read is also found by its number: a damaged file may have
  /// one and not the other.
  private func isFound(_ number: Int64) throws(JournalError) -> Bool {
    find.bind(1, number)
    defer { find.reset() }
    do throws(JournalError) {
      return try find.step()
    } catch .damaged {
      return false
    }
  }

  private func write<Row: JournalRow>(
    _ rows: [Row], _ seal: inout Seal
  ) throws(JournalError) {
    let insert = try new.statement(Row.insertion)
    for row in rows { try insert.write(row, &seal) }
  }

  private func writeRecords(_ numbers: [Int64], _ seal: inout Seal) throws(JournalError) {
    let insert = try new.statement(JournalRecord.insertion)
    for number in numbers {
      find.bind(1, number)
      guard try find.step() else { continue }
      let record = JournalRecord(find)
      find.reset()
      if let record { try insert.write(record, &seal) }
    }
  }
}

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
  private(set) var rows: Int64 = 0

  /// A record's place in its session.
  struct Link {
    let number: Int64
    let seq: Int64
    let previous: Int64
    let isFirst: Bool
  }

  private let database: Database

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
    readAll { (salvage, record: JournalRecord) in
      guard seen.insert(record.number).inserted else { return }
      let change = record.change
      let isFirst = change.kind == .create
      if isFirst { salvage.createdNames[record.session] = Array(change.text.utf8) }
      salvage.links[record.session, default: []].append(
        Link(
          number: record.number, seq: change.seq, previous: record.previous, isFirst: isFirst))
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
        if Row.isSound(statement), let row = Row(statement) { body(&self, row) }
      }
      return nil
    } catch {
      return last
    }
  }
}

/// Keys tried between two bad pages.
private let probesMax: UInt64 = 1_024
