/// The texts of a table's literal segments, one behind the other, sorted by length, then bytes.
struct LiteralTexts {
  private(set) var text: [UInt8] = []
  /// Where each text begins, and where the last one ends.
  private(set) var starts: [Int32] = [0]
  /// For each matcher the place of its text among the sorted ones; 0 if it is no literal.
  private(set) var places: [Int32]

  init(_ matchers: [SegmentMatcher]) {
    places = [Int32](repeating: 0, count: matchers.count)
    var literals: [(bytes: [UInt8], number: Int)] = []
    for (number, matcher) in matchers.enumerated() {
      switch matcher {
      case .literal(let bytes), .foldedLiteral(let bytes): literals.append((bytes, number))
      case .free, .typed, .piece: break
      }
    }
    literals.sort { left, right in
      left.bytes.count != right.bytes.count
        ? left.bytes.count < right.bytes.count
        : left.bytes.lexicographicallyPrecedes(right.bytes)
    }
    for (place, literal) in literals.enumerated() {
      places[literal.number] = Int32(truncatingIfNeeded: place)
      text += literal.bytes
      starts.append(Int32(truncatingIfNeeded: text.count))
    }
  }
}
