/// Numbers the different segments of a table's variants, so that a million variants share their
/// texts and the tree compares numbers.
struct SegmentInterner {
  /// The identity of a segment that is not a literal.
  private enum Key: Hashable {
    case typed(ValueType), piece(Expression)
  }

  /// Literal texts, and for each its number among all segments.
  private struct Literals {
    var texts = Interner<Symbol>()
    var numbers: [Int32] = []
  }

  /// The different segments, by number.
  private(set) var matchers: [SegmentMatcher] = [.free]
  private static let free: Int32 = 0
  private var literals = Literals()
  /// In lower case.
  private var foldedLiterals = Literals()
  private var others: [Key: Int32] = [:]

  /// The number of a literal segment. Its text becomes bytes only when it is new.
  mutating func number(of text: [Symbol], isFolded: Bool) -> Int32 {
    guard isFolded else {
      let place = literals.texts.number(of: text)
      if place == literals.numbers.count {
        literals.numbers.append(append(.literal(text.map { UInt8(truncatingIfNeeded: $0) })))
      }
      return literals.numbers[place]
    }
    let bytes = text.map { UInt8(truncatingIfNeeded: $0).folded }
    let place = foldedLiterals.texts.number(of: bytes.map { Symbol($0) })
    if place == foldedLiterals.numbers.count {
      foldedLiterals.numbers.append(append(.foldedLiteral(bytes)))
    }
    return foldedLiterals.numbers[place]
  }

  /// The number of a segment that is one parameter.
  mutating func number(of type: ValueType) -> Int32 {
    if case .string = type { return Self.free }
    return number(of: .typed(type), .typed(type))
  }

  /// The number of any other segment.
  mutating func number(of expression: Expression, _ program: Program) -> Int32 {
    number(of: .piece(expression), .piece(expression, program))
  }

  private mutating func number(of key: Key, _ matcher: SegmentMatcher) -> Int32 {
    if let known = others[key] { return known }
    let number = append(matcher)
    others[key] = number
    return number
  }

  private mutating func append(_ matcher: SegmentMatcher) -> Int32 {
    matchers.append(matcher)
    return Int32(truncatingIfNeeded: matchers.count - 1)
  }
}
