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
    case tokens(TokenMachine)
    case suffix(SuffixMachine)
  }

  package let kind: Kind
  /// The text, in UTF-8.
  package let text: [UInt8]
  /// Whether the text is known; otherwise nothing matches.
  package let isKnown: Bool
  private let machine: Machine

  private init(_ kind: Kind, _ text: [UInt8], _ machine: Machine, isKnown: Bool = true) {
    (self.kind, self.text, self.machine, self.isKnown) = (kind, text, machine, isKnown)
  }

  /// Throws for a malformed advanced pattern.
  package init(_ kind: Kind, _ text: [UInt8]) throws(AdvancedGlobError) {
    let units = utf16Units(text)
    let machine: Machine =
      switch kind {
      case .literal: .tokens(TokenMachine(literal: units))
      case .prefix: .tokens(TokenMachine(literal: units, isPrefix: true))
      case .suffix: .suffix(SuffixMachine(units))
      case .simpleGlob: .tokens(SimpleGlob(units).machine)
      case .advancedGlob: .tokens(try AdvancedGlob.machine(of: units))
      }
    self.init(kind, text, machine)
  }

  /// A matcher of a host, which may start with `*`.
  package init(host text: [UInt8]) {
    if text.first == UInt8(ascii: "*") {
      let units = utf16Units(text.dropFirst()).map(foldedCase)
      self.init(.suffix, text, .suffix(SuffixMachine(units, isFolded: true)))
    } else {
      let units = utf16Units(text).map(foldedCase)
      self.init(.literal, text, .tokens(TokenMachine(literal: units, isFolded: true)))
    }
  }

  /// A matcher that matches nothing, for a text whose value is unknown or malformed.
  package init(unknown kind: Kind, _ text: [UInt8]) {
    // A token that takes no unit.
    self.init(kind, text, .tokens(TokenMachine([.init()])), isKnown: false)
  }

  package var start: Int { isKnown ? 0 : deadState }

  package var stateCount: Int {
    switch machine {
    case .tokens(let machine): machine.stateCount
    case .suffix(let machine): machine.stateCount
    }
  }

  package var boundaries: [UInt16] {
    switch machine {
    case .tokens(let machine): machine.boundaries
    case .suffix(let machine): machine.boundaries
    }
  }

  package func boundaries(in state: Int) -> [UInt16] {
    switch machine {
    case .tokens(let machine): machine.boundaries(in: state)
    case .suffix(let machine): machine.boundaries(in: state)
    }
  }

  package func step(_ state: Int, _ unit: UInt16) -> Int {
    switch machine {
    case .tokens(let machine): machine.step(state, unit)
    case .suffix(let machine): machine.step(state, unit)
    }
  }

  package func isAccepting(_ state: Int) -> Bool {
    switch machine {
    case .tokens(let machine): machine.isAccepting(state)
    case .suffix(let machine): machine.isAccepting(state)
    }
  }
}
