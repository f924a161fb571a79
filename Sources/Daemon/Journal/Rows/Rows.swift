/// A row of one of the tables that `Schema` describes.
protocol JournalRow {
  static var table: Checksum.Table { get }
  /// The table's columns: the first is the key, the last the row's checksum.
  static var columns: [String] { get }

  /// Reads the current row of a statement that ran `query`; `nil` if it is of no known kind.
  init?(_ statement: Statement)

  /// Passes the row's values to a sink, in the order of the columns, without the checksum.
  func write(to sink: inout some RowSink)
}

/// Receives the values of a row, in the order of its columns.
protocol RowSink {
  mutating func add(_ number: Int64)
  mutating func add(_ bytes: UnsafeRawBufferPointer?)
}

extension RowSink {
  mutating func add(numbers: Int64...) {
    for number in numbers { add(number) }
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ text: String?) {
    guard var text else { return add(nil as UnsafeRawBufferPointer?) }
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}

extension Checksum: RowSink {}

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

  var checksum: Int64 {
    var checksum = Checksum(Self.table)
    write(to: &checksum)
    return checksum.value
  }

  /// The checksum of the current row of a statement that ran `query`, computed without copying its
  /// values.
  static func checksum(of statement: Statement) -> Int64 {
    var checksum = Checksum(table)
    for column in 0..<Int32(columns.count - 1) { statement.pass(column, to: &checksum) }
    return checksum.value
  }

  /// The checksum stored in that row.
  static func storedChecksum(_ statement: Statement) -> Int64 {
    statement.number(Int32(columns.count - 1))
  }

  /// Whether that row matches its stored checksum.
  static func isSound(_ statement: Statement) -> Bool {
    checksum(of: statement) == storedChecksum(statement)
  }
}

extension Statement {
  /// Writes a row with `insertion` or `replacement`, and counts it in the seal.
  func write(_ row: some JournalRow, _ seal: inout Seal) throws(JournalError) {
    let checksum = row.checksum
    var parameters = Parameters(self)
    row.write(to: &parameters)
    parameters.add(checksum)
    try run()
    seal.add(checksum)
  }
}

/// Binds values to the parameters of a statement, from the first on.
private struct Parameters: RowSink {
  private let statement: Statement
  private var last: Int32 = 0

  init(_ statement: Statement) {
    self.statement = statement
  }

  mutating func add(_ number: Int64) {
    last += 1
    statement.bind(last, number)
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer?) {
    last += 1
    statement.bind(last, bytes)
  }
}

struct SessionRow {
  let id: Int64
  let name: [UInt8]
}

extension SessionRow: JournalRow {
  static let table = Checksum.Table.sessions
  static let columns = ["id", "name", "seal"]

  init(_ statement: Statement) {
    self.init(id: statement.number(0), name: statement.bytes(1))
  }

  func write(to sink: inout some RowSink) {
    sink.add(id)
    sink.add(name)
  }
}

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
  static let table = Checksum.Table.snapshots
  static let columns = ["session", "seq", "number", "definition", "trail", "state", "seal"]

  init(_ statement: Statement) {
    self.init(
      session: statement.number(0), seq: statement.number(1), number: statement.number(2),
      definition: statement.number(3), points: SnapshotPoints(bytes: statement.bytes(4)),
      state: statement.bytes(5))
  }

  func write(to sink: inout some RowSink) {
    sink.add(numbers: session, seq, number, definition)
    sink.add(points.bytes)
    sink.add(state)
  }
}

struct DefinitionRow {
  var id: Int64
  var digest: [UInt8]
}

extension DefinitionRow: JournalRow {
  static let table = Checksum.Table.definitions
  static let columns = ["id", "digest", "seal"]

  init(_ statement: Statement) {
    self.init(id: statement.number(0), digest: statement.bytes(1))
  }

  func write(to sink: inout some RowSink) {
    sink.add(id)
    sink.add(digest)
  }
}

struct FileRow {
  var id: Int64
  var definition: Int64
  var place: Int64
  var path: [UInt8]
  var bytes: [UInt8]
}

extension FileRow: JournalRow {
  static let table = Checksum.Table.files
  static let columns = ["id", "definition", "place", "path", "bytes", "seal"]

  init(_ statement: Statement) {
    self.init(
      id: statement.number(0), definition: statement.number(1), place: statement.number(2),
      path: statement.bytes(3), bytes: statement.bytes(4))
  }

  func write(to sink: inout some RowSink) {
    sink.add(numbers: id, definition, place)
    sink.add(path)
    sink.add(bytes)
  }
}

/// Records of a session about `Limits.snapshotEvents` changes apart, oldest first. From one of them
/// older records can be deleted, or read, without walking back from the session's last record.
struct SnapshotPoints: Hashable {
  struct Point: Hashable {
    var seq: Int64
    var number: Int64
  }

  private(set) var points: [Point] = []

  init() {}

  /// Adds a point, unless the last one is less than `Limits.snapshotEvents` changes away.
  mutating func add(seq: Int64, number: Int64) {
    if let last = points.last, seq &- last.seq < Int64(Limits.snapshotEvents) { return }
    points.append(Point(seq: seq, number: number))
    if points.count > Limits.snapshotPointsMax { points.removeFirst() }
  }

  /// Removes the points at or before change `seq`, and returns the newest of them.
  mutating func cut(atOrBefore seq: Int64) -> Point? {
    let count = points.prefix { $0.seq <= seq }.count
    guard count > 0 else { return nil }
    let point = points[count - 1]
    points.removeFirst(count)
    return point
  }

  /// The column `trail`: per point `seq` and `number`, each eight bytes, little-endian.
  var bytes: [UInt8] {
    points.flatMap { point in
      [point.seq, point.number].flatMap { number in
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
    }
  }

  /// Reads the column `trail`; an incomplete point at the end is ignored.
  init(bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: buffer.count - 15, by: 16) {
        let seq = buffer.loadUnaligned(fromByteOffset: start, as: Int64.self)
        let number = buffer.loadUnaligned(fromByteOffset: start + 8, as: Int64.self)
        points.append(Point(seq: Int64(littleEndian: seq), number: Int64(littleEndian: number)))
      }
    }
  }
}
