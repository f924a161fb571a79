/// One way to read a pattern: every optional part is either there or not.
struct PatternVariant: Sendable {
  /// A piece between two separators.
  enum Atom: Sendable {
    case literal([Symbol])
    /// A part with a parameter that is there once.
    case single(PatternPart)
    /// All repetitions of a part after the first one's prefix and before the last one's suffix.
    case repeated(PatternPart)

    /// Whether a separator can stand in a matching text, which then spans several segments.
    var canCrossSegments: Bool {
      switch self {
      case .literal: false
      case .single(let part), .repeated(let part): part.canCrossSegments
      }
    }
  }

  /// The pieces of each segment, as the separators of the pattern's own text cut it. A piece that
  /// can cross segments belongs to the segment in which it begins.
  let segments: [[Atom]]

  /// All ways to read a pattern, the one with everything present first.
  static func all(of parser: PatternParser) throws(PatternError) -> [PatternVariant] {
    let optional = parser.parts.indices.filter { parser.parts[$0].isOptional }
    guard optional.count < 32, 1 << optional.count <= Limits.patternVariantsMax else {
      throw .tooLarge(
        .variants, pattern: parser.text, limit: Limits.patternVariantsMax, at: parser.position)
    }
    var result: [PatternVariant] = []
    for choice in 0..<(1 << optional.count) {
      // The first optional part is the highest bit, so that its presence weighs most.
      let absent = Set(
        optional.enumerated().filter { choice >> (optional.count - 1 - $0.offset) & 1 == 1 }
          .map(\.element))
      result.append(try PatternVariant(parser, without: absent))
    }
    return result
  }

  private init(_ parser: PatternParser, without absent: Set<Int>) throws(PatternError) {
    func syntax(_ reason: PatternError.Syntax) -> PatternError {
      .syntax(reason, pattern: parser.text, column: 1, at: parser.position)
    }
    var segments: [[Atom]] = []
    var isStart = true
    for index in parser.parts.indices where !absent.contains(index) {
      for atom in Self.atoms(of: parser.parts[index]) {
        guard let atom else {
          guard isStart || segments.last?.isEmpty == false else { throw syntax(.emptySegment) }
          segments.append([])
          isStart = false
          continue
        }
        guard !isStart else { throw syntax(.noSlash) }
        segments[segments.count - 1].append(atom)
      }
    }
    // Nothing at all and a trailing slash mean what they mean in a link.
    if segments.last?.isEmpty == true { segments.removeLast() }
    guard !segments.contains(where: Self.isDots) else { throw syntax(.dotSegment) }
    self.segments = segments.map(Self.joined)
  }

  /// The pieces of a part; nil stands for a separator.
  private static func atoms(of part: PatternPart) -> [Atom?] {
    let prefix = atoms(of: part.prefix)
    if part.isRepeated { return prefix + [.repeated(part)] + atoms(of: part.suffix) }
    if part.parameter == nil { return prefix }
    return prefix + [.single(part)] + atoms(of: part.suffix)
  }

  private static func atoms(of text: [Symbol]) -> [Atom?] {
    var result: [Atom?] = []
    for (index, piece) in text.split(separator: separator, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { result.append(nil) }
      if !piece.isEmpty { result.append(.literal(Array(piece))) }
    }
    return result
  }

  /// Literals that touch become one.
  private static func joined(_ atoms: [Atom]) -> [Atom] {
    var result: [Atom] = []
    for atom in atoms {
      if case .literal(let text) = atom, case .literal(let before)? = result.last {
        result[result.count - 1] = .literal(before + text)
      } else {
        result.append(atom)
      }
    }
    return result
  }

  private static func isDots(_ atoms: [Atom]) -> Bool {
    guard case .literal(let text)? = joined(atoms).first, joined(atoms).count == 1 else {
      return false
    }
    return text.count <= 2 && text.allSatisfy { $0 == Symbol(UInt8(ascii: ".")) }
  }
}
