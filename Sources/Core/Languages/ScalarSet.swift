import Diagnostics

/// A set of Unicode scalars: a character class before its conversion to UTF-8 bytes.
package struct ScalarSet {
  /// In ascending order, without overlaps; surrogates may be inside and are left out of
  /// expressions.
  package private(set) var ranges: [ClosedRange<UInt32>]

  package static let all = ScalarSet([0...0x10FFFF])
  package static let digits = ScalarSet([0x30...0x39])
  package static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  package static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  package init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges.count > 1 ? [] : ranges
    guard ranges.count > 1 else { return }
    for range in ranges.inOrder(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  package var complement: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(result)
  }

  /// One scalar of the set as UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - separating: Whether `/` also means the separator between segments, as it does in regular
  ///     expressions. If not, a `/` of the set is a decoded one.
  ///   - isInUTF8: Whether texts are known to be UTF-8; a shorter expression is then enough.
  package func expression(separating: Bool, isInUTF8: Bool = true) -> Expression {
    var first = SymbolSet()
    for range in ranges where range.lowerBound < 0x80 {
      for scalar in range.lowerBound...min(0x7F, range.upperBound) {
        first.insert(Symbol(scalar))
        if separating, scalar == 0x2F { first.insert(separator) }
      }
    }
    if isInUTF8, let last = ranges.last, last.lowerBound <= 0x80, last.upperBound == 0x10FFFF {
      // All other scalars: any lead byte, then any continuation bytes. The text is UTF-8, and what
      // can follow never begins with a continuation byte, so no scalar is split.
      for lead: UInt8 in 0xC2...0xF4 { first.insert(Symbol(lead)) }
      let more = Expression.symbols(SymbolSet(0x80...0xBF))
      return .sequence([
        .symbols(first), .repeated(more, least: 0, most: nil, isLazy: false),
      ])
    }
    var choices: [Expression] = []
    for range in ranges { Self.appendSequences(range.lowerBound, range.upperBound, to: &choices) }
    if !first.isEmpty || choices.isEmpty { choices.insert(.symbols(first), at: 0) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  /// Splits a range at the borders of UTF-8's lengths and around the surrogates.
  private static func appendSequences(_ low: UInt32, _ high: UInt32, to choices: inout [Expression])
  {
    for border: ClosedRange<UInt32> in [
      0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ] {
      let from = max(low, border.lowerBound)
      let to = min(high, border.upperBound)
      if from <= to { appendAligned(from, to, to: &choices) }
    }
  }

  /// Splits a range until it is a product of byte ranges, then appends it.
  private static func appendAligned(_ low: UInt32, _ high: UInt32, to choices: inout [Expression]) {
    for length: UInt32 in 1...3 {
      let mask: UInt32 = (1 << (6 * length)) - 1
      guard low & ~mask != high & ~mask else { continue }
      if low & mask != 0 {
        appendAligned(low, low | mask, to: &choices)
        appendAligned((low | mask) + 1, high, to: &choices)
        return
      }
      if high & mask != mask {
        appendAligned(low, (high & ~mask) - 1, to: &choices)
        appendAligned(high & ~mask, high, to: &choices)
        return
      }
    }
    choices.append(.sequence(zip(encoded(low), encoded(high)).map { .symbols(SymbolSet($0...$1)) }))
  }

  private static func encoded(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? []
  }
}
