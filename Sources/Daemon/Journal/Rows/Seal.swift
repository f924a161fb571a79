/// The only row of the table `seal`: the last numbers given out, and the count of all other rows
/// with the sum of their checksums.
struct Seal: Hashable {
  /// The number of the last record.
  var number: Int64 = 0
  /// The number of the last session.
  var session: Int64 = 0
  /// The number of the last definition.
  var definition: Int64 = 0
  /// The number of the last file of a definition.
  var file: Int64 = 0
  /// Rows in all other tables.
  var rows: Int64 = 0
  /// The sum of their checksums, modulo 2⁶⁴.
  var sum: Int64 = 0

  /// Counts a row that was written.
  mutating func add(_ checksum: Int64) {
    rows += 1
    sum &+= checksum
  }

  /// Discounts a row that was deleted.
  mutating func remove(_ checksum: Int64) {
    rows -= 1
    sum &-= checksum
  }

  /// The checksum of this row.
  var checksum: Int64 {
    var checksum = Checksum(.seal)
    for number in [number, session, definition, file, rows, sum] { checksum.add(number) }
    return checksum.value
  }

  /// Reads the row; the last column is its checksum.
  static let query = "SELECT number, session, definition, file, rows, sum, seal FROM seal"
  /// Writes the row in place of the existing one.
  static let replacement = "INSERT OR REPLACE INTO seal VALUES (1, ?, ?, ?, ?, ?, ?, ?)"

  init() {}

  /// Reads a row of `query`.
  init(_ statement: Statement) {
    number = statement.number(0)
    session = statement.number(1)
    definition = statement.number(2)
    file = statement.number(3)
    rows = statement.number(4)
    sum = statement.number(5)
  }

  func bind(to statement: Statement) {
    for (place, value) in [number, session, definition, file, rows, sum, checksum].enumerated() {
      statement.bind(Int32(place + 1), value)
    }
  }

  /// Writes the row.
  func write(to database: Database) throws(JournalError) {
    let put = try database.statement(Self.replacement)
    bind(to: put)
    try put.run()
  }
}
