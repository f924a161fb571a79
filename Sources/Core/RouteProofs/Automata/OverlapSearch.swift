package import Languages

/// Finds the shortest path that two automata both accept, breadth first over pairs of states. If
/// both are one automaton, only pairs of equal states are needed.
///
/// `ProductSearch` could find it too, but over sets of states, whose number can be exponential; the
/// number of pairs is at most the product of both state counts.
package struct OverlapSearch: ~Copyable {
  private let left: NFA
  private let right: NFA
  /// The number of pairs that may still be reached; the caller passes it on to its next search.
  package private(set) var stepsLeft: Int
  private let pairsMax: Int
  private var search = BreadthFirst<Pair, Symbol>()
  private let forms = WellFormedness.reachable
  private let following = WellFormedness.following

  private struct Pair: Hashable {
    let left: Int32
    let right: Int32
    /// An index of `WellFormedness.reachable`.
    let form: UInt8

    /// Hashes both states as one number, because searches hash often.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: left)) << 32 ^ UInt64(UInt32(bitPattern: right))
          ^ UInt64(form) << 56)
    }
  }

  package init(
    _ left: NFA, _ right: NFA, stepsLeft: Int, pairsMax: Int = Limits.pairsStoredMax
  ) {
    self.left = left
    self.right = right
    self.stepsLeft = stepsLeft
    self.pairsMax = pairsMax
  }

  /// The path; nil if there is none, or if the steps ran out. They also count as run out after
  /// `pairsMax` pairs, since the caller takes nil for a proof if steps are left.
  package mutating func shortest() -> [Symbol]? {
    add(left.start, right.start, form: 0, by: nil)
    while let index = search.next() {
      if search.states.count > pairsMax { stepsLeft = 0 }
      guard stepsLeft > 0 else { return nil }
      let pair = search.states[index]
      guard let leftSet = left.set(Int(pair.left)), let rightSet = right.set(Int(pair.right)) else {
        if left.isAccept(Int(pair.left)), right.isAccept(Int(pair.right)),
          forms[Int(pair.form)].isComplete
        {
          return search.path(to: index)
        }
        continue
      }
      let common = leftSet.intersection(rightSet)
      guard !common.isEmpty else { continue }
      for (symbols, next) in following[Int(pair.form)] where symbols.meets(common) {
        guard let symbol = WellFormedness.mostReadable(of: symbols.intersection(common)) else {
          continue
        }
        add(
          left.next(Int(pair.left)), right.next(Int(pair.right)), form: next, by: (symbol, index))
      }
    }
    return nil
  }

  private mutating func add(
    _ lefts: [Int], _ rights: [Int], form: UInt8, by origin: (Symbol, after: Int)?
  ) {
    guard self.left !== self.right else {
      for state in lefts { add(state, state, form: form, by: origin) }
      return
    }
    for left in lefts {
      for right in rights { add(left, right, form: form, by: origin) }
    }
  }

  private mutating func add(
    _ left: Int, _ right: Int, form: UInt8, by origin: (Symbol, after: Int)?
  ) {
    guard stepsLeft > 0 else { return }
    stepsLeft -= 1
    let (left, right) = (Int32(truncatingIfNeeded: left), Int32(truncatingIfNeeded: right))
    search.add(Pair(left: left, right: right, form: form), by: origin)
  }
}
