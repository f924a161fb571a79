// The unsafe core: unchecked loads from the records and the scratch memory. They stay in bounds
// because offsets come from `FlatTableBuilder` and positions from `FlatTable.find`, which ensures a
// slash at `start`, a bit at `end` and none after it in its word, and at most `Limits.segmentsMax`
// segments between.

internal import CLinkScan

extension FlatTable {
  /// The next node of a walk, or its result.
  enum WalkResult {
    /// The record of a child, in bytes.
    case child(UInt32)
    /// A leaf: a variant; its segments are in the steps.
    case variant(Int)
    case nothing
    /// Only the tree has the answer.
    case unclear
  }

  /// Finds the best variant for a path.
  ///
  /// - Parameters:
  ///   - start: The slash before the first segment, or the end if there is no segment.
  ///   - end: The end of the path.
  /// - Returns: Never a child.
  @inline(__always)
  func walk(_ scratch: LinkScratch, start: Int, _ pathEnd: LinkScratch.End) -> WalkResult {
    var (node, slash, depth) = (Self.root, start, 0)
    let end = pathEnd.place
    // Passed in a register: a load right after the store would stall.
    var slashes = start < 64 ? pathEnd.first : scratch.slashes(start &>> 6)
    while true {
      let found = descend(scratch, node, &depth, slash, slashes, end: end)
      guard case .nothing = found else { return found }
      let back = goBack(scratch, &depth, end: end)
      guard case .child(let child) = back else { return back }
      (node, slash) = (child, Int(scratch.step(depth).slash))
      slashes = scratch.slashes(slash &>> 6)
    }
  }

  /// Descends from a node while there are segments and matching children, best child first.
  ///
  /// - Parameters:
  ///   - depth: The step of the node; on return, the one where nothing was found.
  ///   - slashes: Those of the 64 bytes where it starts.
  /// - Returns: Never a child.
  @inline(__always)
  private func descend(
    _ scratch: LinkScratch, _ first: UInt32, _ depth: inout Int, _ start: Int, _ slashes: UInt64,
    end: Int
  ) -> WalkResult {
    let records = self.records
    let bytes = scratch.bytes
    var node = first
    var record = Content(records, node)
    var slash = start
    // The start of the current block of 64 bytes; `bits` are its remaining slashes.
    var block = slash & ~63
    var bits = slashes & (~1 &<< UInt64(slash & 63))
    var step = bytes + LinkScratch.firstStep + depth &* 8
    descent: while true {
      while bits != 0 {
        let next = block &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        LinkScratch.setStep(step, node, slash)
        let other = record.other
        guard other & FlatRecord.flags == 0 else {
          if other == FlatRecord.dead { break descent }
          let reached = (step - bytes &- LinkScratch.firstStep) &>> 3
          switch firstChild(scratch, reached, from: slash, to: next, end: end) {
          case .child(let child): node = child
          case .nothing: node = 0
          case .variant(let variant): return .variant(variant)
          case .unclear: return .unclear
          }
          record = Content(records, node)
          slash = next
          step += 8
          continue
        }
        // Without a branch: whether a literal matches is as unpredictable as the links themselves.
        // Both children are read before it is known which one is taken.
        let (low, high) = key(
          before: UnsafeRawPointer(bytes + next), length: min(next &- slash, 16))
        let child = record.place(of: FlatRecord.hash(low, high))
        let literal = records + Int(child)
        let literalContent = Content(records, child)
        let otherContent = Content(records, other)
        let difference =
          (literal.load(as: UInt64.self) ^ low)
          | (literal.load(fromByteOffset: 8, as: UInt64.self) ^ high)
        node = difference == 0 ? child : other
        record.form = linkscan_either(difference, literalContent.form, otherContent.form)
        record.ends = linkscan_either(difference, literalContent.ends, otherContent.ends)
        slash = next
        step += 8
      }
      if slash == end { break }
      block &+= 64
      bits = scratch.slashes(block &>> 6)
    }
    LinkScratch.setStep(step, node, slash)
    depth = (step - bytes &- LinkScratch.firstStep) &>> 3
    return slash == end ? ending(scratch, record) : .nothing
  }

