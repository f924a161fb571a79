/// The memory of one lookup: a copy of the link with room before and behind it, so that a walk may
/// read whole words at any byte; where its slashes stand; and the way that the walk took.
///
///     … slashes 64…127 | slashes 0…63 | steps 0, 1, … 65 | 16 bytes | the link | 8 bytes
///                                                                   ^ bytes
/// All of it is found from `bytes` by fixed distances, which leaves a walk its registers.
struct LinkScratch: @unchecked Sendable {
  /// The first byte of the link.
  let bytes: UnsafeMutableRawPointer
  /// The bytes of the longest link; a multiple of 64.
  let capacity: Int

  /// - Parameter memory: `byteCount(capacity:)` bytes, aligned to 8.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer, capacity: Int) {
    bytes = memory + (Self.byteCount(capacity: capacity) - capacity - Self.behind)
    self.capacity = capacity
    bytes.storeBytes(of: 0, toByteOffset: -16, as: UInt64.self)
    bytes.storeBytes(of: 0, toByteOffset: -8, as: UInt64.self)
  }

  /// The bytes that scratch memory for links of `capacity` bytes takes.
  @inline(__always)
  static func byteCount(capacity: Int) -> Int {
    (capacity / 64 + 1) * 8 - firstStep + capacity + behind
  }

  /// Where the first step stands, from `bytes`; steps take 8 bytes. A key is read backwards from a
  /// segment's end, over at most 16 bytes before the link.
  static let firstStep = -16 - (Limits.segmentsMax + 2) * 8
  private static let behind = 8

  /// The slashes among bytes 64n to 64n + 63, and where the path ends: bit i stands for byte 64n +
  /// i.
  @inline(__always)
  func slashes(_ word: Int) -> UInt64 {
    bytes.load(fromByteOffset: Self.firstStep &- 8 &- word &* 8, as: UInt64.self)
  }

  @inline(__always)
  func setSlashes(_ word: Int, _ bits: UInt64) {
    bytes.storeBytes(of: bits, toByteOffset: Self.firstStep &- 8 &- word &* 8, as: UInt64.self)
  }

  /// Marks where the path ends.
  @inline(__always)
  func setEnd(_ place: Int) {
    setSlashes(place >> 6, slashes(place >> 6) | 1 &<< UInt64(place & 63))
  }

  /// The byte at a place.
  @inline(__always)
  subscript(place: Int) -> UInt8 { bytes.load(fromByteOffset: place, as: UInt8.self) }

  /// The bytes of a range.
  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (bytes + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  // MARK: Steps

  /// A segment that the walk has come to: the record from which it starts, in bytes; where the
  /// slash before it stands; at a crossing how many of its choices have been tried.
  struct Step {
    var node: UInt32
    var slash: UInt16
    var tried: UInt16
  }

  /// The step for the segment of that number.
  func step(_ index: Int) -> Step {
    bytes.load(fromByteOffset: Self.firstStep + index * 8, as: Step.self)
  }

  func setStep(_ index: Int, _ step: Step) {
    bytes.storeBytes(of: step, toByteOffset: Self.firstStep + index * 8, as: Step.self)
  }
}
