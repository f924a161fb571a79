/// The number of terminal columns that a scalar takes: 0 for combining marks and joiners, 2 for the
/// East Asian wide and full-width blocks and emoji, otherwise 1.
///
/// Based on the blocks of Unicode Standard Annex #11; the terminal's font has the final say.
public func terminalWidth(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200F, 0x20D0...0x20FF,
    0xFE00...0xFE0F, 0xFE20...0xFE2F, 0x1160...0x11FF:
    0
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD:
    2
  default: 1
  }
}

/// The number of terminal columns that a text takes; a painted text as much as without its colours.
public func terminalWidth(_ text: String) -> Int {
  guard text.utf8.contains(0x1B) else {
    return text.unicodeScalars.reduce(0) { $0 + terminalWidth($1) }
  }
  var width = 0
  forEachPart(ofPainted: text) { part, isSequence in
    if !isSequence { width += part.unicodeScalars.reduce(0) { $0 + terminalWidth($1) } }
  }
  return width
}

/// Wraps text at spaces into lines of at most `columns` columns; a longer word gets its own line.
/// Spaces within a line are kept.
public func wrapped(_ text: String, columns: Int) -> [String] {
  guard !text.isEmpty else { return [] }
  var lines: [String] = []
  for word in text.split(separator: " ", omittingEmptySubsequences: false) {
    if let last = lines.last, terminalWidth(last) + 1 + terminalWidth(String(word)) <= columns {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

/// Wraps a line of prose that is wider than a terminal, with continuation lines indented by two
/// columns more than the line.
/// - Parameter columns: The width; `nil` to not wrap, for output that programs read.
package func wrappedLine(_ line: String, columns: Int?) -> String {
  guard let columns, columns > columnsOfProseMin, terminalWidth(line) > columns else { return line }
  let indent = line.prefix { $0 == " " }
  return indent
    + wrapped(String(line.dropFirst(indent.count)), columns: columns - indent.count - 2)
    .joined(separator: "\n\(indent)  ")
}

/// Prose is not wrapped on narrower terminals: most lines would hold a single word.
private let columnsOfProseMin = 20

/// Makes untrusted text safe to print: control characters (C0, DEL, C1), the Unicode line
/// separators, the bidirectional controls and zero-width characters become `\u{hex}`, so that no
/// terminal sequence survives and different texts look different. Everything else is unchanged.
public func escaped(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnprintable(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Appends UTF-8 text as `escaped` writes it; invalid UTF-8 becomes U+FFFD.
public func writeEscaped(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer) {
  if plainCount(text) == text.count || text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
    bytes.append(contentsOf: text)
  } else {
    bytes.append(contentsOf: escaped(String(decoding: text, as: UTF8.self)).utf8)
  }
}

/// Whether `escaped` and JSON strings escape a scalar.
public func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E: true
  // Invisible: soft hyphen, Arabic letter mark, Mongolian vowel separator, zero-width spaces,
  // joiners and directional marks, invisible operators, byte order mark, tags.
  case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F: true
  default: false
  }
}

/// The first 80 scalars of a text, or `scalarsMax`, followed by `…` if there are more: as much as a
/// message quotes of a text that can be long.
public func shortened(_ text: String, scalarsMax: Int = 80) -> String {
  let start = text.unicodeScalars.prefix(scalarsMax)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}

/// The first `max` texts of a list that can be long, and the number of the others.
package func listed(_ texts: [String], max: Int) -> String {
  let shown = texts.prefix(max).joined(separator: ", ")
  return texts.count > max ? "\(shown) and \(texts.count - max) more" : shown
}

/// Returns the start of a text, as `shortened` does, in single quotes.
public func inQuotes(_ text: String) -> String { "'\(shortened(text))'" }
