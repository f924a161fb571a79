/// Texts as bytes: a combining mark that follows a delimiter hides it from Swift's characters.
extension String {
  /// Whether the text begins with another, byte by byte.
  func hasBytePrefix(_ text: String) -> Bool { utf8.starts(with: text.utf8) }

  /// Whether the text ends with another, byte by byte.
  func hasByteSuffix(_ text: String) -> Bool {
    utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The text without bytes at its ends.
  func dropping(first: Int = 0, last: Int = 0) -> String {
    String(decoding: utf8.dropFirst(first).dropLast(last), as: UTF8.self)
  }

  /// The text with each occurrence of another replaced, byte by byte.
  func replacingBytes(_ text: String, with other: String) -> String {
    String(decoding: Array(utf8).replacing(text.utf8, with: other.utf8), as: UTF8.self)
  }
}
