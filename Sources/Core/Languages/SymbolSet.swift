import Diagnostics

/// The input of automata: a byte of decoded text (0…255), or `separator`, the slash between two
/// segments, which is distinct from a decoded `%2F` (docs/route-files.md).
public typealias Symbol = UInt16

@inlinable package var separator: Symbol { 256 }

/// A set of symbols.
public struct SymbolSet: Hashable, Sendable {
  // The operations are inlinable, because searches of languages spend their time in them. The words
  // are no vector, whose operations are calls of generic code in a debug build.

  // Word k holds the bytes from 64k, one bit each.
  @usableFromInline var word0: UInt64 = 0
  @usableFromInline var word1: UInt64 = 0
  @usableFromInline var word2: UInt64 = 0
  @usableFromInline var word3: UInt64 = 0
  @usableFromInline package var hasSeparator = false

  @inlinable package init() {}

  @inlinable package init(_ symbol: Symbol) { insert(symbol) }

  /// The set of some bytes.
  @inlinable public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(Symbol(byte)) }
  }

  /// All bytes, without the separator.
  package static let bytes = SymbolSet(UInt8.min...UInt8.max)

  @inlinable package var isEmpty: Bool { !hasBytes && !hasSeparator }

  @inlinable var hasBytes: Bool { word0 | word1 | word2 | word3 != 0 }

  @inlinable func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: word0
    case 1: word1
    case 2: word2
    default: word3
    }
  }

  @inlinable func combined(
    with other: Self, hasSeparator: Bool, _ combine: (UInt64, UInt64) -> UInt64
  ) -> Self {
    var result = Self()
    result.word0 = combine(word0, other.word0)
    result.word1 = combine(word1, other.word1)
    result.word2 = combine(word2, other.word2)
    result.word3 = combine(word3, other.word3)
    result.hasSeparator = hasSeparator
    return result
  }

  /// The only symbol of the set; both cases of an ASCII letter count as one, the lower case.
  package var single: Symbol? {
    if hasSeparator { return hasBytes ? nil : separator }
    var found: UInt8?
    for byte in bytes {
      guard found ?? byte.folded == byte.folded else { return nil }
      found = byte.folded
    }
    return found.map { Symbol($0) }
  }

  @inlinable package func meets(_ other: Self) -> Bool {
    word0 & other.word0 | word1 & other.word1 | word2 & other.word2 | word3 & other.word3 != 0
      || hasSeparator && other.hasSeparator
  }

  @inlinable package var count: Int {
    word0.nonzeroBitCount + word1.nonzeroBitCount + word2.nonzeroBitCount
      + word3.nonzeroBitCount + (hasSeparator ? 1 : 0)
  }

  /// In ascending order.
  @inlinable package var members: [Symbol] {
    var members: [Symbol] = []
    forEach { members.append($0) }
    return members
  }

  /// The bytes of the set in ascending order.
  @inlinable public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEach { if $0 < separator { bytes.append(UInt8($0)) } }
    return bytes
  }

  /// Calls `body` with each member, in ascending order.
  @inlinable package func forEach(_ body: (Symbol) -> Void) {
    for index in 0..<4 {
      var word = word(index)
      while word != 0 {
        body(Symbol(index &* 64 &+ word.trailingZeroBitCount))
        word &= word &- 1
      }
    }
    if hasSeparator { body(separator) }
  }

  /// The member with the least rank; nil if the set is empty.
  ///
  /// - Parameter ranks: One for each symbol.
  @inlinable package func least(by ranks: [Int]) -> Symbol? {
    var least: Symbol?
    forEach { symbol in
      if least.map({ ranks[Int(symbol)] < ranks[Int($0)] }) ?? true { least = symbol }
    }
    return least
  }

  @inlinable package func contains(_ symbol: Symbol) -> Bool {
    guard symbol < separator else { return hasSeparator }
    return word(Int(symbol &>> 6)) &>> UInt64(symbol & 63) & 1 == 1
  }

  /// Whether a byte is in the set.
  @inlinable public func contains(_ byte: UInt8) -> Bool { contains(Symbol(byte)) }

  @inlinable package mutating func insert(_ symbol: Symbol) {
    guard symbol < separator else {
      hasSeparator = true
      return
    }
    let bit: UInt64 = 1 &<< UInt64(symbol & 63)
    switch symbol &>> 6 {
    case 0: word0 |= bit
    case 1: word1 |= bit
    case 2: word2 |= bit
    default: word3 |= bit
    }
  }

  @inlinable package func intersection(_ other: Self) -> Self {
    combined(with: other, hasSeparator: hasSeparator && other.hasSeparator) { $0 & $1 }
  }

  @inlinable package func union(_ other: Self) -> Self {
    combined(with: other, hasSeparator: hasSeparator || other.hasSeparator) { $0 | $1 }
  }

  @inlinable package func subtracting(_ other: Self) -> Self {
    combined(with: other, hasSeparator: hasSeparator && !other.hasSeparator) { $0 & ~$1 }
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
