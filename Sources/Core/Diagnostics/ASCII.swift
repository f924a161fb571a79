// Bytes as ASCII characters.

extension UInt8 {
  @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  @inlinable package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }
  /// A character of a scheme (RFC 3986 §3.1), which begins with a letter.
  @inlinable package var isInScheme: Bool {
    isLetterOrDigit || self == 0x2B || self == 0x2D || self == 0x2E
  }
  /// A letter, a digit or one of `-._~` (RFC 3986 §2.3).
  @inlinable package var isUnreserved: Bool {
    isLetterOrDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
  }
  /// C0 controls and DEL.
  @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }
  /// The byte with ASCII letters in lower case.
  @inlinable package var folded: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  @inlinable package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// `%` and the two hexadecimal digits of the byte.
  package func percentEncoded(isLowercase: Bool = false) -> [UInt8] {
    let digits = Array((isLowercase ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    return [0x25, digits[Int(self >> 4)], digits[Int(self & 15)]]
  }
}

/// The number of leading bytes that a JSON string holds unescaped: printable ASCII except quotation
/// marks and backslashes.
package func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
  guard let start = UnsafeRawPointer(text.baseAddress) else { return 0 }
  var count = 0
  while text.count - count >= 8 {
    let bytes = start.loadUnaligned(fromByteOffset: count, as: UInt64.self)
    let special = specialBytes(UInt64(littleEndian: bytes))
    guard special == 0 else { return count + special.trailingZeroBitCount / 8 }
    count += 8
  }
  var last: UInt64 = 0x2020_2020_2020_2020  // Spaces are plain.
  if text.count >= 8 {
    // The last eight bytes, of which the first were plain.
    count = text.count - 8
    last = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: count, as: UInt64.self))
  } else {
    for byte in text.reversed() { last = last << 8 | UInt64(byte) }
  }
  let special = specialBytes(last)
  return special == 0 ? text.count : count + special.trailingZeroBitCount / 8
}

/// Marks the lowest of eight bytes that is not plain in its high bit. The bits above are undefined;
/// the result is 0 if all eight are plain.
@inline(__always)
private func specialBytes(_ bytes: UInt64) -> UInt64 {
  let each: UInt64 = 0x0101_0101_0101_0101
  let quotes = (bytes ^ each &* 0x22) &- each
  let backslashes = (bytes ^ each &* 0x5C) &- each
  let controls = bytes &- each &* 0x20
  let others = bytes &+ each | bytes  // 0x7F and above.
  return (quotes | backslashes | controls | others) & (each &* 0x80)
}
