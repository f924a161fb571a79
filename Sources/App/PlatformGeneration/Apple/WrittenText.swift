import Diagnostics

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
    let bytes = text.flatMap { isPlain($0) ? [$0] : $0.percentEncoded() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
