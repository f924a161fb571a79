/// Texts that equal a text, or start with it.
package struct LiteralMachine: UnitMachine {
  private let units: [UInt16]
  /// Whether anything can follow.
  private let isPrefix: Bool

  init(_ units: [UInt16], isPrefix: Bool) {
    self.units = units
    self.isPrefix = isPrefix
  }

  package var start: Int { 0 }
  package var stateCount: Int { units.count + 1 }
  package var boundaries: [UInt16] { units.flatMap { PlatformLinks.boundaries(of: $0) } }

  package func boundaries(in state: Int) -> [UInt16] {
    unit(after: state).map { PlatformLinks.boundaries(of: $0) } ?? []
  }

  /// The unit that leads on from a state; `nil` if none does, or every one.
  func unit(after state: Int) -> UInt16? { units.indices.contains(state) ? units[state] : nil }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    guard units.indices.contains(state) else {
      return isPrefix && state == units.count ? state : deadState
    }
    return units[state] == unit ? state + 1 : deadState
  }

  package func isAccepting(_ state: Int) -> Bool { state == units.count }
}
