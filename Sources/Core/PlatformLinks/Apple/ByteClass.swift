/// A set of bytes.
public struct ByteClass: Hashable, Sendable {
  /// Word k holds the bytes from 64k, one bit each.
  package var words = SIMD4<UInt64>()

  /// The class of some bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// The class with these bits.
  package init(words: SIMD4<UInt64>) {
    self.words = words
  }

  /// All bytes.
  package static let all = ByteClass(words: SIMD4(repeating: .max))

  /// Whether a byte is in the class.
  public func contains(_ byte: UInt8) -> Bool {
    words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
  }

  /// The bytes in ascending order.
  public var bytes: [UInt8] {
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

  /// Whether no byte is in the class.
  package var isEmpty: Bool { words == SIMD4<UInt64>() }

  /// The bytes of both.
  package func intersection(_ other: ByteClass) -> ByteClass {
    ByteClass(words: words & other.words)
  }

  /// The bytes that are not in the other.
  package func subtracting(_ other: ByteClass) -> ByteClass {
    ByteClass(words: words & ~other.words)
  }

  /// Adds the bytes of another class.
  package mutating func formUnion(_ other: ByteClass) { words |= other.words }

  /// Adds a byte.
  package mutating func insert(_ byte: UInt8) {
    words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  /// The class with both cases of every ASCII letter in it.
  package var ignoringCase: ByteClass {
    ByteClass(bytes.flatMap { byte in isLetter(byte) ? [byte | 0x20, byte & 0xDF] : [byte] })
  }
}

/// Whether a byte is an ASCII letter.
package func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// The value of a hexadecimal digit.
package func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
