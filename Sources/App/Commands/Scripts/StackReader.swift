import Diagnostics
import Navigation

/// Parses the text after `expect stack`: `home: Home > MovieDetail(id=42) > Cast`.
///
/// A name or value that contains a space or one of `, ( ) > "` is quoted, as `stack` prints it.
struct StackReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Parses the coordinator's name: a first word that ends in a colon; `nil` if there is none.
  mutating func coordinator() -> String? {
    skipBlanks()
    let end = bytes[index...].firstIndex(where: isBlank) ?? bytes.count
    guard end > index + 1, bytes[end - 1] == UInt8(ascii: ":"),
      !bytes[index..<end].contains(UInt8(ascii: "("))
    else { return nil }
    defer { index = end }
    return text(index..<(end - 1))
  }

  /// Parses the screens, lowest first; `nil` if the text is malformed.
  mutating func screens() -> [Expectation.Screen]? {
    skipBlanks()
    if index == bytes.count { return [] }
    var screens: [Expectation.Screen] = []
    while true {
      guard let name = word(endingAt: [UInt8(ascii: "("), UInt8(ascii: ">")]) else { return nil }
      guard let values = values() else { return nil }
      screens.append(Expectation.Screen(name: name, values: values))
      skipBlanks()
      if index == bytes.count { return screens }
      guard take(">") else { return nil }
    }
  }

  /// Parses `(id=42, ref=push)` or nothing; `nil` if the text is malformed.
  private mutating func values() -> [(name: String, value: String)]? {
    skipBlanks()
    guard take("(") else { return [] }
    var values: [(name: String, value: String)] = []
    if take(")") { return values }
    while true {
      guard let name = word(endingAt: [UInt8(ascii: "=")]) else { return nil }
      skipBlanks()
      guard take("=") else { return nil }
      let ends = [UInt8(ascii: ","), UInt8(ascii: ")")]
      guard let value = word(endingAt: ends, mayBeEmpty: true) else { return nil }
      values.append((name, value))
      skipBlanks()
      if take(")") { return values }
      guard take(",") else { return nil }
    }
  }

  /// Parses a quoted word, or a word up to a space, a tab or one of these bytes; `nil` if it is
  /// malformed, or empty without `mayBeEmpty`.
  private mutating func word(endingAt ends: [UInt8], mayBeEmpty: Bool = false) -> String? {
    skipBlanks()
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { return quotation() }
    while index < bytes.count, !isBlank(bytes[index]), !ends.contains(bytes[index]) { index += 1 }
    return index > start || mayBeEmpty ? text(start..<index) : nil
  }

  private mutating func quotation() -> String? {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { return nil }
    index += 1
    return try? words(of: text(start..<index)).first
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
