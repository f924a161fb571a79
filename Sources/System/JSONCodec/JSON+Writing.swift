public import Diagnostics

extension JSON {
  /// The value as JSON text; see `write(into:)`.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON in UTF-8; see `write(into:)`.
  public var bytes: [UInt8] {
    var bytes = ByteBuffer()
    write(into: &bytes)
    return [UInt8](bytes)
  }

  /// The value as JSON on one line, with its line end.
  public var line: [UInt8] {
    var bytes = ByteBuffer()
    write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return [UInt8](bytes)
  }

  /// Appends the value as JSON on one line, without spaces or a line end, members in their order.
  ///
  /// Control characters (C0, DEL, C1), the Unicode line separators and the bidirectional overrides
  /// are escaped, so that every reader sees one line and no terminal sequence is output. Everything
  /// else is written as UTF-8.
  public func write(into bytes: inout ByteBuffer) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .int(let value): writeJSONInteger(value, into: &bytes)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): writeJSONString(text, into: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        writeJSONString(member.key, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .written(let text): bytes.append(contentsOf: text)
    }
  }
}

/// Appends an integer as decimal digits.
public func writeJSONInteger(_ value: Int64, into bytes: inout ByteBuffer) {
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

/// Appends a JSON string, escaped as `JSON.write(into:)` does.
public func writeJSONString(_ text: String, into bytes: inout ByteBuffer) {
  var text = text
  text.withUTF8 { _ = writeJSONString($0, into: &bytes) }
}

/// Appends a JSON string, escaped as `JSON.write(into:)` does.
/// - Parameter text: UTF-8. If anything in it needs an escape, invalid bytes become U+FFFD.
/// - Returns: Whether it is plain: printable ASCII of which nothing needs an escape.
@discardableResult
public func writeJSONString(
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
