import Navigation

/// A value as it stands in `MovieDetail(id=42)`: in quotation marks unless it is plain, so that
/// what `stack` prints can be given to `expect stack`.
func valueText(_ value: String) -> String {
  let isPlain = value.unicodeScalars.allSatisfy { scalar in
    scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
      && !"\"\\,()>".unicodeScalars.contains(scalar)
  }
  if isPlain, !value.isEmpty { return value }
  // A leading space makes `quoted` use quotation marks; it is taken off again.
  return "\"" + quoted(" " + value).utf8Suffix(from: 2)
}

extension String {
  /// The text without its first bytes.
  func utf8Suffix(from count: Int) -> String {
    String(decoding: utf8.dropFirst(count), as: UTF8.self)
  }
}

/// Whether one text is somewhere in another, as bytes.
func holds(_ text: String, _ part: String) -> Bool {
  let wanted = Array(part.utf8)
  guard let first = wanted.first else { return true }
  let bytes = Array(text.utf8)
  guard bytes.count >= wanted.count else { return false }
  return (0...(bytes.count - wanted.count)).contains { start in
    bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
  }
}

/// Whether one text begins with another, as bytes.
func begins(_ text: String, with start: String) -> Bool {
  text.utf8.starts(with: start.utf8)
}
