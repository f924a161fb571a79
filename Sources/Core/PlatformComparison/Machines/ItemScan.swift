import Languages
import PlatformLinks

/// Looks for an item of a decoded query that a text matches. Items are the parts between `&`; if
/// there is only one, those between `;`. Empty parts at the end are dropped.
struct ItemScan: Hashable {
  /// The items between one kind of separator.
  private struct Parts: Hashable {
    var state: Int
    var isEmpty = true
    /// The number of items but empty ones at the end, at most two.
    var kept = 0
    var hasSeparator = false
    var isFound = false
    /// Whether an empty item matched; it counts only if a nonempty item follows.
    var isEmptyFound = false

    mutating func read(_ unit: UInt16, separator: UInt16, _ machine: UnitMachine) {
      guard unit != separator else {
        end(machine)
        hasSeparator = true
        state = machine.start
        isEmpty = true
        return
      }
      if isEmpty {
        isEmpty = false
        isFound = isFound || isEmptyFound
        kept = hasSeparator ? 2 : 1
      }
      state = machine.step(state, unit)
    }

    mutating func end(_ machine: UnitMachine) {
      guard machine.isAccepting(state) else { return }
      if isEmpty { isEmptyFound = true } else { isFound = true }
    }

    func isFound(_ machine: UnitMachine) -> Bool {
      guard hasSeparator else { return machine.isAccepting(state) }
      var last = self
      last.end(machine)
      return last.isFound
    }
  }

  private var byAmpersand: Parts
  private var bySemicolon: Parts

  init(_ machine: UnitMachine) {
    byAmpersand = Parts(state: machine.start)
    bySemicolon = byAmpersand
  }

  mutating func read(_ unit: UInt16, _ machine: UnitMachine) {
    byAmpersand.read(unit, separator: 0x26, machine)
    bySemicolon.read(unit, separator: 0x3B, machine)
  }

  /// Whether an item of the query so far matches.
  func isFound(_ machine: UnitMachine) -> Bool {
    let isOne = !byAmpersand.hasSeparator || byAmpersand.kept == 1
    return (isOne ? bySemicolon : byAmpersand).isFound(machine)
  }

  /// Where the separators begin and end as classes of units.
  static let boundaries: [UInt16] = [0x26, 0x27, 0x3B, 0x3C]
}
