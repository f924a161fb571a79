/// A row of one of the journal's tables; the schema tells what its columns mean.
protocol SealedRow {
  /// The name of its table.
  static var table: String { get }
  /// Its columns; the first is the key, the last the checksum.
  static var columns: [String] { get }

  /// Reads the row at which a statement of `query` stands.
  init(_ statement: Statement)

  /// The checksum of what it holds.
  var check: Int64 { get }

  /// Gives a statement of `insertion` its values.
  func bind(to statement: Statement)
}

extension SealedRow {
  /// Reads all rows of the table, unless more is said behind it.
  static var query: String { "SELECT \(list) FROM \(table)" }

  /// Writes a row.
  static var insertion: String { "INSERT \(into)" }

  /// Writes a row in place of the one with its key.
  static var replacement: String { "INSERT OR REPLACE \(into)" }

  private static var list: String { columns.joined(separator: ", ") }

  private static var into: String {
    "INTO \(table) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The checksum that stands in the row at which a statement of `query` stands.
  static func storedCheck(_ statement: Statement) -> Int64 {
    statement.number(Int32(columns.count - 1))
  }
}

extension Statement {
  /// Writes a row, and seals it.
  func write(_ row: some SealedRow, _ seal: inout Seal) throws(JournalError) {
    row.bind(to: self)
    try run()
    seal.add(row.check)
  }
}
