/// A set of bytes.
public struct ByteClass: Hashable, Sendable {
  // Each word holds 64 bytes: `first` those from 0, `fourth` those from 192.
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// The class of some bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// Whether a byte is in the class.
  public func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  /// The bytes in ascending order.
  public var bytes: [UInt8] { (0...UInt8.max).filter(contains) }

  /// The class with both cases of every ASCII letter in it.
  var ignoringCase: ByteClass {
    ByteClass(bytes.flatMap { byte in isLetter(byte) ? [byte | 0x20, byte & 0xDF] : [byte] })
  }

  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: first |= bit
    case 1: second |= bit
    case 2: third |= bit
    default: fourth |= bit
    }
  }
}

/// Whether a byte is an ASCII letter.
func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
