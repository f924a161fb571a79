/// A "part" of the URL Pattern standard: a text, or a parameter between a prefix and a suffix, with
/// a modifier.
package struct PatternPart: Sendable {
  package enum Kind: Sendable {
    /// The text is the prefix.
    case text
    /// `:name`: some text without a separator.
    case segment
    /// `*`: any text.
    case wildcard
    /// `(…)` with any other expression.
    case regex(Expression)
  }

  package enum Modifier: Sendable { case none, optional, oneOrMore, zeroOrMore }

  package let kind: Kind
  package let prefix: [Symbol]
  package let suffix: [Symbol]
  /// The index of the parameter; nil for a text.
  package let parameter: Int?
  package let modifier: Modifier

  var isOptional: Bool { modifier == .optional || modifier == .zeroOrMore }
  package var isRepeated: Bool { modifier == .oneOrMore || modifier == .zeroOrMore }

  /// Whether the value can hold separators.
  package var canCrossSegments: Bool {
    switch kind {
    case .wildcard: true
    case .regex(let expression) where expression.canCrossSegments: true
    default: isRepeated && (suffix + prefix).contains(separator)
    }
  }
}
