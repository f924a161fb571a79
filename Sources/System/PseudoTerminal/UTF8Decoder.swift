/// Makes scalars of bytes that come one at a time; what is not UTF-8 gives U+FFFD.
struct UTF8Decoder: Sendable {
  private var bytes: [UInt8] = []

  /// Takes a byte; gives a scalar when one is whole, and another before it where it cuts one short.
  mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    let cut = byte & 0xC0 == 0x80 ? nil : end()
    bytes.append(byte)
    if Self.count(first: bytes[0]) > bytes.count { return cut.map { [$0] } ?? [] }
    let whole = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    bytes = []
    return [cut, whole].compactMap(\.self)
  }

  /// Ends what was begun and is not whole; gives U+FFFD if there was any.
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
