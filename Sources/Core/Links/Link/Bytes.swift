// Links are compared as bytes: String's `==` is canonical equivalence, which could let a link past
// a gate.

/// Whether two texts have the same UTF-8 bytes; `==` also equates é with e and a combining accent.
public func sameBytes(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  // Reading the UTF-8 views takes a call per byte; buffers are compared in place.
  var (left, right) = (left, right)
  return left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
}

/// A text as a key, compared by its bytes.
public struct TextBytes: Hashable, Sendable {
  /// The text.
  public let text: String

  /// A key for a text.
  public init(_ text: String) {
    self.text = text
  }

  /// Equal byte for byte.
  public static func == (left: Self, right: Self) -> Bool { sameBytes(left.text, right.text) }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Feeds a text's bytes to a hasher, so that hashing agrees with `sameBytes`.
func hashBytes(of text: String, into hasher: inout Hasher) {
  for byte in text.utf8 { hasher.combine(byte) }
  hasher.combine(0xFF as UInt8)
}

/// The text of decoded bytes, which the link parser has checked to be UTF-8.
package func text(of bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  /// C0 controls and DEL.
  var isControl: Bool { self < 0x20 || self == 0x7F }
  /// The byte with ASCII letters in lower case.
  package var folded: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  /// The value of a hexadecimal digit.
  package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
