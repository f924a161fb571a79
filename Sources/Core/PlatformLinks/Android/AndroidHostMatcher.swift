/// A host of a manifest: compared without case; a leading `*` matches any text, which makes the
/// rest a suffix: `*example.com` also matches `evilexample.com`.
package struct AndroidHostMatcher: UnitMachine {
  private enum Machine: Hashable {
    case literal(LiteralMachine)
    case suffix(SuffixMachine)
    case nothing
  }

  /// The host as written, in UTF-8.
  package let text: [UInt8]
  private let machine: Machine

  /// A matcher of a host, which may start with `*`.
  package init(_ text: [UInt8]) {
    self.text = text
    if text.first == UInt8(ascii: "*") {
      machine = .suffix(SuffixMachine(utf16Units(text.dropFirst()).map(foldedCase)))
    } else {
      machine = .literal(LiteralMachine(utf16Units(text).map(foldedCase), isPrefix: false))
    }
  }

  /// A matcher that matches nothing, for a host whose value is unknown.
  package init(unknown text: [UInt8]) {
    self.text = text
    machine = .nothing
  }

  /// Whether the host is known.
  package var isKnown: Bool { machine != .nothing }

  package var start: Int { machine == .nothing ? deadState : 0 }

  package var stateCount: Int {
    switch machine {
    case .literal(let machine): machine.stateCount
    case .suffix(let machine): machine.stateCount
    case .nothing: 0
    }
  }

  /// The boundaries of every unit that has the same folded case as a unit of the host.
  package var boundaries: [UInt16] {
    utf16Units(text).map(foldedCase).flatMap(foldedBoundaries)
  }

  package func boundaries(in state: Int) -> [UInt16] {
    guard case .literal(let machine) = machine else { return boundaries }
    return machine.unit(after: state).map(foldedBoundaries) ?? []
  }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    switch machine {
    case .literal(let machine): machine.step(state, foldedCase(unit))
    case .suffix(let machine): machine.step(state, foldedCase(unit))
    case .nothing: deadState
    }
  }

  package func isAccepting(_ state: Int) -> Bool {
    switch machine {
    case .literal(let machine): machine.isAccepting(state)
    case .suffix(let machine): machine.isAccepting(state)
    case .nothing: false
    }
  }
}

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
private func foldedBoundaries(_ folded: UInt16) -> [UInt16] {
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
