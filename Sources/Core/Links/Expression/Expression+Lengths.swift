/// The places of an expression's captures, the same in every text that matches.
struct CapturePlaces: Sendable {
  /// In the order in which the program numbers the captures.
  let places: [CapturePlace]
  let delimiter: Delimiter?
}

/// The place of a capture.
enum CapturePlace: Sendable {
  case between(TextPlace, TextPlace)
  /// The whole text of the first, or the second, of two parts of variable length.
  case beforeDelimiter, afterDelimiter
}

/// A text between two parts of an expression of variable length, such as `-` in `:from-:to`.
struct Delimiter: Sendable {
  /// At least one symbol.
  let text: [Symbol]
  /// The number of symbols before the first of the two parts, in every matching text.
  let before: Int
  /// The number of symbols after the second.
  let after: Int

  /// The position of the delimiter in a text that matches; `nil` if it appears several times and
  /// only running the expression finds the right one.
  func range(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let last = text.count - after - self.text.count
    guard before <= last else { return nil }
    let starts = (before...last).lazy.filter { start in
      self.text.indices.allSatisfy { Symbol(text[start + $0]) == self.text[$0] }
    }
    guard let start = starts.first, starts.dropFirst().isEmpty else { return nil }
    return start..<(start + self.text.count)
  }
}

/// A place in a text that is the same in all texts of an expression, in symbols from one end.
struct TextPlace: Sendable {
  /// From the start, or as `~symbols` from the end.
  private let number: Int16

  /// The place after that many symbols from the start, at most `Limits.regexStatesMax`.
  static func fromStart(_ symbols: Int) -> Self { Self(number: Int16(clamping: symbols)) }

  /// The place before that many symbols at the end, at most `Limits.regexStatesMax`.
  static func fromEnd(_ symbols: Int) -> Self { Self(number: ~Int16(clamping: symbols)) }

  var isEnd: Bool { number == ~0 }

  /// The index of the place in a text of that many symbols.
  func index(in count: Int) -> Int { number < 0 ? count - Int(~number) : Int(number) }
}

extension Expression {
  /// The places of the captures in every matching text; nil if only running the expression finds
  /// them: a capture is inside a repetition or choice, or there are two or more parts of variable
  /// length and not just two separated by a delimiter.
  var capturePlaces: CapturePlaces? {
    let parts = topLevelParts
    let counts = parts.map(\.fixedCount)
    let open = counts.indices.filter { counts[$0] == nil }
    guard let first = open.first, let last = open.last, first < last else {
      return places(of: parts, counts, delimiter: nil)
    }
    let between = parts[(first + 1)..<last].compactMap(\.onlySymbol)
    guard !between.isEmpty, between.count == last - first - 1 else { return nil }
    return places(
      of: parts, counts,
      delimiter: Delimiter(
        text: between, before: counts[..<first].compactMap { $0 }.reduce(0, +),
        after: counts[(last + 1)...].compactMap { $0 }.reduce(0, +)))
  }

  private func places(
    of parts: [Expression], _ counts: [Int?], delimiter: Delimiter?
  ) -> CapturePlaces? {
    func place(before index: Int) -> TextPlace {
      let following = counts[index...].compactMap { $0 }
      if following.count == counts.count - index { return .fromEnd(following.reduce(0, +)) }
      return .fromStart(counts[..<index].compactMap { $0 }.reduce(0, +))
    }
    var places: [CapturePlace] = []
    var openCount = 0
    for (index, part) in parts.enumerated() {
      if counts[index] == nil { openCount += 1 }
      if case .capture(_, let inner) = part, !inner.hasCapture {
        let adjoinsDelimiter = delimiter != nil && counts[index] == nil
        places.append(
          adjoinsDelimiter
            ? (openCount == 1 ? .beforeDelimiter : .afterDelimiter)
            : .between(place(before: index), place(before: index + 1)))
      } else if part.hasCapture {
        return nil
      }
    }
    return CapturePlaces(places: places, delimiter: delimiter)
  }

  /// The only symbol that it reads; nil if there are several, such as both cases of a letter, or
  /// none.
  private var onlySymbol: Symbol? {
    if case .symbols(let set) = self, set.count == 1 { set.members.first } else { nil }
  }

  /// The parts that are read one after another.
  private var topLevelParts: [Expression] {
    guard case .sequence(let parts) = self else { return [self] }
    return parts.flatMap(\.topLevelParts)
  }

  /// The number of symbols in every matching text; nil if the numbers differ.
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
