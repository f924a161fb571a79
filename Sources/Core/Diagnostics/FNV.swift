/// The hash FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/); unlike `Hasher`'s, its
/// values are the same in every process.
public struct FNV: Sendable {
  /// The hash of everything added so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of nothing.
  public init() {}

  /// Adds bytes, and after them a byte that no text contains.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
    value = (value ^ 0xFF) &* Self.prime
  }

  /// Adds a number in one step, which FNV-1a does not define.
  public mutating func add(_ number: UInt64) {
    value = (value ^ number) &* Self.prime
    value ^= value >> 32
  }

  private static let prime: UInt64 = 0x100_0000_01B3
}
