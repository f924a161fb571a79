/// A piece of a pattern, as URL Pattern's "part": a text or a parameter between a prefix and a
/// suffix, with a modifier.
struct PatternPart: Sendable {
  enum Kind: Sendable {
    /// The text is the prefix.
    case text
    /// `:name`: some text without a separator.
    case segment
    /// `*`: any text.
    case wildcard
    /// `(…)` with any other expression.
    case regex(Expression)
  }

  enum Modifier: Sendable { case none, optional, oneOrMore, zeroOrMore }

  let kind: Kind
  let prefix: [Symbol]
  let suffix: [Symbol]
  /// The index of the parameter; nil for a text.
  let parameter: Int?
  let modifier: Modifier

  var isOptional: Bool { modifier == .optional || modifier == .zeroOrMore }
  var isRepeated: Bool { modifier == .oneOrMore || modifier == .zeroOrMore }

  /// Whether the value can hold separators.
  var canCrossSegments: Bool {
    switch kind {
    case .wildcard: true
    case .regex(let expression) where expression.canCrossSegments: true
    default: isRepeated && (suffix + prefix).contains(separator)
    }
  }
}
