/// The only row of the table `seal`: the last numbers given out, and the count of all other rows
/// with the sum of their checksums.
struct Seal: Hashable {
  var number: Int64 = 0
  var session: Int64 = 0
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

  var checksum: Int64 {
    numbers.reduce(into: Checksum(.seal)) { $0.add($1) }.value
  }

  /// The values, in the order of the columns.
  private var numbers: [Int64] { [number, session, definition, file, rows, sum] }

  /// Reads the row; the last column is its checksum.
  static let query = "SELECT number, session, definition, file, rows, sum, seal FROM seal"
  /// Writes the row in place of the existing one.
  static let replacement = "INSERT OR REPLACE INTO seal VALUES (1, ?, ?, ?, ?, ?, ?, ?)"

  init() {}

  init(_ statement: Statement) {
    number = statement.number(0)
    session = statement.number(1)
    definition = statement.number(2)
    file = statement.number(3)
    rows = statement.number(4)
    sum = statement.number(5)
  }

  func bind(to statement: Statement) {
    for (place, value) in (numbers + [checksum]).enumerated() {
      statement.bind(Int32(place + 1), value)
    }
  }

  func write(to database: Database) throws(JournalError) {
    let put = try database.statement(Self.replacement)
    bind(to: put)
    try put.run()
  }
}

/// A 64-bit checksum of a row's table and values.
///
/// Not cryptographic: it detects faults of disks, memory and software, not forgery. Every step is
/// invertible, so two rows that differ in only one eight-byte word never have the same checksum.
struct Checksum {
  private var state: UInt64

  /// Starts the checksum of a row of a table.
  init(_ table: Table) {
    state = UInt64(table.rawValue) &* multiplier
  }

  /// The tables, named as in `Schema`; the raw value is part of the checksum.
  enum Table: UInt8 {
    case records = 1
    case sessions = 2
    case snapshots = 3
    case definitions = 4
    case files = 5
    case seal = 6
  }

  /// The checksum as SQLite's signed integer.
  var value: Int64 {
    var mixed = state ^ (state >> 32)
    mixed = mixed &* multiplier
    return Int64(bitPattern: mixed ^ (mixed >> 29))
  }

  mutating func add(_ number: Int64) {
    state = (state ^ UInt64(bitPattern: number)) &* multiplier
    state ^= state >> 32
  }

  /// Adds bytes and their count, or -1 for NULL.
  mutating func add(_ bytes: UnsafeRawBufferPointer?) {
    guard let bytes else { return add(-1) }
    add(Int64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      add(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: Int64.self)))
      index += 8
    }
    guard index < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[index...] { rest = rest << 8 | UInt64(byte) }
    add(Int64(bitPattern: rest))
  }
}

/// The golden ratio's bits. Odd, so that multiplying by it is invertible.
private let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
