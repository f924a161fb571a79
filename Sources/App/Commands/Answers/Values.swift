import Navigation

/// Returns a value as `MovieDetail(id=42)` shows it: quoted unless it is plain, so that `expect
/// stack` can read what `stack` prints.
func valueText(_ value: String) -> String {
  let isPlain = value.unicodeScalars.allSatisfy { scalar in
    scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
      && !"\"\\,()>".unicodeScalars.contains(scalar)
  }
  if isPlain, !value.isEmpty { return value }
  // A leading space makes `quoted` add quotation marks; it is removed afterwards.
  return "\"" + quoted(" " + value).utf8Suffix(from: 2)
}

extension String {
  /// Returns the text without its first `count` bytes.
  func utf8Suffix(from count: Int) -> String {
    String(decoding: utf8.dropFirst(count), as: UTF8.self)
  }
}

/// Returns whether a text contains another, compared bytewise.
func holds(_ text: String, _ part: String) -> Bool {
  let wanted = Array(part.utf8)
  guard let first = wanted.first else { return true }
  let bytes = Array(text.utf8)
  guard bytes.count >= wanted.count else { return false }
  return (0...(bytes.count - wanted.count)).contains { start in
    bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
  }
}

/// Returns whether a text starts with another, compared bytewise.
func begins(_ text: String, with start: String) -> Bool {
  text.utf8.starts(with: start.utf8)
}
