/// Writes salvaged rows into a new journal, each session as far as its records are unbroken.
struct Rebuilding {
  private let salvage: Salvage
  private let old: Database
  private let new: Database
  private let find: Statement

  init(_ salvage: Salvage, from copy: String, into new: Database) throws(JournalError) {
    self.salvage = salvage
    old = try Database(copy, .writing)
    find = try old.statement(RecordRow.query + " WHERE number = ?")
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
    let insert = try new.statement(RecordRow.insertion)
    for number in numbers {
      find.bind(1, number)
      guard try find.step() else { continue }
      let row = RecordRow(find)
      find.reset()
      try insert.write(row, &seal)
    }
  }
}
