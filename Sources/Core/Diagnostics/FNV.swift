/// The hash FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/); unlike `Hasher`'s, its
/// values are the same in every process.
public struct FNV: Sendable {
  @usableFromInline var hash: UInt64
  @inlinable static var prime: UInt64 { 0x100_0000_01B3 }

  /// The hash of nothing.
  @inlinable public init() {
    hash = 0xCBF2_9CE4_8422_2325
  }

  /// The hash of everything added so far.
  @inlinable public var value: UInt64 { hash }

  /// Adds bytes, and after them a byte that no text contains.
  @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* Self.prime }
    hash = (hash ^ 0xFF) &* Self.prime
  }

  /// Adds a number in one step, which FNV-1a does not define.
  @inlinable public mutating func add(_ number: UInt64) {
    hash = (hash ^ number) &* Self.prime
    hash ^= hash >> 32
  }
}
