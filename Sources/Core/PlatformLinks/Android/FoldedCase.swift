/// A unit in upper and then in lower case, as Java compares texts without case: unit by unit, and
/// only by mappings to one unit.
package func foldedCase(_ unit: UInt16) -> UInt16 {
  if unit < 0x80 { return (65...90).contains(unit) ? unit + 32 : unit }
  guard let scalar = Unicode.Scalar(unit) else { return unit }
  let upper = singleUnit(scalar.properties.uppercaseMapping) ?? unit
  guard let upperScalar = Unicode.Scalar(upper) else { return upper }
  return singleUnit(upperScalar.properties.lowercaseMapping) ?? upper
}

/// The boundaries of all units with a folded case.
func foldedBoundaries(_ folded: UInt16) -> [UInt16] {
  ([folded] + (unitsByFoldedCase[folded] ?? [])).flatMap { boundaries(of: $0) }
}

/// The units that differ from their folded case, by it.
private let unitsByFoldedCase = Dictionary(
  grouping: (UInt16.min...UInt16.max).filter { foldedCase($0) != $0 }, by: foldedCase)

/// The only unit of a text; `nil` if it has several.
private func singleUnit(_ text: String) -> UInt16? {
  let units = text.utf16
  guard let first = units.first, units.count == 1 else { return nil }
  return first
}
