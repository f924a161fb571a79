import Diagnostics
package import Languages

/// A test of one path segment.
package enum SegmentMatcher: Sendable {
  case literal([UInt8])
  /// A literal in lower case; ASCII letters match in either case.
  case foldedLiteral([UInt8])
  case free
  case typed(ValueType)
  /// Any other piece within one segment. The program is compiled from the expression, which is kept
  /// for comparisons.
  indirect case piece(Expression, Program)

  package func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    var steps = 0
    return accepts(bytes, &steps)
  }

  /// - Parameter stepsLeft: Reduced by 1, and by `Program.steps(for:)` if a program is run.
  func accepts(_ bytes: ArraySlice<UInt8>, _ stepsLeft: inout Int) -> Bool {
    stepsLeft -= 1
    switch self {
    case .literal(let wanted): return bytes.elementsEqual(wanted)
    case .foldedLiteral(let wanted):
      return bytes.count == wanted.count && zip(bytes, wanted).allSatisfy { $0.folded == $1 }
    case .free: return true
    case .typed(let type): return type.fits(bytes)
    case .piece(_, let program):
      guard program.prefilter.mayAccept(bytes) else { return false }
      stepsLeft -= program.steps(for: bytes.count)
      return program.match(bytes.map { Symbol($0) }, capturing: false) != nil
    }
  }
}

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
    return Int32(row: matchers.count - 1)
  }
}

/// The matchers of a table in the order of its tree, and the texts of the literals.
///
/// Literals come first, then case-folded literals, both sorted by length, then bytes; the others
/// follow.
struct SortedMatchers {
  /// The texts of all literals, concatenated.
  private(set) var text: [UInt8] = []
  /// The start of each text, and the end of the last.
  private(set) var starts: [Int32] = [0]
  /// The sorted position of each matcher, and the matcher at each sorted position.
  private(set) var places: [Int32]
  private(set) var numbers: [Int]
  /// The number of literals that are not folded.
  let exactCount: Int
  var count: Int { starts.count - 1 }

  init(_ matchers: [SegmentMatcher]) {
    var exact: [(bytes: [UInt8], number: Int)] = []
    var folded: [(bytes: [UInt8], number: Int)] = []
    var others: [Int] = []
    for (number, matcher) in matchers.enumerated() {
      switch matcher {
      case .literal(let bytes): exact.append((bytes, number))
      case .foldedLiteral(let bytes): folded.append((bytes, number))
      case .free, .typed, .piece: others.append(number)
      }
    }
    exactCount = exact.count
    let literals = Self.sorted(exact) + Self.sorted(folded)
    for literal in literals {
      text += literal.bytes
      starts.append(Int32(row: text.count))
    }
    numbers = literals.map { $0.number } + others
    places = [Int32](repeating: 0, count: matchers.count)
    for (place, number) in numbers.enumerated() {
      places[number] = Int32(row: place)
    }
  }

  private static func sorted(
    _ literals: [(bytes: [UInt8], number: Int)]
  ) -> [(bytes: [UInt8], number: Int)] {
    literals.sorted { left, right in
      left.bytes.count != right.bytes.count
        ? left.bytes.count < right.bytes.count
        : left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }
}
