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
