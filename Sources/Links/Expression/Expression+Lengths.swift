/// A place in a text that is the same in all texts of an expression, in symbols from one end.
struct TextPlace: Sendable {
  /// From the start, or as `~symbols` from the end.
  private let number: Int16

  /// So many symbols stand before it, `Limits.regexStatesMax` at most.
  static func fromStart(_ symbols: Int) -> Self { Self(number: Int16(clamping: symbols)) }

  /// So many symbols stand behind it, `Limits.regexStatesMax` at most.
  static func fromEnd(_ symbols: Int) -> Self { Self(number: ~Int16(clamping: symbols)) }

  /// Whether it is the end of the text.
  var isEnd: Bool { number == ~0 }

  /// The place in a text of that many symbols.
  func index(in count: Int) -> Int { number < 0 ? count - Int(~number) : Int(number) }
}

extension Expression {
  /// Where the captures stand in every matching text, in the order in which the program numbers
  /// them; nil if only running it can tell: a capture inside a repetition or choice, or one beside
  /// which two parts have no fixed length.
  var capturePlaces: [(start: TextPlace, end: TextPlace)]? {
    let parts = topLevelParts
    let counts = parts.map(\.fixedCount)
    guard counts.count(where: { $0 == nil }) <= 1 else { return nil }
    func place(before index: Int) -> TextPlace {
      let behind = counts[index...].compactMap { $0 }
      if behind.count == counts.count - index { return .fromEnd(behind.reduce(0, +)) }
      return .fromStart(counts[..<index].compactMap { $0 }.reduce(0, +))
    }
    var places: [(start: TextPlace, end: TextPlace)] = []
    for (index, part) in parts.enumerated() {
      if case .capture(_, let inner) = part, !inner.hasCapture {
        places.append((place(before: index), place(before: index + 1)))
      } else if part.hasCapture {
        return nil
      }
    }
    return places
  }

  /// What is read one behind the other.
  private var topLevelParts: [Expression] {
    guard case .sequence(let parts) = self else { return [self] }
    return parts.flatMap(\.topLevelParts)
  }

  /// How many symbols every matching text has; nil if they differ.
  private var fixedCount: Int? {
    switch self {
    case .symbols: return 1
    case .capture(_, let part): return part.fixedCount
    case .sequence(let parts):
      let counts = parts.compactMap(\.fixedCount)
      return counts.count == parts.count ? counts.reduce(0, +) : nil
    case .choice(let parts):
      let counts = Set(parts.map(\.fixedCount))
      return counts.count == 1 ? counts.first ?? nil : nil
    case .repeated(let part, let least, let most, _):
      guard least == most, let count = part.fixedCount else { return nil }
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: least)
      return isTooLarge ? nil : product
    }
  }

  private var hasCapture: Bool {
    switch self {
    case .symbols: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasCapture)
    case .repeated(let part, _, _, _): part.hasCapture
    case .capture: true
    }
  }
}
