extension JSONReader {
  /// Reads a string; the opening quote is the next byte.
  mutating func string() throws(JSONError) -> String {
    index += 1
    // Runs without escapes are copied at once; most strings are one such run.
    var run = index
    var text = ""
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += String(decoding: bytes[run..<index], as: UTF8.self)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[run..<index], as: UTF8.self)
        text.unicodeScalars.append(try escape())
        run = index
      case 0..<0x20: throw .controlCharacter(byte, at: place(index))
      case 0..<0x80: index += 1
      default: try multibyteScalar(lead: byte)
      }
    }
    throw unexpected("'\"'")
  }

  /// Skips a well-formed scalar of two to four bytes, by table 3-7 of the Unicode Standard: no
  /// overlong form, no surrogate, nothing above U+10FFFF.
  private mutating func multibyteScalar(lead: UInt8) throws(JSONError) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw .invalidUTF8(at: place(index))
    }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw .invalidUTF8(at: place(index)) }
    index += length
  }

  /// Reads an escape; the backslash is the next byte.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = next else { throw unexpected("an escape") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(of: start)
    default: throw .badEscape(at: place(start))
    }
  }

  /// Reads the four digits after `\u`, and a second `\u` if they are the first half of a surrogate
  /// pair.
  private mutating func unicodeEscape(of start: Int) throws(JSONError) -> Unicode.Scalar {
    let high = try fourHexDigits(of: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, take("\\"), take("u") else { throw .loneSurrogate(at: place(start)) }
    let low = try fourHexDigits(of: index - 2)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .loneSurrogate(at: place(start)) }
    return scalar
  }

  private mutating func fourHexDigits(of start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw unexpected("a hexadecimal digit") }
      guard let digit = hexDigit(byte) else { throw .badEscape(at: place(start)) }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
