/// The records of a `FlatTable`, preceded by the masks of its keys: filled by the builder and then
/// read in place. They are never copied, since a million routes take 100 MB.
final class FlatMemory {
  /// The first record.
  private(set) var records: UnsafeMutablePointer<FlatRecord>
  private(set) var count = 0
  private var capacity: Int

  /// 17 masks of 16 bytes, filled up to whole cache lines.
  static let maskBytes = 320

  /// - Parameter capacity: The initial room for records; untouched memory costs nothing.
  init(capacity: Int) {
    self.capacity = capacity
    records = Self.allocate(capacity)
    for length in 0...16 {
      let low = length >= 8 ? UInt64.max : ~(UInt64.max >> UInt64(length * 8))
      let high = length <= 8 ? 0 : length >= 16 ? .max : ~(UInt64.max >> UInt64((length - 8) * 8))
      let mask = start + length * 16
      mask.storeBytes(of: low, as: UInt64.self)
      mask.storeBytes(of: high, toByteOffset: 8, as: UInt64.self)
    }
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
