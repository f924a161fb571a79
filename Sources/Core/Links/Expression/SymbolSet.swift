/// The input of automata: a byte of decoded text (0…255), or `separator`, the slash between two
/// segments, which is distinct from a decoded `%2F` (docs/route-files.md).
@usableFromInline package typealias Symbol = UInt16

@inlinable package var separator: Symbol { 256 }

@usableFromInline package struct SymbolSet: Hashable, Sendable {
  // The operations are inlinable, because searches of `RouteProofs` spend their time in them.
  @usableFromInline package var words = SIMD4<UInt64>()
  @usableFromInline package var hasSeparator = false

  @inlinable package init() {}

  @inlinable package init(_ symbol: Symbol) { insert(symbol) }

  package init(_ range: ClosedRange<UInt8>) {
    for byte in range { insert(Symbol(byte)) }
  }

  @inlinable package var isEmpty: Bool { words == SIMD4<UInt64>() && !hasSeparator }

  /// The only symbol of the set; both cases of an ASCII letter count as one, the lower case.
  package var single: Symbol? {
    if hasSeparator { return words == SIMD4<UInt64>() ? separator : nil }
    var found: UInt8?
    for index in 0..<4 where words[index] != 0 {
      var word = words[index]
      while word != 0 {
        let byte = UInt8(index * 64 + word.trailingZeroBitCount).folded
        guard found ?? byte == byte else { return nil }
        found = byte
        word &= word - 1
      }
    }
    return found.map { Symbol($0) }
  }

  @inlinable package func meets(_ other: Self) -> Bool {
    words & other.words != SIMD4<UInt64>() || hasSeparator && other.hasSeparator
  }

  @inlinable package var count: Int {
    (0..<4).reduce(hasSeparator ? 1 : 0) { $0 + words[$1].nonzeroBitCount }
  }

  @inlinable package var members: [Symbol] {
    var members: [Symbol] = []
    for index in 0..<4 {
      var word = words[index]
      while word != 0 {
        members.append(Symbol(index * 64 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    return hasSeparator ? members + [separator] : members
  }

  @inlinable package func contains(_ symbol: Symbol) -> Bool {
    guard symbol < separator else { return hasSeparator }
    return words[Int(symbol >> 6)] >> UInt64(symbol & 63) & 1 == 1
  }

  @inlinable package mutating func insert(_ symbol: Symbol) {
    guard symbol < separator else {
      hasSeparator = true
      return
    }
    words[Int(symbol >> 6)] |= 1 << UInt64(symbol & 63)
  }

  @inlinable package func intersection(_ other: Self) -> Self {
    var result = self
    result.words &= other.words
    result.hasSeparator = hasSeparator && other.hasSeparator
    return result
  }

  @inlinable package func union(_ other: Self) -> Self {
    var result = self
    result.words |= other.words
    result.hasSeparator = hasSeparator || other.hasSeparator
    return result
  }

  @inlinable package func subtracting(_ other: Self) -> Self {
    var result = self
    result.words &= ~other.words
    result.hasSeparator = hasSeparator && !other.hasSeparator
    return result
  }
}

/// A set of Unicode scalars: a character class before its conversion to UTF-8 bytes.
struct ScalarSet {
  /// In ascending order, without overlaps; surrogates may be inside and are left out of
  /// expressions.
  private(set) var ranges: [ClosedRange<UInt32>]

  static let all = ScalarSet([0...0x10FFFF])
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  var complement: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(result)
  }

  /// One scalar of the set as UTF-8 bytes, for texts that are UTF-8.
  ///
  /// - Parameter separating: Whether `/` also means the separator between segments, as it does
  ///   in regular expressions. If not, a `/` of the set is a decoded one.
  func expression(separating: Bool) -> Expression {
    var first = SymbolSet()
    for range in ranges where range.lowerBound < 0x80 {
      for scalar in range.lowerBound...min(0x7F, range.upperBound) {
        first.insert(Symbol(scalar))
        if separating, scalar == 0x2F { first.insert(separator) }
      }
    }
    if let last = ranges.last, last.lowerBound <= 0x80, last.upperBound == 0x10FFFF {
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
