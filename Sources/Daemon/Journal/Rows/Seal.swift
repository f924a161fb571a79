/// What the row of the table `seal` says: the last numbers that were given, and what all rows of
/// the other tables add up to.
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
  /// The sum of their checksums, without carry.
  var sum: Int64 = 0

  /// A row was written.
  mutating func add(_ check: Int64) {
    rows += 1
    sum &+= check
  }

  /// A row was deleted.
  mutating func remove(_ check: Int64) {
    rows -= 1
    sum &-= check
  }

  /// Its own checksum.
  var check: Int64 {
    var checksum = Checksum(.seal)
    for number in [number, session, definition, file, rows, sum] { checksum.add(number) }
    return checksum.value
  }

  /// Reads it; the last column is its checksum.
  static let query = "SELECT number, session, definition, file, rows, sum, seal FROM seal"
  /// Writes it in place of the one before.
  static let statement = "INSERT OR REPLACE INTO seal VALUES (1, ?, ?, ?, ?, ?, ?, ?)"

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
    for (place, value) in [number, session, definition, file, rows, sum, check].enumerated() {
      statement.bind(Int32(place + 1), value)
    }
  }

  /// Writes it by a statement that is used once.
  func write(to database: Database) throws(JournalError) {
    let put = try database.statement(Self.statement)
    bind(to: put)
    try put.run()
  }
}
