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
  /// The number of all literals.
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
      starts.append(Int32(truncatingIfNeeded: text.count))
    }
    numbers = literals.map(\.number) + others
    places = [Int32](repeating: 0, count: matchers.count)
    for (place, number) in numbers.enumerated() {
      places[number] = Int32(truncatingIfNeeded: place)
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
