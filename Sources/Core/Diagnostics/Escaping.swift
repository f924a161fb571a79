/// Makes untrusted text safe to print: control characters (C0, DEL, C1), the Unicode line
/// separators and the bidirectional overrides become `\u{hex}`, so that no terminal sequence
/// survives. Everything else is unchanged.
public func escaped(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnprintable(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Appends UTF-8 text as `escaped` writes it; invalid UTF-8 becomes U+FFFD.
public func writeEscaped(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
  var isPlain = true
  // Branchless, so that the loop vectorizes.
  for byte in text { isPlain = byte < 0x20 || byte >= 0x7F ? false : isPlain }
  if isPlain {
    bytes.append(contentsOf: text)
  } else {
    bytes.append(contentsOf: escaped(String(decoding: text, as: UTF8.self)).utf8)
  }
}

private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}
