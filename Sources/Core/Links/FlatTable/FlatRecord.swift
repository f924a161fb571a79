/// A node of a `FlatTable`, in half a cache line (32 bytes).
///
/// A node has a key: the last 16 bytes of `/segment`, padded with leading zero bytes, as two
/// little-endian words. The slash marks the beginning, so a longer segment, whose last 16 bytes
/// contain no slash, equals no key. No key is zero.
///
/// The children of a node under short literals are a hash table whose size is a power of two. The
/// size and the shift of the hash are chosen for each node such that no two children collide.
struct FlatRecord {
  /// The key's last 8 bytes; 0 in an empty record.
  var low: UInt64 = 0
  /// The key's 8 bytes before those.
  var high: UInt64 = 0
  /// The offset of the children's table in bytes; the low 5 bits are the shift of the hash.
  var place: UInt32 = 0
  /// The size of the children's table in bytes, less one record: (records - 1) × 32.
  var mask: UInt32 = 0
  /// The offset of the child under any other segment in bytes, 0 if there is none. With a flag in
  /// the low 5 bits, the bits above are the index of a `FlatTable.Branch`.
  var other: UInt32 = 0
  /// The leaf: 0 for none; a variant's index + 1; with `leafList` the index of a list.
  var leaf: UInt32 = 0

  /// The most bytes of a segment that has a key.
  static let keyedBytesMax = 15
  /// The size of a record in bytes; its offset is a multiple of it.
  static let size = 32
  /// The bits of `other` that are flags.
  static let flags: UInt32 = 31
  /// A flag: the node has children other than literals and one free parameter.
  static let branch: UInt32 = 1
  /// A flag: the table of literals needs probing, up to the key or an empty record. The bits above
  /// the flags are the offset of the other child.
  static let probed: UInt32 = 8
  /// A flag: the children are not ordered; the tree decides.
  static let unordered: UInt32 = 2
  /// A flag: not a node (record 0).
  static let dead: UInt32 = 4
  /// A flag of `leaf`: several variants end here, or one with conditions.
  static let leafList: UInt32 = 1 << 31

  /// The hash of a key; its bits from 5 up, after the shift, are an index.
  @inline(__always)
  static func hash(_ low: UInt64, _ high: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: ((low &+ high).byteSwapped &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// The key of a literal segment; nil if it is too long for one.
  static func key(of segment: some Collection<UInt8>) -> (low: UInt64, high: UInt64)? {
    guard segment.count <= keyedBytesMax else { return nil }
    var key: (low: UInt64, high: UInt64) = (0, UInt64(0))
    var place = 16 - segment.count - 1
    func put(_ byte: UInt8) {
      if place < 8 {
        key.high |= UInt64(byte) << UInt64(place * 8)
      } else {
        key.low |= UInt64(byte) << UInt64((place - 8) * 8)
      }
      place += 1
    }
    put(UInt8(ascii: "/"))
    for byte in segment { put(byte) }
    return key
  }
}

/// The records of a `FlatTable`, preceded by a mask for its keys: filled by the builder and then
/// read in place. They are never copied, since a million routes take 100 MB.
final class FlatMemory {
  private(set) var records: UnsafeMutablePointer<FlatRecord>
  private(set) var count = 0
  private var capacity: Int

  /// The last 32 bytes before the records are 16 zeros and 16 times FF: the 16 bytes from the n-th
  /// on are the mask of a key's last n bytes. One cache line, next to that of the root.
  static let maskBytes = 64

  /// - Parameter capacity: The initial room for records; untouched memory costs nothing.
  init(capacity: Int) {
    self.capacity = capacity
    records = Self.allocate(capacity)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: Self.maskBytes - 16)
    (start + Self.maskBytes - 16).initializeMemory(as: UInt8.self, repeating: 0xFF, count: 16)
  }

  deinit { start.deallocate() }

  private var start: UnsafeMutableRawPointer { UnsafeMutableRawPointer(records) - Self.maskBytes }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<FlatRecord> {
    let bytes = maskBytes + capacity * FlatRecord.size
    let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    return (start + maskBytes).bindMemory(to: FlatRecord.self, capacity: capacity)
  }

  /// Appends empty records.
  ///
  /// - Returns: The index of the first.
  func append(count added: Int) -> Int {
    if count + added > capacity { grow(to: max(capacity * 2, count + added)) }
    (records + count).initialize(repeating: FlatRecord(), count: added)
    defer { count += added }
    return count
  }

  private func grow(to capacity: Int) {
    let old = start
    records = Self.allocate(capacity)
    start.copyMemory(from: old, byteCount: Self.maskBytes + count * FlatRecord.size)
    old.deallocate()
    self.capacity = capacity
  }

  subscript(_ index: Int) -> FlatRecord {
    get {
      precondition(index >= 0 && index < count)
      return records[index]
    }
    set {
      precondition(index >= 0 && index < count)
      records[index] = newValue
    }
  }
}
