internal import Diagnostics

/// A text on one line, as a log and a supervisor can have it.
func printable(_ text: String) -> String { escaped(text) }

/// The beginning of a text that has at most so many bytes, `…` at its end if something is missing.
func cut(_ text: String, bytesMax: Int) -> String {
  guard text.utf8.count > bytesMax else { return text }
  let mark = "…"
  var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(0, bytesMax - mark.utf8.count))
  // No scalar is cut in two.
  while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 {
    end = text.utf8.index(before: end)
  }
  return String(decoding: text.utf8[..<end], as: UTF8.self) + mark
}
