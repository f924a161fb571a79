/// A deterministic automaton over UTF-16 code units, the units that Android compares texts in.
///
/// It takes a sequence of possessive tokens: each takes as many units as it can and never gives one
/// back. All of Android's texts are such sequences except suffixes, whose tokens are units that can
/// begin anywhere in a text.
///
/// Matching runs it over a text; comparing the languages of two machines runs the product of their
/// automata over one unit of each class that `boundaries` separates.
package struct UnitMachine: Sendable, Hashable {
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
  /// The start state; `deadState` if nothing matches.
  package let start: Int
  /// The state in which each token has taken nothing, followed by the state after all tokens.
  private let starts: [Int]
  /// The index after the last required token: a text can end from there on.
  private let optionalFrom: Int
  /// Of a suffix, by state from 1: the longest shorter state whose units also end the text. A state
  /// is the number of units at the end of the read text that the suffix begins with (Knuth, Morris,
  /// Pratt: Fast Pattern Matching in Strings, 1977).
  private var fallbacks: [Int]?

  init(_ tokens: [Token]) {
    self.tokens = tokens
    start = 0
    starts = tokens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.countedMax + 1) }
    optionalFrom = (tokens.lastIndex { $0.endMin > 0 } ?? -1) + 1
  }

  /// Texts that equal a text, or with `isPrefix` start with it.
  init(literal units: [UInt16], isPrefix: Bool = false, isFolded: Bool = false) {
    self.init(
      units.map { Token(ranges: [$0...$0], isFolded: isFolded) } + (isPrefix ? [.rest] : []))
  }

  /// Texts that end with a text.
  init(suffix units: [UInt16], isFolded: Bool = false) {
    self.init(literal: units, isFolded: isFolded)
    var fallbacks = [0, 0]
    for unit in units.dropFirst() {
      var length = fallbacks[fallbacks.count - 1]
      while length > 0, units[length] != unit { length = fallbacks[length] }
      fallbacks.append(units[length] == unit ? length + 1 : 0)
    }
    self.fallbacks = fallbacks
  }

  /// No text.
  static let none = UnitMachine()

  private init() { (tokens, start, starts, optionalFrom) = ([], deadState, [0], 0) }

  /// The number of states: each is in `0..<stateCount`, or `deadState`.
  package var stateCount: Int { fallbacks == nil ? starts[tokens.count] + 1 : tokens.count + 1 }

  /// Where classes of units begin: in every state, units between two neighbouring boundaries lead
  /// to the same state. Unsorted, possibly with duplicates.
  package var boundaries: [UInt16] { tokens.flatMap { $0.boundaries } }

  /// The same for one state.
  package func boundaries(in state: Int) -> [UInt16] {
    guard fallbacks == nil else { return boundaries }
    guard let (first, _) = place(of: state) else { return [] }
    var found: [UInt16] = []
    for (index, token) in tokens[first...].enumerated() {
      found += token.boundaries
      // The first token may have taken enough; a later one is passed only if it can be empty.
      if index > 0, token.countMin > 0 { break }
    }
    return found
  }

  /// The state after a unit. `deadState` stays `deadState`.
  package func step(_ state: Int, _ unit: UInt16) -> Int {
    guard var (index, count) = place(of: state) else { return deadState }
    if let fallbacks { return step(state, unit, fallbacks) }
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

  private func step(_ state: Int, _ unit: UInt16, _ fallbacks: [Int]) -> Int {
    var length = state
    while true {
      if length < tokens.count, tokens[length].takes(unit) { return length + 1 }
      if length == 0 { return 0 }
      length = fallbacks[length]
    }
  }

  /// Whether a text that ends in a state matches.
  package func isAccepting(_ state: Int) -> Bool {
    guard fallbacks == nil else { return state == tokens.count }
    guard let (index, count) = place(of: state) else { return false }
    return index == tokens.count || count >= tokens[index].endMin && index + 1 >= optionalFrom
  }

  /// The token of a state and the number of units that it has taken.
  private func place(of state: Int) -> (index: Int, count: Int)? {
    guard state >= 0, state < stateCount else { return nil }
    guard fallbacks == nil else { return (state, 0) }
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= state { low = middle } else { high = middle - 1 }
    }
    return (low, state - starts[low])
  }
}

/// The dead state: no text matches from it.
package let deadState = -1

extension UnitMachine {
  /// Whether a whole text matches.
  ///
  /// - Complexity: Linear in the text and the machine.
  package func matches(_ units: some Sequence<UInt16>) -> Bool {
    var state = start
    for unit in units {
      state = step(state, unit)
      if state == deadState { return false }
    }
    return isAccepting(state)
  }

  /// Whether a path of a link, which is empty or begins with a slash, matches.
  ///
  /// - Complexity: O(states × boundaries)
  package var matchesAnyPath: Bool { isAccepting(start) || matchesAny(after: "/") }

  /// Whether any text that begins with some ASCII characters matches.
  ///
  /// - Complexity: O(states × boundaries)
  package func matchesAny(after beginning: String) -> Bool {
    let units = Set(boundaries + [0]).sorted()
    var seen: Set<Int> = []
    var pending = [beginning.utf16.reduce(start) { step($0, $1) }]
    while let state = pending.popLast() {
      guard state != deadState, seen.insert(state).inserted else { continue }
      if isAccepting(state) { return true }
      pending += units.map { step(state, $0) }
    }
    return false
  }
}

/// The boundaries that separate one unit from all others.
func boundaries(of unit: UInt16) -> [UInt16] { boundaries(of: unit...unit) }

/// The boundaries that separate a range of units from all others.
func boundaries(of range: ClosedRange<UInt16>) -> [UInt16] {
  range.upperBound == .max ? [range.lowerBound] : [range.lowerBound, range.upperBound + 1]
}

/// The UTF-16 code units of a UTF-8 text; invalid bytes become U+FFFD.
package func utf16Units(_ bytes: some Collection<UInt8>) -> [UInt16] {
  Array(String(decoding: bytes, as: UTF8.self).utf16)
}

/// The UTF-16 unit of an ASCII character.
func ascii(_ scalar: Unicode.Scalar) -> UInt16 { UInt16(truncatingIfNeeded: scalar.value) }
