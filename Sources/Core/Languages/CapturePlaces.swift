/// The places of an expression's captures, the same in every text that matches.
package struct CapturePlaces: Sendable {
  /// In the order of the program's capture numbers.
  package let places: [CapturePlace]
  package let delimiters: Delimiters?
}

/// The place of a capture.
package enum CapturePlace: Sendable {
  case between(TextPlace, TextPlace)
  /// The whole text of one of the parts of variable length, counted from 0.
  case open(UInt8)
}

/// The texts between the parts of an expression that have a variable length, such as `-` in
/// `:from-:to`.
package struct Delimiters: Sendable {
  /// One less than the parts. Empty between free parameters side by side.
  let texts: [[Symbol]]
  /// The number of symbols before the first part, in every matching text.
  let before: Int
  /// The number of symbols after the last.
  let after: Int
  /// Whether all parts are free parameters: each ends at the first delimiter that leaves it a
  /// character.
  package let areFree: Bool

  /// The range of a part in a text that matches; `nil` if the parts are not free, and a delimiter
  /// appears several times, so that only running the expression finds the right one.
  package func range(of part: UInt8, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var start = before
    for (index, delimiter) in texts.enumerated() {
      guard
        let found = place(of: delimiter, in: text, from: areFree ? start + 1 : start)
      else { return nil }
      if !areFree, place(of: delimiter, in: text, from: found + 1) != nil { return nil }
      if index == Int(part) { return start..<found }
      start = found + delimiter.count
    }
    return start <= text.count - after ? start..<(text.count - after) : nil
  }

  /// The first place of a delimiter before the symbols at the end.
  private func place(
    of delimiter: [Symbol], in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let last = min(text.count - after - delimiter.count, text.count - 1)
    guard start <= last else { return nil }
    return (start...last).first { place in
      guard !delimiter.isEmpty else { return text[place] & 0xC0 != 0x80 }
      return delimiter.indices.allSatisfy { Symbol(text[place + $0]) == delimiter[$0] }
    }
  }
}

/// A place in a text that is the same in all texts of an expression, in symbols from one end.
@usableFromInline package struct TextPlace: Sendable {
  /// From the start, or as `~symbols` from the end.
  @usableFromInline let number: Int16

  /// The place after that many symbols from the start, at most `Limits.regexStatesMax`.
  static func fromStart(_ symbols: Int) -> Self { Self(number: Int16(clamping: symbols)) }

  /// The place before that many symbols at the end, at most `Limits.regexStatesMax`.
  package static func fromEnd(_ symbols: Int) -> Self { Self(number: ~Int16(clamping: symbols)) }

  package var isStart: Bool { number == 0 }
  package var isEnd: Bool { number == ~0 }

  /// The index of the place in a text of that many symbols.
  @inlinable package func index(in count: Int) -> Int {
    number < 0 ? count - Int(~number) : Int(number)
  }
}

extension Expression {
  /// The places of the captures in every matching text; nil if only running the expression finds
  /// them: a capture is inside a repetition or choice, or there are several parts of variable
  /// length that are not separated by delimiters, or more than two that are not free parameters.
  var capturePlaces: CapturePlaces? {
    let parts = topLevelParts
    let counts = parts.map { $0.fixedCount }
    let open = counts.indices.filter { counts[$0] == nil }
    guard let first = open.first, let last = open.last, first < last else {
      return places(of: parts, counts, delimiters: nil)
    }
    guard open.count <= UInt8.max else { return nil }
    let areFree = open.allSatisfy { parts[$0].isFreeParameter }
    var texts: [[Symbol]] = []
    for (start, end) in zip(open, open.dropFirst()) {
      let text = parts[(start + 1)..<end].compactMap { $0.onlySymbol }
      guard text.count == end - start - 1, areFree || !text.isEmpty else { return nil }
      texts.append(text)
    }
    guard areFree || texts.count == 1 else { return nil }
    return places(
      of: parts, counts,
      delimiters: Delimiters(
        texts: texts, before: counts[..<first].compactMap { $0 }.reduce(0, +),
        after: counts[(last + 1)...].compactMap { $0 }.reduce(0, +), areFree: areFree))
  }

  private func places(
    of parts: [Expression], _ counts: [Int?], delimiters: Delimiters?
  ) -> CapturePlaces? {
    func place(before index: Int) -> TextPlace {
      let following = counts[index...].compactMap { $0 }
      if following.count == counts.count - index { return .fromEnd(following.reduce(0, +)) }
      return .fromStart(counts[..<index].compactMap { $0 }.reduce(0, +))
    }
    var places: [CapturePlace] = []
    var openCount: UInt8 = 0
    for (index, part) in parts.enumerated() {
      let isOpen = counts[index] == nil
      if case .capture(_, let inner) = part, !inner.hasCapture {
        places.append(
          isOpen && delimiters != nil
            ? .open(openCount) : .between(place(before: index), place(before: index + 1)))
      } else if part.hasCapture {
        return nil
      }
      if isOpen, delimiters != nil { openCount += 1 }
    }
    return CapturePlaces(places: places, delimiters: delimiters)
  }

  /// Whether it is a parameter of any text, which prefers the shortest.
  private var isFreeParameter: Bool {
    if case .capture(_, let part) = self {
      part == .repeated(.scalar, least: 1, most: nil, isLazy: true)
    } else {
      false
    }
  }

  /// The only symbol that it reads; nil if there are several, such as both cases of a letter, or
  /// none.
  private var onlySymbol: Symbol? {
    if case .symbols(let set) = self, set.count == 1 { set.members.first } else { nil }
  }

  /// The parts that are read one after another.
  private var topLevelParts: [Expression] {
    guard case .sequence(let parts) = self else { return [self] }
    return parts.flatMap { $0.topLevelParts }
  }

  /// The number of symbols in every matching text; nil if the numbers differ.
  private var fixedCount: Int? {
    switch self {
    case .symbols: return 1
    case .capture(_, let part): return part.fixedCount
    case .sequence(let parts):
      let counts = parts.compactMap { $0.fixedCount }
      return counts.count == parts.count ? counts.reduce(0, +) : nil
    case .choice(let parts):
      let counts = Set(parts.map { $0.fixedCount })
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
    case .sequence(let parts), .choice(let parts): parts.contains { $0.hasCapture }
    case .repeated(let part, _, _, _): part.hasCapture
    case .capture: true
    }
  }
}
