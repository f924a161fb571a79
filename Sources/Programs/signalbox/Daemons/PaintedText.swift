import Diagnostics

/// The text of another program that may paint it: sequences of `TextRole` are kept, and everything
/// else that is not printable is escaped. Ends without a colour.
func escapedButPainted(_ text: String) -> String {
  let end = "\u{1B}[0m"
  let known = Set(TextRole.allCases.map { "\u{1B}[\($0.parameters)m" } + [end])
  var result = ""
  var isPainting = false
  forEachPart(ofPainted: text) { part, isSequence in
    let part = String(part)
    if isSequence, known.contains(part) {
      isPainting = part != end
      result += part
    } else {
      result += escaped(part)
    }
  }
  return isPainting ? result + end : result
}
