/// Android's `pathAdvancedPattern`, `queryAdvancedPattern` and `fragmentAdvancedPattern`.
///
///     x  \x           the unit x
///     .               any unit
///     [ab-z]  [^a]    a unit of a set, or outside of it
///     *  +            after a token: any number, at least one
///     {2} {2,} {2,4}  after a token: 2, at least 2, 2 to 4
///
/// Every token takes as many units as it can and never gives one back: `[a-z]*z` matches nothing.
package struct AdvancedGlob: UnitMachine {
  struct Token: Hashable {
    /// The units that the token takes, or with `isInverse` refuses.
    var ranges: [ClosedRange<UInt16>]
    var isInverse = false
    var countMin = 1
    /// `nil` for any number.
    var countMax: Int? = 1

    func takes(_ unit: UInt16) -> Bool {
      ranges.contains { $0.contains(unit) } != isInverse
    }

    /// The largest number of taken units that a state counts.
    var countedMax: Int { countMax ?? countMin }
  }

  let tokens: [Token]
  /// The state in which each token has taken nothing, followed by the state after all tokens.
  private let starts: [Int]
  /// The first token from which on all can be empty.
  private let optionalFrom: Int

  /// Parses a pattern.
  package init(_ pattern: [UInt16]) throws(AdvancedGlobError) {
    tokens = try AdvancedGlobParser.tokens(of: pattern)
    var starts = [0]
    for token in tokens {
      let next = starts[starts.count - 1] + token.countedMax + 1
      guard next <= AndroidLimits.globStatesMax else { throw .tooManyStates }
      starts.append(next)
    }
    self.starts = starts
    optionalFrom = (tokens.lastIndex { $0.countMin > 0 } ?? -1) + 1
  }

  package var start: Int { 0 }
  package var stateCount: Int { starts[tokens.count] + 1 }
  package var boundaries: [UInt16] {
    tokens.flatMap { $0.ranges.flatMap { PlatformLinks.boundaries(of: $0) } }
  }

  package func boundaries(in state: Int) -> [UInt16] {
    guard let (first, _) = place(of: state) else { return [] }
    var found: [UInt16] = []
    for (index, token) in tokens[first...].enumerated() {
      found += token.ranges.flatMap { PlatformLinks.boundaries(of: $0) }
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
    return index == tokens.count
      || count >= tokens[index].countMin && index + 1 >= optionalFrom
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

/// Why an advanced pattern is malformed. Android refuses to install an app with one.
package enum AdvancedGlobError: Error, Hashable, Sendable {
  case modifierWithoutToken
  case emptySet
  case setNotClosed
  case countNotClosed
  case countNotNumeric
  case countReversed
  case escapeAtEnd
  /// More than `AndroidLimits.advancedPatternUnitsMax` parsed units, the limit of Android.
  case tooLong
  /// More than `AndroidLimits.globStatesMax` states: a limit of this program.
  case tooManyStates

  /// What is wrong: one clause.
  package var message: String {
    switch self {
    case .modifierWithoutToken: "'*', '+' or '{' follows no token"
    case .emptySet: "a set is empty"
    case .setNotClosed: "a set has no closing ']'"
    case .countNotClosed: "a count has no closing '}'"
    case .countNotNumeric: "a count is not a number"
    case .countReversed: "the minimum of a count exceeds its maximum"
    case .escapeAtEnd: "it ends with a backslash"
    case .tooLong: "it is longer than Android permits"
    case .tooManyStates: "its counts add up to more than \(AndroidLimits.globStatesMax)"
    }
  }
}
