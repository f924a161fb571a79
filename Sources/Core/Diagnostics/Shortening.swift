/// The first 80 scalars of a text, or `scalarsMax`, followed by `…` if there are more: as much as a
/// message quotes of a text that can be long.
public func shortened(_ text: String, scalarsMax: Int = 80) -> String {
  let start = text.unicodeScalars.prefix(scalarsMax)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}
