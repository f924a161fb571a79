/// Blanks out comments and string literals, so that rules see only code.
///
/// It handles line and block comments, raw and multi-line strings, and names between backticks.
/// Code in an interpolation counts as text: functions are not declared there.
public struct CodeScanner {
  private enum Mode: Equatable {
    case code
    case blockComment(depth: Int)
    case string(hashes: Int, isMultiline: Bool)
    /// A name between backticks, which can contain anything.
    case name(end: Int)
  }

  private var mode = Mode.code

  /// The lines, with everything that is not code replaced by spaces.
  public static func code(of lines: [String]) -> [String] {
    var scanner = CodeScanner()
    return lines.map { scanner.line(Array($0.utf8)) }
  }

  private mutating func line(_ text: [UInt8]) -> String {
    // Ends a single-line string at the end of the line, even if its closing quote was missed.
    if case .string(_, isMultiline: false) = mode { mode = .code }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let start = index
      switch mode {
      case .code:
        if Self.matches(text, index, "//") { return String(decoding: result, as: UTF8.self) }
        index = step(text, index)
        if mode == .code { result += text[start..<index] } else { result.append(space) }
      case .blockComment(let depth):
        index = endOfComment(text, index, depth)
        result.append(space)
      case .string(let hashes, let isMultiline):
        index = endOfString(text, index, hashes, isMultiline)
        result.append(space)
      case .name(let end):
        mode = .code
        index = end + 1
        result += "name".utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Advances over one token, or enters a comment or string.
  private mutating func step(_ text: [UInt8], _ index: Int) -> Int {
    if Self.matches(text, index, "/*") {
      mode = .blockComment(depth: 1)
      return index + 2
    }
    let backtick = UInt8(ascii: "`")
    if text[index] == backtick, let end = text[(index + 1)...].firstIndex(of: backtick) {
      mode = .name(end: end)
      return index
    }
    var hashes = 0
    while index + hashes < text.count, text[index + hashes] == UInt8(ascii: "#") { hashes += 1 }
    let quote = index + hashes
    guard quote < text.count, text[quote] == UInt8(ascii: "\"") else {
      return index + max(1, hashes)
    }
    let isMultiline = Self.matches(text, quote, "\"\"\"")
    mode = .string(hashes: hashes, isMultiline: isMultiline)
    return quote + (isMultiline ? 3 : 1)
  }

  private mutating func endOfComment(_ text: [UInt8], _ index: Int, _ depth: Int) -> Int {
    if Self.matches(text, index, "*/") {
      mode = depth > 1 ? .blockComment(depth: depth - 1) : .code
      return index + 2
    }
    if Self.matches(text, index, "/*") {
      mode = .blockComment(depth: depth + 1)
      return index + 2
    }
    return index + 1
  }

  private mutating func endOfString(
    _ text: [UInt8], _ index: Int, _ hashes: Int, _ isMultiline: Bool
  ) -> Int {
    guard text[index] == UInt8(ascii: "\\") || text[index] == UInt8(ascii: "\"") else {
      return index + 1
    }
    let marks = String(repeating: "#", count: hashes)
    if Self.matches(text, index, "\\" + marks) { return index + 2 + hashes }
    let end = (isMultiline ? "\"\"\"" : "\"") + marks
    guard Self.matches(text, index, end) else { return index + 1 }
    mode = .code
    return index + end.utf8.count
  }

  private static func matches(_ text: [UInt8], _ index: Int, _ word: String) -> Bool {
    text[index] == word.utf8.first && text[index...].starts(with: word.utf8)
  }
}

private let space = UInt8(ascii: " ")
