/// A cheap necessary condition for the texts of an expression: the lengths of short ones, and the
/// symbols at their first and last positions. Rules out most texts that do not match, and most
/// expressions that share no text, without running an automaton.
///
/// A class, because it is large, and matchers are copied.
package final class Prefilter: Sendable {
  /// The number of positions that are checked from either end; longer texts count as this long.
  static let depth = 4

  private let front: End
  private let back: End

  init(_ expression: Expression) {
    front = End(of: expression, isReversed: false)
    back = End(of: expression, isReversed: true)
  }

  /// False if the bytes of a segment cannot match.
  package func mayAccept(_ bytes: ArraySlice<UInt8>) -> Bool {
    mayAccept(count: bytes.count) { Symbol(bytes[bytes.startIndex + $0]) }
  }

  /// False if the symbols cannot match.
  package func mayAccept(_ symbols: [Symbol]) -> Bool {
    mayAccept(count: symbols.count) { symbols[$0] }
  }

  @inline(__always)
  private func mayAccept(count: Int, _ symbol: (Int) -> Symbol) -> Bool {
    let checked = min(Self.depth, count)
    guard front.lengths >> UInt8(checked) & 1 == 1 else { return false }
    for place in 0..<checked {
      guard front.sets[place].contains(symbol(place)),
        back.sets[place].contains(symbol(count - 1 - place))
      else { return false }
    }
    return true
  }

  /// False if two expressions cannot share a text.
  package func mayMeet(_ other: Prefilter) -> Bool {
    let lengths = front.lengths & other.front.lengths
    for count in 0...Self.depth where lengths >> UInt8(count) & 1 == 1 {
      let isMeeting = (0..<count).allSatisfy { place in
        front.sets[place].meets(other.front.sets[place])
          && back.sets[place].meets(other.back.sets[place])
      }
      if isMeeting { return true }
    }
    return false
  }

  /// One end of the texts, read inwards.
  private struct End {
    /// Bit n: some texts have n symbols; the last bit includes all longer ones.
    private(set) var lengths: UInt8 = 1
    /// For each position, the symbols there of the texts that are long enough.
    private(set) var sets = [SymbolSet](repeating: SymbolSet(), count: depth)

    init(of expression: Expression, isReversed: Bool) {
      switch expression {
      case .symbols(let set):
        sets[0] = set
        lengths = 0b10
      case .sequence(let parts):
        for part in isReversed ? parts.reversed() : parts {
          // All that follows is past the depth.
          if lengths == 1 << UInt8(depth) { break }
          self = followed(by: End(of: part, isReversed: isReversed))
        }
      case .choice(let parts):
        lengths = 0
        for part in parts { formUnion(End(of: part, isReversed: isReversed)) }
      case .repeated(let part, let least, let most, _):
        let one = End(of: part, isReversed: isReversed)
        // This many nonempty repetitions fill all positions.
        for _ in 0..<min(least, depth) { self = followed(by: one) }
        for _ in 0..<min(max(0, (most ?? .max) - least), depth) {
          formUnion(followed(by: one))
        }
      case .capture(_, let part): self = End(of: part, isReversed: isReversed)
      }
    }

    private func followed(by other: Self) -> Self {
      var result = self
      result.lengths = 0
      for own in 0...depth where lengths >> UInt8(own) & 1 == 1 {
        for more in 0...depth where other.lengths >> UInt8(more) & 1 == 1 {
          result.lengths |= 1 << UInt8(min(depth, own + more))
        }
        for place in own..<max(own, depth) {
          result.sets[place] = result.sets[place].union(other.sets[place - own])
        }
      }
      return result
    }

    private mutating func formUnion(_ other: Self) {
      lengths |= other.lengths
      for place in 0..<depth { sets[place] = sets[place].union(other.sets[place]) }
    }
  }
}
