/// The matchers of a table in the order in which they stand in its tree, and the texts of the
/// literals.
///
/// Literals come first, then those in lower case, both sorted by length, then bytes; then all else.
struct SortedMatchers {
  /// The texts, one behind the other.
  private(set) var text: [UInt8] = []
  /// Where each text begins, and where the last one ends.
  private(set) var starts: [Int32] = [0]
  /// For each matcher its place among the sorted ones, and for each place the matcher.
  private(set) var places: [Int32]
  private(set) var numbers: [Int]
  /// How many literals there are that are not in lower case.
  let exactCount: Int
  /// How many literals there are in all.
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
