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

  /// The tables; the raw value is part of the checksum.
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

  /// Adds a number.
  mutating func add(_ number: Int64) {
    state = (state ^ UInt64(bitPattern: number)) &* multiplier
    state ^= state >> 32
  }

  /// Adds bytes and their count.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds bytes and their count, or -1 for NULL.
  mutating func add(_ bytes: [UInt8]?) {
    guard let bytes else { return add(-1) }
    add(bytes)
  }

  /// Adds bytes and their count.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
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
