/// A text of a manifest, and how it is compared with a part of a URL.
///
/// A host is compared without case; a leading `*` matches any text, which makes the rest a suffix:
/// `*example.com` also matches `evilexample.com`.
package struct AndroidTextMatcher: UnitMachine {
  /// How a text is compared.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// Equal.
    case literal
    /// The part starts with the text.
    case prefix
    /// The part ends with the text.
    case suffix
    case simpleGlob
    case advancedGlob
  }

  private enum Machine: Hashable {
    case literal(LiteralMachine)
    case suffix(SuffixMachine)
    case simpleGlob(SimpleGlob)
    case advancedGlob(AdvancedGlob)
    case nothing
  }

  /// How the text is compared.
  package let kind: Kind
  /// The text, in UTF-8.
  package let text: [UInt8]
  private let machine: Machine
  /// Whether the units are those of a host, in folded case.
  private let ignoresCase: Bool

  /// Throws for a malformed advanced pattern.
  package init(_ kind: Kind, _ text: [UInt8]) throws(AdvancedGlobError) {
    self.kind = kind
    self.text = text
    ignoresCase = false
    let units = utf16Units(text)
    machine =
      switch kind {
      case .literal: .literal(LiteralMachine(units, isPrefix: false))
      case .prefix: .literal(LiteralMachine(units, isPrefix: true))
      case .suffix: .suffix(SuffixMachine(units))
      case .simpleGlob: .simpleGlob(SimpleGlob(units))
      case .advancedGlob: .advancedGlob(try AdvancedGlob(units))
      }
  }

  /// A matcher of a host, which may start with `*`.
  package init(host text: [UInt8]) {
    self.text = text
    ignoresCase = true
    if text.first == UInt8(ascii: "*") {
      kind = .suffix
      machine = .suffix(SuffixMachine(utf16Units(text.dropFirst()).map(foldedCase)))
    } else {
      kind = .literal
      machine = .literal(LiteralMachine(utf16Units(text).map(foldedCase), isPrefix: false))
    }
  }

  /// A matcher that matches nothing, for a text whose value is unknown or malformed.
  package init(unknown kind: Kind, _ text: [UInt8]) {
    self.kind = kind
    self.text = text
    ignoresCase = false
    machine = .nothing
  }

  /// Whether the text is known.
  package var isKnown: Bool { machine != .nothing }

  package var start: Int { machine == .nothing ? deadState : 0 }

  package var stateCount: Int {
    switch machine {
    case .literal(let machine): machine.stateCount
    case .suffix(let machine): machine.stateCount
    case .simpleGlob(let machine): machine.stateCount
    case .advancedGlob(let machine): machine.stateCount
    case .nothing: 0
    }
  }

  package var boundaries: [UInt16] {
    // Of every unit that has the same folded case as a unit of the host.
    if ignoresCase { return utf16Units(text).map(foldedCase).flatMap(foldedBoundaries) }
    return switch machine {
    case .literal(let machine): machine.boundaries
    case .suffix(let machine): machine.boundaries
    case .simpleGlob(let machine): machine.boundaries
    case .advancedGlob(let machine): machine.boundaries
    case .nothing: []
    }
  }

  package func boundaries(in state: Int) -> [UInt16] {
    if ignoresCase {
      guard case .literal(let machine) = machine else { return boundaries }
      return machine.unit(after: state).map(foldedBoundaries) ?? []
    }
    return switch machine {
    case .literal(let machine): machine.boundaries(in: state)
    case .suffix(let machine): machine.boundaries(in: state)
    case .simpleGlob(let machine): machine.boundaries(in: state)
    case .advancedGlob(let machine): machine.boundaries(in: state)
    case .nothing: []
    }
  }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    let unit = ignoresCase ? foldedCase(unit) : unit
    return switch machine {
    case .literal(let machine): machine.step(state, unit)
    case .suffix(let machine): machine.step(state, unit)
    case .simpleGlob(let machine): machine.step(state, unit)
    case .advancedGlob(let machine): machine.step(state, unit)
    case .nothing: deadState
    }
  }

  package func isAccepting(_ state: Int) -> Bool {
    switch machine {
    case .literal(let machine): machine.isAccepting(state)
    case .suffix(let machine): machine.isAccepting(state)
    case .simpleGlob(let machine): machine.isAccepting(state)
    case .advancedGlob(let machine): machine.isAccepting(state)
    case .nothing: false
    }
  }
}
