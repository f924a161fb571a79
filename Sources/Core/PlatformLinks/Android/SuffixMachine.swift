/// Texts that end with a text.
///
/// A state is the number of units at the end of the read text that the suffix begins with (Knuth,
/// Morris, Pratt: Fast Pattern Matching in Strings, 1977).
package struct SuffixMachine: UnitMachine {
  private let units: [UInt16]
  /// Whether a unit counts in its folded case, which is that of `units`.
  private let isFolded: Bool
  /// The longest shorter state whose units also end the text, by state from 1.
  private let fallbacks: [Int]

  init(_ units: [UInt16], isFolded: Bool = false) {
    self.isFolded = isFolded
    self.units = units
    var fallbacks = [0, 0]
    for unit in units.dropFirst() {
      var length = fallbacks[fallbacks.count - 1]
      while length > 0, units[length] != unit { length = fallbacks[length] }
      fallbacks.append(units[length] == unit ? length + 1 : 0)
    }
    self.fallbacks = fallbacks
  }

  package var start: Int { 0 }
  package var stateCount: Int { units.count + 1 }
  package var boundaries: [UInt16] {
    units.flatMap { isFolded ? foldedBoundaries($0) : PlatformLinks.boundaries(of: $0) }
  }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    guard (0...units.count).contains(state) else { return deadState }
    let unit = isFolded ? foldedCase(unit) : unit
    var length = state
    while true {
      if length < units.count, units[length] == unit { return length + 1 }
      if length == 0 { return 0 }
      length = fallbacks[length]
    }
  }

  package func isAccepting(_ state: Int) -> Bool { state == units.count }
}
