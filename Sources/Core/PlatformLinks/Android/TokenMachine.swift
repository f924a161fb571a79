/// Texts as a sequence of possessive tokens: each takes as many units as it can and never gives one
/// back. All of Android's texts except suffixes are such sequences.
package struct TokenMachine: UnitMachine {
  struct Token: Hashable {
    /// The units that the token takes, or with `isInverse` refuses.
    var ranges: [ClosedRange<UInt16>] = []
    var isInverse = false
    /// Whether a unit counts in its folded case; the ranges are in that case.
    var isFolded = false
    var countMin = 1
    /// `nil` for any number.
    var countMax: Int? = 1
    /// Whether a text that ends ahead of the token does not match, even if the token can be empty.
    var mustBegin = false

    /// Any number of any units.
    static let rest = Token(isInverse: true, countMin: 0, countMax: nil)

    func takes(_ unit: UInt16) -> Bool {
      let unit = isFolded ? foldedCase(unit) : unit
      return ranges.contains { $0.contains(unit) } != isInverse
    }

    /// The minimum number of units before a text can end here.
    var endMin: Int { mustBegin ? max(1, countMin) : countMin }

    /// The largest number of taken units that a state counts.
    var countedMax: Int { countMax ?? endMin }

    var boundaries: [UInt16] {
      isFolded
        ? ranges.joined().flatMap { foldedBoundaries($0) }
        : ranges.flatMap { PlatformLinks.boundaries(of: $0) }
    }
  }

  let tokens: [Token]
  /// The state in which each token has taken nothing, followed by the state after all tokens.
  private let starts: [Int]
  /// The index after the last required token: a text can end from there on.
  private let optionalFrom: Int

  init(_ tokens: [Token]) {
    self.tokens = tokens
    starts = tokens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.countedMax + 1) }
    optionalFrom = (tokens.lastIndex { $0.endMin > 0 } ?? -1) + 1
  }

  /// Texts that equal a text, or with `isPrefix` start with it.
  init(literal units: [UInt16], isPrefix: Bool = false, isFolded: Bool = false) {
    self.init(
      units.map { Token(ranges: [$0...$0], isFolded: isFolded) } + (isPrefix ? [.rest] : []))
  }

  package var start: Int { 0 }
  package var stateCount: Int { starts[tokens.count] + 1 }
  package var boundaries: [UInt16] { tokens.flatMap { $0.boundaries } }

  package func boundaries(in state: Int) -> [UInt16] {
    guard let (first, _) = place(of: state) else { return [] }
    var found: [UInt16] = []
    for (index, token) in tokens[first...].enumerated() {
      found += token.boundaries
      // The first token may have taken enough; a later one is passed only if it can be empty.
      if index > 0, token.countMin > 0 { break }
    }
    return found
  }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    guard var (index, count) = place(of: state) else { return deadState }
    while index < tokens.count {
      let token = tokens[index]
      if token.countMax.map({ count < $0 }) ?? true, token.takes(unit) {
        return starts[index] + min(count + 1, token.countedMax)
      }
      guard count >= token.countMin else { return deadState }
      index += 1
      count = 0
    }
    return deadState
  }

  package func isAccepting(_ state: Int) -> Bool {
    guard let (index, count) = place(of: state) else { return false }
    return index == tokens.count || count >= tokens[index].endMin && index + 1 >= optionalFrom
  }

  /// The token of a state and the number of units that it has taken.
  private func place(of state: Int) -> (index: Int, count: Int)? {
    guard state >= 0, state < stateCount else { return nil }
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= state { low = middle } else { high = middle - 1 }
    }
    return (low, state - starts[low])
  }
}
