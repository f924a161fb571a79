public import Diagnostics

/// Splits a line into words at spaces and tabs. `"…"` quotes a word, with the escapes `\"`, `\\`,
/// `\n`, `\t` and `\u{hex}`.
public func words(of line: String) throws(Diagnostic) -> [String] {
  var words: [String] = []
  var word: String?
  var scalars = Substring(line).unicodeScalars
  while let scalar = scalars.popFirst() {
    switch scalar {
    case " ", "\t":
      if let finished = word { words.append(finished) }
      word = nil
    case "\"":
      guard let text = quotation(&scalars) else { throw .quotation(line: line) }
      word = (word ?? "") + text
    default:
      word = word ?? ""
      word?.unicodeScalars.append(scalar)
    }
  }
  if let word { words.append(word) }
  return words
}

/// The text that the next line continues, if a line is not complete; `nil` if it is.
public func continued(_ line: String) -> String? {
  var whole = ContinuedLine()
  return whole.add(line) ? nil : whole.text
}

/// A line that can continue on the next ones. Adding a line takes time in proportion to its length
/// alone.
public struct ContinuedLine: Sendable {
  /// The lines so far: each without the `\` at its end, or with the escape of a line end if a
  /// quotation mark is open.
  public private(set) var text = ""
  private var isQuoted = false
  /// Whether the first character that is not blank is `#`; `nil` until there is one.
  private var isComment: Bool?

  /// An empty line.
  public init() {}

  /// Adds a line.
  /// - Returns: Whether the text is complete, as a comment always is.
  public mutating func add(_ line: String) -> Bool {
    let backslash = UInt8(ascii: "\\")
    let start = line.utf8.last == backslash ? line.utf8.dropLast() : line.utf8[...]
    let first = start.first { $0 != 0x20 && $0 != 0x09 }
    isComment = isComment ?? first.map { $0 == UInt8(ascii: "#") }
    var isEscaped = false
    for byte in line.utf8 where isComment != true {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else {
        isEscaped = isQuoted && byte == backslash
      }
    }
    text += line
    if isQuoted, !isEscaped {
      text += "\\n"
      return false
    }
    guard text.utf8.last == backslash, isComment != true else { return true }
    text.unicodeScalars.removeLast()
    return false
  }
}

/// A word as `words(of:)` parses it: quoted if it is empty, contains a space, a quotation mark or a
/// control character, starts with `#`, or ends in `\`, which would continue the line.
public func quoted(_ word: String) -> String {
  let isPlain = word.unicodeScalars.allSatisfy { scalar in
    scalar.value > 0x20 && scalar != "\"" && !(0x7F..<0xA0).contains(scalar.value)
  }
  if isPlain, !word.isEmpty, word.utf8.first != UInt8(ascii: "#"),
    word.utf8.last != UInt8(ascii: "\\")
  {
    return word
  }
  var text = "\""
  for scalar in word.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    default:
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
  return text + "\""
}

/// The text up to the closing quotation mark; `nil` if it is missing or an escape is unknown.
private func quotation(_ scalars: inout Substring.UnicodeScalarView) -> String? {
  var text = ""
  while let scalar = scalars.popFirst() {
    if scalar == "\"" { return text }
    guard scalar == "\\" else {
      text.unicodeScalars.append(scalar)
      continue
    }
    switch scalars.popFirst() {
    case "\"": text += "\""
    case "\\": text += "\\"
    case "n": text += "\n"
    case "t": text += "\t"
    case "u":
      guard let escape = escape(&scalars) else { return nil }
      text.unicodeScalars.append(escape)
    default: return nil
    }
  }
  return nil
}

/// Parses `{hex}` after `\u`.
private func escape(_ scalars: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
  guard scalars.popFirst() == "{" else { return nil }
  var digits = ""
  while let scalar = scalars.popFirst(), scalar != "}" {
    guard digits.utf8.count < 6 else { return nil }
    digits.unicodeScalars.append(scalar)
  }
  return UInt64(digits, radix: 16).flatMap { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) }
}

/// Parses a duration such as `500ms`, `30s`, `10m`, `2h` or `1d` to milliseconds; `nil` if the text
/// is not a duration or exceeds `Limits.clockMillisecondsMax`.
public func milliseconds(of text: String) -> Int64? {
  let digits = text.utf8.prefix { $0.isDigit }
  guard let count = Int64(String(digits) ?? ""),
    let unit = durationUnits.first(where: {
      $0.word.utf8.elementsEqual(text.utf8.dropFirst(digits.count))
    })
  else { return nil }
  let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
  return overflow || product > Limits.clockMillisecondsMax ? nil : product
}

/// The shortest text that `milliseconds(of:)` parses to this value; `0ms` for zero.
public func durationText(milliseconds: Int64) -> String {
  let unit = durationUnits.first {
    milliseconds >= $0.milliseconds && milliseconds % $0.milliseconds == 0
  }
  guard let unit else { return "0ms" }
  return "\(milliseconds / unit.milliseconds)\(unit.word)"
}

/// Longest first.
private let durationUnits: [(word: String, milliseconds: Int64)] = [
  ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
]
