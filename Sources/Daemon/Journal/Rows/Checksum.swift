/// A number of 64 bits over what a row of the journal holds, by which a change of it is found.
///
/// Not cryptographic: it finds what disks, memory and crashes do, not what a person forges. Every
/// step can be turned back, so two rows that differ in one word of eight bytes never agree.
struct Checksum {
  private var state: UInt64

  /// Begins, for a row of this table.
  init(_ table: Table) {
    state = UInt64(table.rawValue) &* multiplier
  }

  /// The tables whose rows carry a checksum; the number goes into it.
  enum Table: UInt8 {
    case records = 1
    case sessions = 2
    case snapshots = 3
    case definitions = 4
    case files = 5
    case seal = 6
  }

  /// The checksum, as SQLite holds a number.
  var value: Int64 {
    var mixed = state ^ (state >> 32)
    mixed = mixed &* multiplier
    return Int64(bitPattern: mixed ^ (mixed >> 29))
  }

  /// Takes in a number.
  mutating func add(_ number: Int64) {
    state = (state ^ UInt64(bitPattern: number)) &* multiplier
    state ^= state >> 32
  }

  /// Takes in bytes and how many they are.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Takes in bytes and how many they are, or that there are none at all.
  mutating func add(_ bytes: [UInt8]?) {
    guard let bytes else { return add(-1) }
    add(bytes)
  }

  /// Takes in bytes and how many they are.
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

/// Odd, so that multiplying by it can be turned back; the bits are those of the golden ratio.
private let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
