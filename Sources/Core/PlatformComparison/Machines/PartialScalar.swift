/// The first bytes of a character of several bytes, ahead of its UTF-16 code units.
///
/// Prefixes are one value if all characters that begin with them are of the same class, so that a
/// search does not try every character.
enum PartialScalar: Hashable {
  case none
  /// The bits so far, and the number of bytes to come.
  case prefix(UInt32, due: Int)
  /// Units of the class that every continuation has, and the number of bytes to come.
  case uniform([UInt16], due: Int)

  /// The hold after a byte of well-formed UTF-8, and the units of the character that it ends.
  /// - Parameter boundaries: Where classes of units begin, in ascending order.
  func after(_ byte: UInt8, boundaries: [UInt16]) -> (hold: PartialScalar, units: [UInt16]) {
    switch self {
    case .none:
      switch byte {
      case 0xC0...0xDF: return Self.reduced(UInt32(byte & 0x1F), due: 1, boundaries)
      case 0xE0...0xEF: return Self.reduced(UInt32(byte & 0x0F), due: 2, boundaries)
      case 0xF0...0xF7: return Self.reduced(UInt32(byte & 0x07), due: 3, boundaries)
      default: return (.none, [UInt16(byte)])
      }
    case .prefix(let bits, let due):
      return Self.reduced(bits << 6 | UInt32(byte & 0x3F), due: due - 1, boundaries)
    case .uniform(let units, let due):
      return due == 1 ? (.none, units) : (.uniform(units, due: due - 1), [])
    }
  }

  private static func reduced(
    _ bits: UInt32, due: Int, _ boundaries: [UInt16]
  ) -> (hold: PartialScalar, units: [UInt16]) {
    guard due > 0 else { return (.none, units(of: bits)) }
    let low = bits << UInt32(6 * due)
    let first = units(of: low)
    let last = units(of: low | ((1 << UInt32(6 * due)) - 1))
    guard first.count == last.count else { return (.prefix(bits, due: due), []) }
    var classes: [UInt16] = []
    for (index, unit) in first.enumerated() {
      // The low surrogates of a range of several high ones are all of them.
      let spansAll = index == 1 && first[0] != last[0]
      let range = spansAll ? 0xDC00...0xDFFF : unit...max(unit, last[index])
      let start = classStart(of: range.lowerBound, boundaries)
      guard start == classStart(of: range.upperBound, boundaries) else {
        return (.prefix(bits, due: due), [])
      }
      classes.append(start)
    }
    return (.uniform(classes, due: due), [])
  }

  /// The first unit of the class of a unit.
  private static func classStart(of unit: UInt16, _ boundaries: [UInt16]) -> UInt16 {
    boundaries.last { $0 <= unit } ?? 0
  }

  private static func units(of value: UInt32) -> [UInt16] {
    guard value > 0xFFFF else { return [UInt16(truncatingIfNeeded: value)] }
    let offset = value - 0x10000
    return [
      UInt16(truncatingIfNeeded: 0xD800 | (offset >> 10 & 0x3FF)),
      UInt16(truncatingIfNeeded: 0xDC00 | (offset & 0x3FF)),
    ]
  }
}
