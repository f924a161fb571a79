/// Wraps text at spaces into lines of at most `columns` columns; a longer word gets its own line.
public func wrapped(_ text: String, columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, terminalWidth(last) + 1 + terminalWidth(String(word)) <= columns {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
