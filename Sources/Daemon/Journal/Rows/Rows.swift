/// A row of one of the tables that `Schema` describes.
protocol JournalRow {
  /// The table's name.
  static var table: String { get }
  /// The table's columns: the first is the key, the last the row's checksum.
  static var columns: [String] { get }

  /// Reads the current row of a statement that ran `query`.
  init(_ statement: Statement)

  /// The checksum of the row's values.
  var checksum: Int64 { get }

  /// Binds the row's values to a statement with `insertion` or `replacement`.
  func bind(to statement: Statement)
}

extension JournalRow {
  /// Reads all rows of the table; a `WHERE` clause may be appended.
  static var query: String { "SELECT \(list) FROM \(table)" }

  /// Writes a new row.
  static var insertion: String { "INSERT \(into)" }

  /// Writes a row in place of the one with the same key.
  static var replacement: String { "INSERT OR REPLACE \(into)" }

  private static var list: String { columns.joined(separator: ", ") }

  private static var into: String {
    "INTO \(table) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The checksum stored in the current row of a statement that ran `query`.
  static func storedChecksum(_ statement: Statement) -> Int64 {
    statement.number(Int32(columns.count - 1))
  }
}

extension Statement {
  /// Writes a row, and counts it in the seal.
  func write(_ row: some JournalRow, _ seal: inout Seal) throws(JournalError) {
    row.bind(to: self)
    try run()
    seal.add(row.checksum)
  }
}

/// A row of the table `records`.
struct RecordRow: JournalRow {
  var number: Int64
  var session: Int64
  var seq: Int64
  var previous: Int64
  var kind: Int64
  var definition: Int64
  var text: [UInt8]
  var answer: [UInt8]
  var request: [UInt8]?

  static let table = "records"
  static let columns = [
    "number", "session", "seq", "previous", "kind", "definition", "text", "answer", "request",
    "seal",
  ]

  var checksum: Int64 {
    var checksum = Checksum(.records)
    checksum.add(number)
    checksum.add(session)
    checksum.add(seq)
    checksum.add(previous)
    checksum.add(kind)
    checksum.add(definition)
    checksum.add(text)
    checksum.add(answer)
    checksum.add(request)
    return checksum.value
  }

  /// The checksum of a statement's current row, computed without copying its values.
  static func checksum(of statement: Statement) -> Int64 {
    var checksum = Checksum(.records)
    for column in 0..<6 as Range<Int32> { checksum.add(statement.number(column)) }
    statement.withBytes(6) { checksum.add($0) }
    statement.withBytes(7) { checksum.add($0) }
    if statement.isNull(8) {
      checksum.add(nil)
    } else {
      statement.withBytes(8) { checksum.add($0) }
    }
    return checksum.value
  }

  init(_ record: JournalRecord, number: Int64, previous: Int64) {
    self.number = number
    session = record.session
    seq = record.seq
    self.previous = previous
    kind = record.kind.rawValue
    definition = record.definition
    text = Array(record.text.utf8)
    answer = record.answer
    request = record.requestId.map { Array($0.utf8) }
  }

  init(_ statement: Statement) {
    number = statement.number(0)
    session = statement.number(1)
    seq = statement.number(2)
    previous = statement.number(3)
    kind = statement.number(4)
    definition = statement.number(5)
    text = statement.bytes(6)
    answer = statement.bytes(7)
    request = statement.optionalBytes(8)
  }

  func bind(to statement: Statement) {
    let numbers = [number, session, seq, previous, kind, definition]
    for (place, value) in numbers.enumerated() { statement.bind(Int32(place + 1), value) }
    statement.bind(7, text)
    statement.bind(8, answer)
    statement.bind(9, request)
    statement.bind(10, checksum)
  }

  /// The record; `nil` if its kind is unknown.
  var stored: StoredRecord? {
    guard let kind = JournalRecord.Kind(rawValue: kind) else { return nil }
    return StoredRecord(
      number: number, session: session, seq: seq, kind: kind,
      text: String(decoding: text, as: UTF8.self), answer: answer,
      requestId: request.map { String(decoding: $0, as: UTF8.self) }, definition: definition,
      previous: previous)
  }
}

/// A row of the table `sessions`.
struct SessionRow {
  var id: Int64
  var name: [UInt8]
}

extension SessionRow: JournalRow {
  static let table = "sessions"
  static let columns = ["id", "name", "seal"]

  init(_ statement: Statement) {
    self.init(id: statement.number(0), name: statement.bytes(1))
  }

  var checksum: Int64 {
    var checksum = Checksum(.sessions)
    checksum.add(id)
    checksum.add(name)
    return checksum.value
  }

  func bind(to statement: Statement) {
    statement.bind(1, id)
    statement.bind(2, name)
    statement.bind(3, checksum)
  }
}

/// A row of the table `snapshots`.
struct SnapshotRow {
  var session: Int64
  var seq: Int64
  var number: Int64
  var definition: Int64
  var points: SnapshotPoints
  var state: [UInt8]

  var stored: StoredSnapshot {
    StoredSnapshot(seq: seq, number: number, definition: definition, bytes: state)
  }
}

extension SnapshotRow: JournalRow {
  static let table = "snapshots"
  static let columns = ["session", "seq", "number", "definition", "trail", "state", "seal"]

  var checksum: Int64 {
    var checksum = Checksum(.snapshots)
    for value in [session, seq, number, definition] { checksum.add(value) }
    checksum.add(points.bytes)
    checksum.add(state)
    return checksum.value
  }

  init(_ statement: Statement) {
    self.init(
      session: statement.number(0), seq: statement.number(1), number: statement.number(2),
      definition: statement.number(3), points: SnapshotPoints(bytes: statement.bytes(4)),
      state: statement.bytes(5))
  }

  func bind(to statement: Statement) {
    for (place, value) in [session, seq, number, definition].enumerated() {
      statement.bind(Int32(place + 1), value)
    }
    statement.bind(5, points.bytes)
    statement.bind(6, state)
    statement.bind(7, checksum)
  }
}

/// A row of the table `definitions`.
struct DefinitionRow {
  var id: Int64
  var digest: [UInt8]
}

extension DefinitionRow: JournalRow {
  static let table = "definitions"
  static let columns = ["id", "digest", "seal"]

  init(_ statement: Statement) {
    self.init(id: statement.number(0), digest: statement.bytes(1))
  }

  func bind(to statement: Statement) {
    statement.bind(1, id)
    statement.bind(2, digest)
    statement.bind(3, checksum)
  }

  var checksum: Int64 {
    var checksum = Checksum(.definitions)
    checksum.add(id)
    checksum.add(digest)
    return checksum.value
  }
}

/// A row of the table `files`.
struct FileRow {
  var id: Int64
  var definition: Int64
  var place: Int64
  var path: [UInt8]
  var bytes: [UInt8]
}

extension FileRow: JournalRow {
  static let table = "files"
  static let columns = ["id", "definition", "place", "path", "bytes", "seal"]

  var checksum: Int64 {
    var checksum = Checksum(.files)
    for value in [id, definition, place] { checksum.add(value) }
    checksum.add(path)
    checksum.add(bytes)
    return checksum.value
  }

  init(_ statement: Statement) {
    self.init(
      id: statement.number(0), definition: statement.number(1), place: statement.number(2),
      path: statement.bytes(3), bytes: statement.bytes(4))
  }

  func bind(to statement: Statement) {
    for (place, value) in [id, definition, place].enumerated() {
      statement.bind(Int32(place + 1), value)
    }
    statement.bind(4, path)
    statement.bind(5, bytes)
    statement.bind(6, checksum)
  }
}
