/// The input of automata: a byte of decoded text (0…255), or `separator`, the slash between two
/// segments, which is distinct from a decoded `%2F` (docs/route-files.md).
@usableFromInline package typealias Symbol = UInt16

@inlinable package var separator: Symbol { 256 }

/// A set of symbols.
@usableFromInline package struct SymbolSet: Hashable, Sendable {
  // The operations are inlinable, because searches of `RouteProofs` spend their time in them.
  @usableFromInline var words = SIMD4<UInt64>()
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

  /// Whether two sets share a symbol.
  @inlinable package func meets(_ other: Self) -> Bool {
    words & other.words != SIMD4<UInt64>() || hasSeparator && other.hasSeparator
  }

  /// The number of symbols.
  @inlinable package var count: Int {
    (0..<4).reduce(hasSeparator ? 1 : 0) { $0 + words[$1].nonzeroBitCount }
  }

  /// The symbols in ascending order.
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
