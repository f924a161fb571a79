internal import CLinkScan

/// Where the parts of a link stand, found 64 bytes at a time.
struct LinkScan {
  /// Where the path ends: at the first `?` or `#`, or at the link's end.
  private(set) var pathEnd: Int
  /// What stands between `?` and `#`.
  private(set) var query = 0..<0
  private(set) var hasFragment = false
  /// Where the last empty, `.` or `..` segment ends; -1 where there is none.
  private(set) var lastOddEnd = -1

  /// Copies a link into scratch memory, with its slashes, and looks at all of it.
  ///
  /// - Returns: nil for a link that needs a closer look: with escapes, with what is not ASCII, with
  ///   what is refused, empty, or longer than the scratch memory.
  @inline(__always)
  init?(_ link: UnsafeRawBufferPointer, _ scratch: LinkScratch) {
    guard link.count > 0, scratch.take(link) else { return nil }
    let count = link.count
    pathEnd = count
    var odd: UInt64 = 0
    // The bits of the block before, which the first bits of a block follow.
    var (slashBefore, dotBefore): (UInt64, UInt64) = (0, 0)
    var start = 0
    repeat {
      let bits = linkscan_block(scratch.bytes + start)
      odd |= bits.odd
      scratch.setSlashes(start >> 6, bits.slash)
      if pathEnd == count {
        // Zero where the link goes on behind this block.
        let linkEnd: UInt64 = count &- start < 64 ? 1 &<< UInt64(count &- start) : 0
        let ends = bits.stop | linkEnd
        let end = ends & (~ends &+ 1)
        let path = bits.slash & (end &- 1)
        if bits.stop & (end | (end &- 1)) != 0 { pathEnd = start &+ end.trailingZeroBitCount }
        let slash1 = bits.slash &<< 1 | slashBefore &>> 63
        let slash2 = bits.slash &<< 2 | slashBefore &>> 62
        let slash3 = bits.slash &<< 3 | slashBefore &>> 61
        let dot1 = bits.dot &<< 1 | dotBefore &>> 63
        let dot2 = bits.dot &<< 2 | dotBefore &>> 62
        let oddEnds = (path & slash1) | ((path | end) & dot1 & (slash2 | (dot2 & slash3)))
        if oddEnds != 0 { lastOddEnd = start &+ 63 &- oddEnds.leadingZeroBitCount }
        (slashBefore, dotBefore) = (bits.slash, bits.dot)
      }
      start &+= 64
    } while start <= count
    guard odd == 0 else { return nil }
    if pathEnd < count { findTail(scratch, count) }
  }

  private mutating func findTail(_ scratch: LinkScratch, _ count: Int) {
    var end = pathEnd
    if scratch[end] == UInt8(ascii: "?") {
      while end < count, scratch[end] != UInt8(ascii: "#") { end += 1 }
      query = (pathEnd + 1)..<end
    }
    hasFragment = end < count
  }
}
