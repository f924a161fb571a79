/// Numbers what stands in the segments of a table's variants, so that a million of them share their
/// texts and a tree of them compares numbers.
struct SegmentNumbers {
  /// What two segments that are no literals must have in common to be one.
  private enum Key: Hashable {
    case typed(ValueType), piece(Expression)
  }

  /// Texts, and for each its number among all segments.
  private struct Literals {
    var texts = Numbering<Symbol>()
    var numbers: [Int32] = []
  }

  /// Each once, by its number.
  private(set) var matchers: [SegmentMatcher] = [.free]
  private static let free: Int32 = 0
  private var literals = Literals()
  /// In lower case.
  private var foldedLiterals = Literals()
  private var others: [Key: Int32] = [:]

  /// The number of a literal segment. Bytes are made of its text only when that is new.
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

  /// The number of a segment that is a value.
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