  /// The contents of a record except its key, in two words.
  private struct Content {
    var form: UInt64
    var ends: UInt64

    @inline(__always)
    init(_ records: UnsafeRawPointer, _ node: UInt32) {
      let record = records + Int(node)
      form = record.load(fromByteOffset: 16, as: UInt64.self)
      ends = record.load(fromByteOffset: 24, as: UInt64.self)
    }

    var other: UInt32 { UInt32(truncatingIfNeeded: ends) }
    var leaf: UInt32 { UInt32(truncatingIfNeeded: ends &>> 32) }

    /// The offset, in bytes, of the child whose key has a hash, if there is one.
    @inline(__always)
    func place(of hash: UInt32) -> UInt32 {
      let place = UInt32(truncatingIfNeeded: form)
      let mask = UInt32(truncatingIfNeeded: form &>> 32)
      return (place & ~31) &+ (hash &>> (place & 31)) & mask
    }
  }

  @inline(__always)
  private func ending(_ scratch: LinkScratch, _ record: Content) -> WalkResult {
    let leaf = record.leaf
    guard leaf & FlatRecord.leafList == 0 else {
      return choose(leaf & ~FlatRecord.leafList, scratch)
    }
    return leaf == 0 ? .nothing : .variant(Int(leaf) &- 1)
  }

  /// Backtracks to the deepest step with an untried child, and takes that child.
  ///
  /// - Parameter depth: The step where nothing was found; on return, the step of that child.
  @inline(never)
  private func goBack(
    _ scratch: LinkScratch, _ depth: inout Int, end: Int
  ) -> WalkResult {
    while depth > 0 {
      depth &-= 1
      let other = self.other(scratch.step(depth).node)
      if other & FlatRecord.flags == 0 {
        guard other != 0, other != scratch.step(depth &+ 1).node else { continue }
        depth &+= 1
        return .child(other)
      }
      let found = nextChild(scratch, depth, end: end)
      if case .nothing = found { continue }
      depth &+= 1
      return found
    }
    return .nothing
  }

  /// The key of a segment, with the slash before it: its last `length` bytes, at most 16.
  @inline(__always)
  private func key(before end: UnsafeRawPointer, length: Int) -> (low: UInt64, high: UInt64) {
    let mask = records - 32 + length
    return (
      end.loadUnaligned(fromByteOffset: -8, as: UInt64.self)
        & mask.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      end.loadUnaligned(fromByteOffset: -16, as: UInt64.self)
        & mask.loadUnaligned(as: UInt64.self)
    )
  }

  func other(_ node: UInt32) -> UInt32 {
    (records + Int(node)).load(fromByteOffset: 24, as: UInt32.self)
  }

  /// The child of a node under a literal that has a key; probes if the table is a probed one.
  ///
  /// - Parameters:
  ///   - next: Where the segment ends.
  ///   - length: Its bytes and the slash before them; no key is longer than 16.
  func literal(
    _ scratch: LinkScratch, _ node: UInt32, to next: Int, length: Int, isProbed: Bool
  ) -> UInt32? {
    guard length <= 16 else { return nil }
    let (low, high) = key(before: UnsafeRawPointer(scratch.bytes + next), length: length)
    let place = (records + Int(node)).load(fromByteOffset: 16, as: UInt32.self)
    let mask = (records + Int(node)).load(fromByteOffset: 20, as: UInt32.self)
    var offset = FlatRecord.hash(low, high) &>> (place & 31) & mask
    // The loop ends, because a probed table has empty records.
    while true {
      let child = (place & ~31) &+ offset
      let found = (records + Int(child)).load(as: UInt64.self)
      if found == low, (records + Int(child)).load(fromByteOffset: 8, as: UInt64.self) == high {
        return child
      }
      guard isProbed, found != 0 else { return nil }
      offset = (offset &+ UInt32(FlatRecord.size)) & mask
    }
  }
}
