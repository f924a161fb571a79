package import Diagnostics

/// Appends an integer as decimal digits.
package func writeJSONInteger(_ value: Int64, into bytes: inout ByteBuffer) {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
    var start = digits.count
    var rest = value.magnitude
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
  }
}

/// Appends a JSON string.
///
/// Control characters (C0, DEL, C1), the Unicode line separators and the bidirectional overrides
/// are escaped, so that every reader sees one line and no terminal sequence is output. Everything
/// else is written as UTF-8.
package func writeJSONString(_ text: String, into bytes: inout ByteBuffer) {
  var text = text
  text.withUTF8 { _ = writeJSONString($0, into: &bytes) }
}

/// Appends a JSON string, escaped in the same way.
/// - Parameter text: UTF-8. If anything in it needs an escape, invalid bytes become U+FFFD.
/// - Returns: Whether it is plain: printable ASCII of which nothing needs an escape.
@discardableResult
package func writeJSONString(
  _ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer
) -> Bool {
  let isPlain = plainCount(text) == text.count
  bytes.append(UInt8(ascii: "\""))
  if isPlain || !text.contains(where: mayNeedEscape) {
    bytes.append(contentsOf: text)
  } else {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      writeScalar(scalar, into: &bytes)
    }
  }
  bytes.append(UInt8(ascii: "\""))
  return isPlain
}

/// Whether a byte is, or may start, a scalar to escape: the bytes above ASCII start those of
/// `isUnprintable`.
private func mayNeedEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    || byte == 0xC2 || byte == 0xD8 || byte == 0xE1 || byte == 0xE2 || byte == 0xEF
    || byte == 0xF3
}

private func writeScalar(_ scalar: Unicode.Scalar, into bytes: inout ByteBuffer) {
  switch scalar.value {
  case 0x22: bytes.append(#"\""#)
  case 0x5C: bytes.append(#"\\"#)
  case 0x08: bytes.append(#"\b"#)
  case 0x09: bytes.append(#"\t"#)
  case 0x0A: bytes.append(#"\n"#)
  case 0x0C: bytes.append(#"\f"#)
  case 0x0D: bytes.append(#"\r"#)
  case _ where isUnprintable(scalar):
    for unit in String(scalar).utf16 {
      bytes.append(#"\u"#)
      bytes.append(contentsOf: zeroPadded(unit, 4, radix: 16).utf8)
    }
  default: bytes.append(contentsOf: String(scalar).utf8)
  }
}

/// Writes an object on one line, without spaces or a line end. Its members are added in their
/// order, each key once.
package struct JSONObjectWriter: ~Copyable {
  private var bytes = ByteBuffer()

  package init() { bytes.append(UInt8(ascii: "{")) }

  /// Ends the object, and returns its text.
  package mutating func ended() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    return [UInt8](bytes)
  }

  /// Adds a member: a string, or `null`.
  package mutating func add(_ key: String, _ text: String?) {
    begin(key)
    if let text {
      writeJSONString(text, into: &bytes)
    } else {
      bytes.append("null")
    }
  }

  /// Adds a member: an integer.
  package mutating func add(_ key: String, _ number: Int64) {
    begin(key)
    writeJSONInteger(number, into: &bytes)
  }

  /// Adds a member: an object.
  package mutating func add(_ key: String, _ object: consuming JSONObjectWriter) {
    begin(key)
    bytes.append(contentsOf: object.ended())
  }

  private mutating func begin(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    writeJSONString(key, into: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}
