import Languages

extension FlatTable {
  /// The first child of a flagged node that accepts a segment.
  ///
  /// - Parameters:
  ///   - depth: The step that starts at the node.
  ///   - start: The slash before the segment.
  ///   - next: The end of the segment.
  @inline(never)
  func firstChild(
    _ scratch: LinkScratch, _ depth: Int, from start: Int, to next: Int, end: Int
  ) -> WalkResult {
    let node = scratch.step(depth).node
    let other = other(node)
    if other & FlatRecord.probed != 0 {
      let length = next - start
      if let child = literal(scratch, node, to: next, length: length, isProbed: true) {
        return .child(child)
      }
      let child = other & ~FlatRecord.flags
      return child == 0 ? .nothing : .child(child)
    }
    guard other & FlatRecord.branch != 0 else { return .unclear }
    // By index: a copy of the branch took 20 instructions.
    let branch = Int(other >> 5)
    if let child = literal(
      scratch, node, to: next, length: next &- start, isProbed: branches[branch].isProbed)
    {
      return .child(child)
    }
    let segment = scratch.text((start + 1)..<next)
    if let child = sorted(branches[branch].longLiterals, segment, folding: false)
      ?? sorted(branches[branch].foldedLiterals, segment, folding: true)
    {
      return .child(child)
    }
    return choose(branch, scratch, depth, segment, rest: start..<end)
  }

  /// The next child of a flagged node, after nothing was found below the previous one.
  func nextChild(
    _ scratch: LinkScratch, _ depth: Int, end: Int
  ) -> WalkResult {
    let step = scratch.step(depth)
    let next = scratch.step(depth + 1)
    let other = other(step.node)
    if other & FlatRecord.probed != 0 {
      let child = other & ~FlatRecord.flags
      return child == 0 || child == next.node ? .nothing : .child(child)
    }
    guard other & FlatRecord.branch != 0 else { return .nothing }
    let start = Int(step.slash)
    return choose(
      Int(other >> 5), scratch, depth, scratch.text((start + 1)..<Int(next.slash)),
      rest: start..<end)
  }

  /// The next choice of a branch that accepts a segment or the rest of the path.
  private func choose(
    _ branch: Int, _ scratch: LinkScratch, _ depth: Int,
    _ segment: UnsafeBufferPointer<UInt8>, rest: Range<Int>
  ) -> WalkResult {
    let choices = branches[branch].choices
    var tried = scratch.step(depth).tried
    var found = WalkResult.nothing
    while Int(tried) < choices.count {
      found = take(self.choices[choices.lowerBound &+ Int(tried)], scratch, segment, rest: rest)
      tried += 1
      if case .nothing = found { continue }
      break
    }
    scratch.setTried(depth, tried)
    return found
  }

  @inline(__always)
  private func take(
    _ choice: Choice, _ scratch: LinkScratch, _ segment: UnsafeBufferPointer<UInt8>,
    rest: Range<Int>
  ) -> WalkResult {
    switch choice.kind {
    case .free: .child(choice.target)
    case .int: ValueType.int.fits(segment) ? .child(choice.target) : .nothing
    case .uint: ValueType.uint.fits(segment) ? .child(choice.target) : .nothing
    case .automaton(let index):
      automata[index].accepts(segment) ? .child(choice.target) : .nothing
    case .all: choose(choice.target, scratch)
    case .rest(let index):
      automata[index].accepts(path: scratch.text(rest))
        ? choose(choice.target, scratch) : .nothing
    }
  }

  private func sorted(
    _ literals: Range<Int>, _ segment: UnsafeBufferPointer<UInt8>, folding: Bool
  ) -> UInt32? {
    position(of: segment, in: literals, folding: folding) { longLiterals[$0].text }
      .map { longLiterals[$0].child }
  }

  // MARK: Leaves

  /// The first leaf of a list that a link's base and query allow.
  func choose(_ list: UInt32, _ scratch: LinkScratch) -> WalkResult {
    let conditions = scratch.leafConditions
    let range = leafLists[Int(list)]
    for index in range where allows(index, conditions) {
      // An in-app path can tie between routes under different bases; the tree names them.
      if conditions.base == nil, leaves[index].mayTie {
        for later in (index + 1)..<range.upperBound
        where leaves[later].order == leaves[index].order
          && leaves[later].route != leaves[index].route
        {
          if allows(later, conditions) { return .unclear }
        }
      }
      return .variant(Int(leaves[index].variant))
    }
    return .nothing
  }

  /// Reads the fields of a leaf in place: a copy of the leaf counts references for every link.
  @inline(__always)
  private func allows(_ leaf: Int, _ conditions: borrowing LeafConditions) -> Bool {
    if let base = conditions.base, !leaves[leaf].isUnderBase.isEmpty,
      !leaves[leaf].isUnderBase[base]
    {
      return false
    }
    guard leaves[leaf].hasConditions else { return true }
    return conditions.fulfil(routes[leaves[leaf].route].conditions)
  }
}
