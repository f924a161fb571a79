/// Percent-encoding (RFC 3986 §2.1).
enum Percent {
  /// Decodes once. A `%` without two hexadecimal digits is kept; parsed links have none.
  static func decode(_ bytes: [UInt8], _ range: Range<Int>, into result: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < range.upperBound,
        let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(byte)
        index += 1
      }
    }
  }

  /// The decoded text of a range of a parsed link.
  static func decoded(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    guard bytes[range].contains(UInt8(ascii: "%")) else { return text(of: bytes[range]) }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    decode(bytes, range, into: &result)
    return text(of: result)
  }

  /// The decoded bytes of a part of a link.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    decode(bytes, bytes.indices, into: &result)
    return result
  }

  /// Appends a byte of a path. `:` and `@` are also encoded: after the `://` of a custom scheme,
  /// the first segment is where other schemes have user info and port.
  static func appendPathByte(_ byte: UInt8, to result: inout [UInt8]) {
    append(byte, to: &result, isPlain: isPlainInPath(byte))
  }

  /// Appends a name or value of a query. `+` is encoded, since some readers decode it as a space.
  static func appendQueryText(_ text: String, to result: inout [UInt8]) {
    for byte in text.utf8 { append(byte, to: &result, isPlain: isPlainInQuery(byte)) }
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8], isPlain: Bool) {
    if isPlain {
      result.append(byte)
    } else {
      result.append(UInt8(ascii: "%"))
      result.append(digit(byte >> 4))
      result.append(digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  private static func isPlainInPath(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isPlainInQuery(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$'()*,;:@/?".utf8.contains(byte)
  }
}
