/// A part of a link that Apple compares as written.
enum WrittenPart {
  case path, query, fragment

  /// Whether browsers write a byte of the part as it is (WHATWG URL, "percent-encode sets").
  func isPlain(_ byte: UInt8) -> Bool {
    guard byte > 0x20, byte < 0x7F else { return false }
    return switch self {
    case .path: !"\"#<>?^`{}/%\\".utf8.contains(byte)
    case .query: !"\"#<>'&%\\".utf8.contains(byte)
    case .fragment: !"\"<>`/%\\".utf8.contains(byte)
    }
  }

  /// A text as browsers write it: bytes that are not plain as `%` and two digits in upper case.
  func written(_ text: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    for byte in text {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func digit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
