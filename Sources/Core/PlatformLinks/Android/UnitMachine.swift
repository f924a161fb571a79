/// A deterministic automaton over UTF-16 code units, the units that Android compares texts in.
///
/// Matching runs it over a text; comparing the languages of two matchers runs the product of their
/// automata over one unit of each class that `boundaries` separates.
package protocol UnitMachine: Sendable, Hashable {
  /// The start state.
  var start: Int { get }
  /// The number of states: each is in `0..<stateCount`, or `deadState`.
  var stateCount: Int { get }
  /// The state after a unit. `deadState` stays `deadState`.
  func step(_ state: Int, _ unit: UInt16) -> Int
  /// Whether a text that ends in a state matches.
  func isAccepting(_ state: Int) -> Bool
  /// Where classes of units begin: in every state, units between two neighbouring boundaries lead
  /// to the same state. Unsorted, possibly with duplicates.
  var boundaries: [UInt16] { get }
  /// The same for one state; by default all boundaries.
  func boundaries(in state: Int) -> [UInt16]
}

/// The dead state: no text matches from it.
package let deadState = -1

extension UnitMachine {
  package func boundaries(in state: Int) -> [UInt16] { boundaries }

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
