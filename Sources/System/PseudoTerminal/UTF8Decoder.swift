/// Decodes UTF-8 one byte at a time; invalid bytes become U+FFFD.
struct UTF8Decoder: Sendable {
  private var bytes: [UInt8] = []

  /// Decodes a byte. Returns U+FFFD if it interrupts an incomplete scalar, then the scalar that it
  /// completes, if any.
  mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    let cut = byte & 0xC0 == 0x80 ? nil : end()
    bytes.append(byte)
    if Self.count(first: bytes[0]) > bytes.count { return cut.map { [$0] } ?? [] }
    let whole = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    bytes = []
    return [cut, whole].compactMap(\.self)
  }

  /// Discards an incomplete scalar; returns U+FFFD if there was one.
  mutating func end() -> Unicode.Scalar? {
    defer { bytes = [] }
    return bytes.isEmpty ? nil : "\u{FFFD}"
  }

  private static func count(first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
