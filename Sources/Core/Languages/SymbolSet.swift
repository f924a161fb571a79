import Diagnostics

/// The input of automata: a byte of decoded text (0…255), or `separator`, the slash between two
/// segments, which is distinct from a decoded `%2F` (docs/route-files.md).
public typealias Symbol = UInt16

@inlinable package var separator: Symbol { 256 }

/// A set of symbols.
public struct SymbolSet: Hashable, Sendable {
  // The operations are inlinable, because searches of languages spend their time in them.

  /// Word k holds the bytes from 64k, one bit each.
  @usableFromInline var words = SIMD4<UInt64>()
  @usableFromInline package var hasSeparator = false

  @inlinable package init() {}

  @inlinable package init(_ symbol: Symbol) { insert(symbol) }

  /// The set of some bytes.
  @inlinable public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(Symbol(byte)) }
  }

  /// All bytes, without the separator.
  package static let bytes = SymbolSet(UInt8.min...UInt8.max)

  @inlinable package var isEmpty: Bool { words == SIMD4<UInt64>() && !hasSeparator }

  /// The only symbol of the set; both cases of an ASCII letter count as one, the lower case.
  package var single: Symbol? {
    if hasSeparator { return words == SIMD4<UInt64>() ? separator : nil }
    var found: UInt8?
    for byte in bytes {
      guard found ?? byte.folded == byte.folded else { return nil }
      found = byte.folded
    }
    return found.map { Symbol($0) }
  }

  @inlinable package func meets(_ other: Self) -> Bool {
    words & other.words != SIMD4<UInt64>() || hasSeparator && other.hasSeparator
  }

  @inlinable package var count: Int {
    (0..<4).reduce(hasSeparator ? 1 : 0) { $0 + words[$1].nonzeroBitCount }
  }

  /// In ascending order.
  @inlinable package var members: [Symbol] {
    bytes.map { Symbol($0) } + (hasSeparator ? [separator] : [])
  }

  /// The bytes of the set in ascending order.
  @inlinable public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<4 {
      var word = words[index]
      while word != 0 {
        bytes.append(UInt8(truncatingIfNeeded: index * 64 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    return bytes
  }

  /// The member with the least rank; nil if the set is empty.
  ///
  /// - Parameter ranks: One for each symbol.
  @inlinable package func least(by ranks: [Int]) -> Symbol? {
    var least: Symbol? = hasSeparator ? separator : nil
    for index in 0..<4 {
      var word = words[index]
      while word != 0 {
        let symbol = Symbol(index * 64 + word.trailingZeroBitCount)
        if least.map({ ranks[Int(symbol)] < ranks[Int($0)] }) ?? true { least = symbol }
        word &= word - 1
      }
    }
    return least
  }

  @inlinable package func contains(_ symbol: Symbol) -> Bool {
    guard symbol < separator else { return hasSeparator }
    return words[Int(symbol >> 6)] >> UInt64(symbol & 63) & 1 == 1
  }

  /// Whether a byte is in the set.
  @inlinable public func contains(_ byte: UInt8) -> Bool { contains(Symbol(byte)) }

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

  /// The set with both cases of every ASCII letter in it.
  package var ignoringCase: Self {
    var result = self
    for byte in bytes where byte.isLetter { result.insert(Symbol(byte ^ 0x20)) }
    return result
  }
}

extension [SymbolSet] {
  /// Splits each set into its symbols of `set` and its others; none of the parts is empty.
  @inlinable package mutating func split(by set: SymbolSet) {
    for index in indices {
      let common = self[index].intersection(set)
      guard !common.isEmpty, common != self[index] else { continue }
      append(self[index].subtracting(set))
      self[index] = common
    }
  }
}
