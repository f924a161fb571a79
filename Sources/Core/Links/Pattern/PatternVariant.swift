import Diagnostics
package import Languages

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

  package var canCrossSegments: Bool {
    switch kind {
    case .wildcard: true
    case .regex(let expression) where expression.canCrossSegments: true
    default: isRepeated && (suffix + prefix).contains(separator)
    }
  }
}

/// One way to read a pattern: every optional part is either present or absent.
package struct PatternVariant: Sendable {
  /// A piece between two separators.
  package enum Atom: Sendable {
    case literal([Symbol])
    /// A part with a parameter that occurs once.
    indirect case single(PatternPart)
    /// All repetitions of a part after the first one's prefix and before the last one's suffix.
    indirect case repeated(PatternPart)

    /// Whether a matching text can contain a separator and span several segments.
    package var canCrossSegments: Bool {
      switch self {
      case .literal: false
      case .single(let part), .repeated(let part): part.canCrossSegments
      }
    }
  }

  /// The pieces of all segments; nil begins a segment. One array, because large tables hold many
  /// patterns.
  private let pieces: [Atom?]

  init(pieces: [Atom?]) {
    self.pieces = pieces
  }

  /// The pieces of each segment, as the separators of the pattern's own text cut it. A piece that
  /// can cross segments belongs to the segment where it begins.
  package var segments: [[Atom]] {
    var segments: [[Atom]] = []
    for piece in pieces {
      if let piece { segments[segments.count - 1].append(piece) } else { segments.append([]) }
    }
    return segments
  }

  /// The parts with a parameter that are present.
  var parts: [PatternPart] {
    pieces.compactMap { piece in
      switch piece {
      case .single(let part), .repeated(let part): part.parameter == nil ? nil : part
      case .literal, nil: nil
      }
    }
  }

  /// All ways to read a pattern, the one with everything present first.
  static func all(of parser: borrowing PatternParser) throws(Diagnostic) -> [PatternVariant] {
    let optionalCount = parser.parts.count { $0.isOptional }
    guard optionalCount < 32, 1 << optionalCount <= Limits.patternVariantsMax else {
      throw .tooLarge(
        .variants, pattern: parser.text, limit: Limits.patternVariantsMax, at: parser.position)
    }
    var result: [PatternVariant] = []
    for absent in 0..<(1 << optionalCount) {
      do {
        let reading = try PatternReading(parser.parts, without: absent, of: optionalCount)
        result.append(
          PatternVariant(pieces: reading.segments.flatMap { [nil] + $0.map(Optional.some) }))
      } catch {
        throw .syntax(error, pattern: parser.text, column: 1, at: parser.position)
      }
    }
    return result
  }
}

/// The segments of a variant while it is built.
private struct PatternReading: ~Copyable {
  private(set) var segments: [[PatternVariant.Atom]] = []

  /// - Parameter absent: A bit for each optional part. The first part's is the highest, so that its
  ///   presence weighs most.
  init(_ parts: [PatternPart], without absent: Int, of optionalCount: Int)
    throws(PatternFault)
  {
    var bit = 1 << optionalCount
    for part in parts {
      if part.isOptional {
        bit >>= 1
        if absent & bit != 0 { continue }
      }
      try append(part.prefix)
      if part.isRepeated {
        try append(.repeated(part))
      } else if part.parameter != nil {
        try append(.single(part))
      }
      try append(part.suffix)
    }
    // An empty pattern and a trailing slash mean the same as in a link.
    if segments.last?.isEmpty == true { segments.removeLast() }
    guard !segments.contains(where: Self.isDots) else { throw .dotSegment }
  }

  private mutating func append(_ text: [Symbol]) throws(PatternFault) {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: separator) ?? text.count
      if end > start { try append(.literal(Array(text[start..<end]))) }
      if end < text.count {
        guard segments.last?.isEmpty != true else { throw .emptySegment }
        segments.append([])
      }
      start = end + 1
    }
  }

  /// Appends an atom; adjacent literals become one.
  private mutating func append(_ atom: PatternVariant.Atom) throws(PatternFault) {
    guard let last = segments.indices.last else { throw .noSlash }
    if case .literal(let text) = atom, case .literal(let before)? = segments[last].last {
      segments[last][segments[last].count - 1] = .literal(before + text)
    } else {
      segments[last].append(atom)
    }
  }

  private static func isDots(_ atoms: [PatternVariant.Atom]) -> Bool {
    guard atoms.count == 1, case .literal(let text) = atoms[0] else { return false }
    return text.count <= 2 && text.allSatisfy { $0 == Symbol(UInt8(ascii: ".")) }
  }
}
