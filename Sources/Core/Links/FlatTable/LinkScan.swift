internal import CLinkScan

/// The positions of the parts of a link, found 64 bytes at a time.
struct LinkScan {
  /// The bytes of the copy.
  private(set) var count = 0
  /// The end of the path: the first `?` or `#`, or the end of the link.
  private(set) var pathEnd = 0
  /// The range between `?` and `#`.
  private(set) var query = 0..<0
  /// The position of the `#`; -1 if there is none.
  private(set) var hash = -1
  /// The end of the last empty, `.` or `..` segment; -1 if there is none.
  private(set) var lastOddEnd = -1
  /// Whether the link has escapes or bytes that are not ASCII, and was decoded.
  private(set) var isDecoded = false
  /// The slashes among the first 64 bytes; later ones are in the scratch memory.
  private(set) var firstSlashes: UInt64 = 0

  /// Copies a link into scratch memory with its path decoded, and finds its parts. To be called
  /// once. Not an initializer: the processor would wait 4 ns for the fields to be copied.
  ///
  /// - Returns: False for a link that only the tree reads: empty, longer than the scratch memory,
  ///   or one that `LinkScratch.decode` cannot copy.
  @inline(__always)
  mutating func read(_ link: UnsafeRawBufferPointer, _ scratch: LinkScratch) -> Bool {
    var count = link.count
    guard count > 0, count <= scratch.capacity, let text = link.baseAddress else { return false }
    pathEnd = count
    if scan(text, count, scratch) != 0 {
      guard let decodedCount = scratch.decode(link) else { return false }
      count = decodedCount
      isDecoded = true
      (pathEnd, lastOddEnd) = (count, -1)
      _ = scan(UnsafeRawPointer(scratch.bytes), count, scratch)
    }
    self.count = count
    if pathEnd < count { findTail(scratch, count) }
    return true
  }

  /// Scans a text block by block.
  ///
  /// - Returns: Nonzero if a byte needs a closer look.
  @inline(__always)
  private mutating func scan(
    _ text: UnsafeRawPointer, _ count: Int, _ scratch: LinkScratch
  ) -> UInt64 {
    let bits = linkscan_block(text, scratch.bytes, 0, count)
    firstSlashes = bits.slash
    findPathEnd(bits, linkscan_bits(), start: 0, count: count)
    return count < 64 ? bits.odd : bits.odd | scanRest(text, count, scratch, behind: bits)
  }

  /// Scans the blocks after the first.
  @inline(never)
  private mutating func scanRest(
    _ text: UnsafeRawPointer, _ count: Int, _ scratch: LinkScratch, behind first: linkscan_bits
  ) -> UInt64 {
    var odd: UInt64 = 0
    var before = first
    for start in stride(from: 64, through: count, by: 64) {
      let bits = linkscan_block(text, scratch.bytes, start, count)
      odd |= bits.odd
      scratch.setSlashes(start >> 6, bits.slash)
      if pathEnd == count { findPathEnd(bits, before, start: start, count: count) }
      before = bits
    }
    return odd
  }

  /// Finds the end of the path, and odd segments before it.
  ///
  /// - Parameter before: The bits of the previous block.
  @inline(__always)
  private mutating func findPathEnd(
    _ bits: linkscan_bits, _ before: linkscan_bits, start: Int, count: Int
  ) {
    // Zero if the link continues after this block.
    let linkEnd: UInt64 = count &- start < 64 ? 1 &<< UInt64(count &- start) : 0
    let ends = bits.stop | linkEnd
    let end = ends & (~ends &+ 1)
    if bits.stop != 0 { pathEnd = start &+ end.trailingZeroBitCount }
    let path = bits.slash & (end &- 1)
    let slash1 = bits.slash &<< 1 | before.slash &>> 63
    let slash2 = bits.slash &<< 2 | before.slash &>> 62
    let slash3 = bits.slash &<< 3 | before.slash &>> 61
    let dot1 = bits.dot &<< 1 | before.dot &>> 63
    let dot2 = bits.dot &<< 2 | before.dot &>> 62
    let oddEnds = (path & slash1) | ((path | end) & dot1 & (slash2 | (dot2 & slash3)))
    if oddEnds != 0 { lastOddEnd = start &+ 63 &- oddEnds.leadingZeroBitCount }
  }

  private mutating func findTail(_ scratch: LinkScratch, _ count: Int) {
    var end = pathEnd
    if scratch[end] == UInt8(ascii: "?") {
      end = linkscan_find(scratch.bytes, UInt8(ascii: "#"), end, count)
      query = (pathEnd + 1)..<end
    }
    if end < count { hash = end }
  }
}
