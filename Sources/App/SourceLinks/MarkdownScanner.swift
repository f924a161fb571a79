import Diagnostics

/// Finds the targets of links in Markdown, and the links of its tags. Code in it is left out.
///
/// - SeeAlso: CommonMark 0.31, §4.5, §4.7, §6.1, §6.3, §6.5.
struct MarkdownScanner {
  private let bytes: [UInt8]
  private let forms: LinkForms
  private(set) var found: [FoundLink] = []

  init(_ bytes: [UInt8], _ forms: LinkForms) {
    self.bytes = Self.withoutCode(bytes)
    self.forms = forms
  }

  mutating func scan() {
    var tags = MarkupScanner(bytes, forms)
    tags.scan()
    found = tags.found
    // Whether each open bracket begins an image.
    var isImage: [Bool] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "["): isImage.append(index > 1 && bytes[index - 2] == UInt8(ascii: "!"))
      case UInt8(ascii: "]"):
        guard isImage.popLast() == false, index < bytes.count else { continue }
        if bytes[index] == UInt8(ascii: "(") || bytes[index] == UInt8(ascii: ":") {
          index = readTarget(from: index + 1)
        }
      // Between angle brackets alone, only a text with a scheme is a link.
      case UInt8(ascii: "<") where hasScheme(at: index): index = readTarget(from: index - 1)
      default: break
      }
    }
  }

  /// Whether a scheme and a colon begin here.
  private func hasScheme(at start: Int) -> Bool {
    let scheme = bytes[start...].prefix(schemeBytesMax).prefix { $0.isLetterOrDigit }
    return bytes[scheme.endIndex...].starts(with: "://".utf8)
  }

  /// Reads a target, up to a blank, or to the bracket that closes it.
  /// - Returns: Its end.
  private mutating func readTarget(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    let hasAngle = index < bytes.count && bytes[index] == UInt8(ascii: "<")
    if hasAngle { index += 1 }
    let from = index
    var depth = 0
    while index < bytes.count, !bytes[index].isSpace {
      if hasAngle, bytes[index] == UInt8(ascii: ">") { break }
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") {
        depth -= 1
        if !hasAngle, depth < 0 { break }
      }
      index += 1
    }
    let link = FoundLink(Array(bytes[from..<index]), at: from, .link)
    if let link { found.append(link) }
    return index
  }

  /// The text with blanks for code between fences and in lines.
  private static func withoutCode(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var fence: ArraySlice<UInt8>?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[start..<end].drop { $0.isSpace }
      let marks = line.prefix { $0 == line.first }
      let isFence = marks.count >= 3 && "`~".utf8.contains(line.first ?? 0)
      if let open = fence {
        blank(start..<end, of: &result)
        let isEnd = isFence && marks.first == open.first && marks.count >= open.count
        if isEnd, line.count == marks.count || line[marks.endIndex...].allSatisfy({ $0.isSpace }) {
          fence = nil
        }
      } else if isFence {
        blank(start..<end, of: &result)
        fence = marks
      } else {
        blankSpans(in: start..<end, of: &result)
      }
      start = end + 1
    }
    return result
  }

  /// Blanks what is between two marks of as many backticks.
  private static func blankSpans(in line: Range<Int>, of bytes: inout [UInt8]) {
    var starts: [Int: Int] = [:]
    var index = line.lowerBound
    while index < line.upperBound {
      let start = index
      while index < line.upperBound, bytes[index] == UInt8(ascii: "`") { index += 1 }
      guard index > start else {
        index += 1
        continue
      }
      if let from = starts[index - start] {
        blank(from..<index, of: &bytes)
        starts = [:]
      } else {
        starts[index - start] = start
      }
    }
  }

  private static func blank(_ range: Range<Int>, of bytes: inout [UInt8]) {
    for index in range { bytes[index] = 0x20 }
  }
}

/// Longer than any scheme in use.
private let schemeBytesMax = 64
