/// The memory of one lookup: a copy of the link with room before and after it, so that a walk can
/// read whole words at any byte; the positions of its slashes; and the steps of the walk.
///
///     … slashes 64…127 | slashes 0…63 | base, query | steps 0, 1, … 65 | 16 bytes | link | 8 bytes
///                                                                                 ^ bytes
/// Everything is at a fixed distance from `bytes`, which saves registers.
struct LinkScratch: @unchecked Sendable {
  /// The first byte of the link.
  let bytes: UnsafeMutableRawPointer
  /// The bytes of the longest link; a multiple of 64.
  let capacity: Int

  /// - Parameter memory: `byteCount(capacity:)` bytes, aligned to 8.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer, capacity: Int) {
    bytes = memory + (Self.byteCount(capacity: capacity) - capacity - Self.padding)
    self.capacity = capacity
    bytes.storeBytes(of: 0, toByteOffset: -16, as: UInt64.self)
    bytes.storeBytes(of: 0, toByteOffset: -8, as: UInt64.self)
  }

  /// The size in bytes of scratch memory for links of `capacity` bytes.
  @inline(__always)
  static func byteCount(capacity: Int) -> Int {
    (capacity / 64 + 1) * 8 - conditions + capacity + padding
  }

  /// The offset of the first step from `bytes`; a step has 8 bytes. A key is read backwards from a
  /// segment's end, over at most 16 bytes before the link.
  static let firstStep = -16 - (Limits.segmentsMax + 2) * 8
  private static let conditions = firstStep - 24
  private static let padding = 8

  /// The slashes among bytes 64n to 64n + 63, and the end of the path: bit i represents byte 64n +
  /// i.
  @inline(__always)
  func slashes(_ word: Int) -> UInt64 {
    bytes.load(fromByteOffset: Self.conditions &- 8 &- word &* 8, as: UInt64.self)
  }

  @inline(__always)
  func setSlashes(_ word: Int, _ bits: UInt64) {
    bytes.storeBytes(of: bits, toByteOffset: Self.conditions &- 8 &- word &* 8, as: UInt64.self)
  }

  /// Stores what leaf conditions depend on: the base of the path, `nil` for an in-app path, and the
  /// range of the query.
  @inline(__always)
  func setConditions(base: Int?, query: Range<Int>) {
    bytes.storeBytes(of: base ?? -1, toByteOffset: Self.conditions, as: Int.self)
    bytes.storeBytes(of: query.lowerBound, toByteOffset: Self.conditions + 8, as: Int.self)
    bytes.storeBytes(of: query.upperBound, toByteOffset: Self.conditions + 16, as: Int.self)
  }

  var leafConditions: LeafConditions {
    let base = bytes.load(fromByteOffset: Self.conditions, as: Int.self)
    return LeafConditions(base: base < 0 ? nil : base, query: query)
  }

  var query: UnsafeBufferPointer<UInt8> {
    let start = bytes.load(fromByteOffset: Self.conditions + 8, as: Int.self)
    let end = bytes.load(fromByteOffset: Self.conditions + 16, as: Int.self)
    return text(start..<end)
  }

  /// The end of a path and its first slashes, in registers.
  struct End {
    /// Without a trailing slash.
    let place: Int
    /// The value of `slashes(0)`.
    let first: UInt64
  }

  /// Marks the end of the path, without a trailing slash; clears later slashes.
  ///
  /// - Parameters:
  ///   - place: The end of the path with a trailing slash.
  ///   - first: The slashes among the first 64 bytes, which are not set yet.
  @inline(__always)
  func setEnd(_ place: Int, first: UInt64) -> End {
    guard place < 64 else { return setEnd(after: place, first: first) }
    let end = place &- Int(truncatingIfNeeded: (first &<< 1) &>> UInt64(place) & 1)
    let bit: UInt64 = 1 &<< UInt64(end)
    let slashes = first & (bit &- 1) | bit
    setSlashes(0, slashes)
    return End(place: end, first: slashes)
  }

  @inline(never)
  private func setEnd(after place: Int, first: UInt64) -> End {
    setSlashes(0, first)
    let end = self[place - 1] == UInt8(ascii: "/") ? place - 1 : place
    let bit: UInt64 = 1 &<< UInt64(end & 63)
    setSlashes(end >> 6, slashes(end >> 6) & (bit &- 1) | bit)
    return End(place: end, first: slashes(0))
  }

  @inline(__always)
  subscript(place: Int) -> UInt8 { bytes.load(fromByteOffset: place, as: UInt8.self) }

  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (bytes + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  // MARK: Steps

  /// A segment that the walk has reached: the offset of the record where it starts; the position of
  /// the slash before it; at a branch, the number of choices that have been tried.
  struct SegmentMark {
    var node: UInt32
    var slash: UInt16
    var tried: UInt16
  }

  /// Writes a step without tried choices.
  @inline(__always)
  static func setStep(_ step: UnsafeMutableRawPointer, _ node: UInt32, _ slash: Int) {
    step.storeBytes(of: node, as: UInt32.self)
    step.storeBytes(of: UInt32(truncatingIfNeeded: slash), toByteOffset: 4, as: UInt32.self)
  }

  func step(_ index: Int) -> SegmentMark {
    bytes.load(fromByteOffset: Self.firstStep &+ index &* 8, as: SegmentMark.self)
  }

  func setTried(_ index: Int, _ tried: UInt16) {
    bytes.storeBytes(of: tried, toByteOffset: Self.firstStep &+ index &* 8 &+ 6, as: UInt16.self)
  }
}

