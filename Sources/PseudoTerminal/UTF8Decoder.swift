/// Makes scalars of bytes that come one at a time; what is not UTF-8 gives U+FFFD.
struct UTF8Decoder: Sendable {
  private var bytes: [UInt8] = []

  /// Takes a byte; gives a scalar when one is whole, or when it can become none any more.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    bytes.append(byte)
    let count = Self.count(first: bytes[0])
    if count > bytes.count, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return nil }
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
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
