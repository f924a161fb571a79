/// A text of a manifest, and how it is compared with a part of a URL.
///
/// A host is compared without case; a leading `*` matches any text, which makes the rest a suffix:
/// `*example.com` also matches `evilexample.com`.
package struct AndroidTextMatcher: Sendable, Hashable {
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

  package let kind: Kind
  /// The text, in UTF-8.
  package let text: [UInt8]
  /// The texts that match.
  package let machine: UnitMachine

  private init(_ kind: Kind, _ text: [UInt8], _ machine: UnitMachine) {
    (self.kind, self.text, self.machine) = (kind, text, machine)
  }

  /// Throws for a malformed advanced pattern.
  package init(_ kind: Kind, _ text: [UInt8]) throws(AdvancedGlobError) {
    let units = utf16Units(text)
    let machine =
      switch kind {
      case .literal: UnitMachine(literal: units)
      case .prefix: UnitMachine(literal: units, isPrefix: true)
      case .suffix: UnitMachine(suffix: units)
      case .simpleGlob: SimpleGlob(units).machine
      case .advancedGlob: try AdvancedGlob.machine(of: units)
      }
    self.init(kind, text, machine)
  }

  /// A matcher of a host, which may start with `*`.
  package init(host text: [UInt8]) {
    if text.first == UInt8(ascii: "*") {
      let units = utf16Units(text.dropFirst()).map(foldedCase)
      self.init(.suffix, text, UnitMachine(suffix: units, isFolded: true))
    } else {
      let units = utf16Units(text).map(foldedCase)
      self.init(.literal, text, UnitMachine(literal: units, isFolded: true))
    }
  }

  /// A matcher that matches nothing, for a text whose value is unknown or malformed.
  package init(unknown kind: Kind, _ text: [UInt8]) { self.init(kind, text, .none) }

  /// Whether the text is known; otherwise nothing matches.
  package var isKnown: Bool { machine.start != deadState }

  /// Whether a whole text matches.
  package func matches(_ units: some Sequence<UInt16>) -> Bool { machine.matches(units) }
}