extension LinkScratch {
  /// Copies a link with its path decoded and the rest unchanged, with the checks of `LinkParser`.
  ///
  /// - Returns: The number of bytes of the copy; `nil` for a link that is rejected, or whose path
  ///   has an escaped `/`, `?`, `#` or `%`, or whose authority has an escape.
  @inline(never)
  func decode(_ link: UnsafeRawBufferPointer) -> Int? {
    var raw = UTF8Check()
    var decoded = UTF8Check()
    // The path of a whole link begins at its third slash or later.
    var slashesLeft = link.first == UInt8(ascii: "/") ? 1 : 3
    var part = Part.path
    var (place, count) = (0, 0)
    while place < link.count {
      var byte = link[place]
      var length = 1
      switch byte {
      case UInt8(ascii: "%"):
        guard let escaped = Percent.byte(in: link, at: place, before: link.count),
          slashesLeft <= 0, raw.isComplete
        else { return nil }
        (byte, length) = (escaped, 3)
        if part == .path, Self.isMark(byte) { return nil }
        guard Self.isFine(byte, &decoded) else { return nil }
      case 0x80...:
        guard Self.isFine(byte, &raw), Self.isFine(byte, &decoded) else { return nil }
      default:
        guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), raw.isComplete,
          decoded.isComplete
        else { return nil }
        if byte == UInt8(ascii: "/") { slashesLeft -= 1 }
        part = part.after(byte)
      }
      if part == .path {
        bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
      } else {
        for index in place..<(place + length) {
          bytes.storeBytes(of: link[index], toByteOffset: count, as: UInt8.self)
          count += 1
        }
      }
      place += length
    }
    return raw.isComplete && decoded.isComplete ? count : nil
  }

  /// Not inlined: three copies in the loop of `decode` took the optimizer 4 s.
  @inline(never)
  private static func isFine(_ byte: UInt8, _ check: inout UTF8Check) -> Bool {
    check.take(byte) == .fine
  }

  /// The part of a link that a byte belongs to.
  private enum Part {
    case path, query, fragment

    /// The part that an ASCII byte begins or continues.
    func after(_ byte: UInt8) -> Self {
      if byte == UInt8(ascii: "#") { return .fragment }
      return byte == UInt8(ascii: "?") && self == .path ? .query : self
    }
  }

  /// Whether a decoded byte would be read as syntax.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "%")
  }
}

/// The parts of a link, apart from its path, that a route can have conditions on.
struct LeafConditions {
  /// The base that the path is under; `nil` for an in-app path.
  let base: Int?
  /// The bytes between `?` and `#`, escaped.
  let query: UnsafeBufferPointer<UInt8>

  /// Whether the query has an item for each condition that is not optional, and the first item of
  /// each name fits.
  @inline(__always)
  func fulfil(_ conditions: [TableRoute.Condition]) -> Bool {
    query.isEmpty ? conditions.allSatisfy { $0.query.isOptional } : areFulfilled(conditions)
  }

  private func areFulfilled(_ conditions: [TableRoute.Condition]) -> Bool {
    // By index: a copy of a condition would retain its name and its type.
    conditions.indices.allSatisfy { index in
      guard let value = RawQuery(query).firstValue(of: conditions[index].query.name.utf8) else {
        return conditions[index].query.isOptional
      }
      guard value.contains(UInt8(ascii: "%")) else {
        return conditions[index].query.type.fits(value)
      }
      return conditions[index].query.type.fits(Percent.decoded(value)[...])
    }
  }
}

/// The memory that `RouteTable.match` needs, reused from one lookup to the next. One per thread.
package struct MatchScratch: ~Copyable {
  let memory: LinkScratch
  /// The allocation to free; `nil` for memory on the stack.
  private let allocation: UnsafeMutableRawPointer?

  /// Allocates memory for links of up to `Limits.linkBytesMax` bytes.
  package init() {
    let capacity = Limits.linkBytesMax
    let start = UnsafeMutableRawPointer.allocate(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 64)
    memory = LinkScratch(start, capacity: capacity)
    allocation = start
  }

  private init(_ memory: LinkScratch) {
    self.memory = memory
    allocation = nil
  }

  /// The query of the link that was matched last; valid until the next lookup.
  package var query: RawQuery { RawQuery(memory.query) }

  deinit { allocation?.deallocate() }

  /// Calls `body` with memory on the stack, for one lookup. Links over 256 bytes are left to the
  /// tree: larger memory would not fit on the stack.
  /// Not generic: callers in other modules would pay for a result of unknown type.
  package static func withTemporary(_ body: (borrowing MatchScratch) -> Void) {
    let capacity = 256
    withUnsafeTemporaryAllocation(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 16
    ) { memory in
      guard let start = memory.baseAddress else { return body(MatchScratch()) }
      return body(MatchScratch(LinkScratch(start, capacity: capacity)))
    }
  }
}
