/// A deterministic automaton over bytes, with one table lookup per byte.
///
/// Bytes that no instruction distinguishes share a class. A state is the index of its row in
/// `next`; the row's first element is 1 if the text may end there, the others are the next state
/// for each class. State 0 rejects: no transition leaves it.
@usableFromInline package struct DFA: Sendable {
  // Lookups are inlined into the matcher of links: each call would count references to the arrays.

  /// The class of each byte, from 1; at index 256, that of the separator.
  @usableFromInline let classes: [UInt16]
  @usableFromInline let next: [UInt16]
  @usableFromInline let start: Int
  let width: Int

  /// Builds the automaton; nil if it would exceed `elementsMax`, since some expressions need
  /// exponentially many rows. A slower program is then run instead.
  package init?(_ automaton: NFA) {
    var stepsLeft = Int.max
    self.init(automaton, stepsLeft: &stepsLeft)
  }

  /// The same.
  ///
  /// - Parameter stepsLeft: The states of the automaton that may be visited; reduced by those
  ///   visited. Nil if they run out.
  package init?(_ automaton: NFA, stepsLeft: inout Int) {
    let sets = Self.classes(of: automaton)
    let width = sets.count + 1
    var classes = [UInt16](repeating: 0, count: Int(separator) + 1)
    var samples: [Symbol] = [0]
    classes.withUnsafeMutableBufferPointer { classes in
      for (index, set) in sets.enumerated() {
        var sample = separator
        set.forEach {
          classes[Int($0)] = UInt16(truncatingIfNeeded: index + 1)
          sample = min(sample, $0)
        }
        samples.append(sample)
      }
    }
    let nfa = NFASet([automaton])
    var rows = Numbering<[Int32]>()
    rows.reserveCapacity(nfa.count)
    _ = rows.number(of: [])
    let start = rows.number(of: nfa.start) * width
    var next = [UInt16](repeating: 0, count: width)
    let reads = Self.classNumbers(readIn: nfa, samples)
    while next.count < rows.count * width {
      guard rows.count * width <= Self.elementsMax else { return nil }
      let row = next.count
      let states = rows.values[row / width]
      stepsLeft -= (states.count + 1) * width
      guard stepsLeft > 0 else { return nil }
      next += repeatElement(0, count: width)
      if nfa.isAccepting(states) { next[row] = 1 }
      for (word, reads) in reads.enumerated() {
        var read: UInt64 = 0
        for state in states { read |= reads[Int(state)] }
        var (last, following) = (-1, 0)
        while read != 0 {
          let bit = read.trailingZeroBitCount
          read &= read &- 1
          // Neighbouring classes are mostly read by the same states.
          let isNew =
            last < 0
            || states.contains { state in
              let reads = reads[Int(state)]
              return (reads &>> UInt64(bit) ^ reads &>> UInt64(last)) & 1 == 1
            }
          if isNew {
            last = bit
            following = rows.number(of: nfa.step(states, samples[word * 64 + bit])) * width
          }
          next[row + word * 64 + bit] = UInt16(truncatingIfNeeded: following)
        }
      }
    }
    (self.classes, self.width, self.start, self.next) = (classes, width, start, next)
  }

  /// For each 64 classes, and each state, those that it reads, one bit each.
  private static func classNumbers(readIn nfa: NFASet, _ samples: [Symbol]) -> [[UInt64]] {
    (0...samples.count / 64).map { word in
      (0..<nfa.count).map { state in
        guard let set = nfa.set(Int32(truncatingIfNeeded: state)) else { return 0 }
        var bits: UInt64 = 0
        for number in word * 64..<min(word * 64 + 64, samples.count)
        where number > 0 && set.contains(samples[number]) {
          bits |= 1 &<< UInt64(number & 63)
        }
        return bits
      }
    }
  }

  @inlinable @inline(__always)
  package func accepts(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
    next.withUnsafeBufferPointer { next in
      classes.withUnsafeBufferPointer { classes in
        var state = start
        for byte in segment {
          state = Int(next[state &+ Int(classes[Int(byte)])])
          if state == 0 { return false }
        }
        return next[state] == 1
      }
    }
  }

  /// Whether it accepts a path from a slash on; every slash is a separator.
  @inlinable @inline(__always)
  package func accepts(path: UnsafeBufferPointer<UInt8>) -> Bool {
    var state = start
    for byte in path {
      let symbol = byte == UInt8(ascii: "/") ? Int(separator) : Int(byte)
      state = Int(next[state + Int(classes[symbol])])
      if state == 0 { return false }
    }
    return next[state] == 1
  }

  /// Whether both accept some text; also true if that is not decided within `pairsMax` pairs.
  package func shares(aTextWith other: DFA) -> Bool {
    // Symbols that neither automaton distinguishes lead to the same pairs.
    let symbols = Set(zip(classes, other.classes).map { [Int($0), Int($1)] })
    var seen: Set<[Int]> = []
    var queue = [[start, other.start]]
    while let pair = queue.popLast() {
      guard pair[0] != 0, pair[1] != 0, seen.insert(pair).inserted else { continue }
      if next[pair[0]] == 1, other.next[pair[1]] == 1 { return true }
      guard seen.count < Self.pairsMax else { return true }
      for symbol in symbols {
        queue.append([Int(next[pair[0] + symbol[0]]), Int(other.next[pair[1] + symbol[1]])])
      }
    }
    return false
  }

  /// The most elements of `next`: bounds the time and memory of a table with many expressions.
  package static let elementsMax = 16_384

  private static let pairsMax = 2_000

  /// The symbols that no instruction distinguishes, class by class.
  private static func classes(of automaton: NFA) -> [SymbolSet] {
    var classes = [SymbolSet.bytes.union(SymbolSet(separator))]
    var last = SymbolSet()
    // A repetition has the same set many times.
    for case .symbols(let set) in automaton.instructions where set != last {
      classes.split(by: set)
      last = set
    }
    return classes
  }
}
