import Diagnostics
import RouteFiles

/// A route file cut into its declarations, each with its lines.
struct FilePieces {
  /// What a piece declares.
  struct Name: Hashable {
    /// The key of the file, such as `routes`.
    let section: TextBytes
    /// The name, or the path of a route; `nil` for the line that begins the section.
    let item: TextBytes?
    /// Counts the routes with the same path.
    var number = 0
  }

  struct Piece {
    let name: Name
    /// Its value; `nil` for the line that begins a section.
    var value: RouteFileOutline.Value?
    /// The comments and empty lines above it.
    var above: [String]
    var lines: [String]

    /// The comments after the values of its lines, and between them.
    var ownComments: [String] {
      lines.indices.compactMap { index in
        let line = Array(lines[index].utf8)
        // What can be removed without a change of the value is a comment, not text after `#`.
        let marks = line.indices.filter { at in
          line[at] == UInt8(ascii: "#") && (at == 0 || line[at - 1] == UInt8(ascii: " "))
        }
        let start = marks.prefix(marksMax).first { at in
          var others = lines
          others[index] = String(decoding: line[..<at], as: UTF8.self)
          return Self.outline(others) == Self.outline(lines)
        }
        return start.map { String(decoding: line[$0...], as: UTF8.self) }
      }
    }

    /// The entries of lines that a section contains, or that are one.
    private static func outline(_ lines: [String]) -> [RouteFileOutline.Entry]? {
      let isItem = lines.first.map { " -".utf8.contains($0.utf8.first ?? 0) } ?? false
      let text = ((isItem ? ["section:"] : []) + lines).joined(separator: "\n") + "\n"
      return RouteFileOutline(Array(text.utf8))?.entries
    }
  }

  /// In the order of the file.
  var pieces: [Piece] = []
  /// What follows the last one.
  var rest: [String] = []
  /// Whether lines end in CR LF.
  private let hasCarriageReturns: Bool

  /// Cuts a file.
  /// - Returns: `nil` if two declarations are on one line, or the file is not readable.
  init?(_ bytes: [UInt8]) {
    guard let outline = RouteFileOutline(bytes) else { return nil }
    hasCarriageReturns = bytes.contains(carriageReturn)
    var lines = bytes.filter { $0 != carriageReturn }
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    var starts: [(line: Int, name: Name, value: RouteFileOutline.Value?)] = []
    for entry in outline.entries {
      guard Self.sections.contains(entry.key.text) else {
        starts.append((entry.line, Name(section: entry.key, item: nil), entry.value))
        continue
      }
      starts.append((entry.line, Name(section: entry.key, item: nil), nil))
      starts += Self.items(of: entry)
    }
    var start = 0
    for (index, piece) in starts.enumerated() {
      let line = piece.line - 1
      let end = index + 1 < starts.count ? starts[index + 1].line - 1 : lines.count
      guard line >= start, line < end, end <= lines.count else { return nil }
      let own = Self.withoutComments(lines[line..<end])
      pieces.append(
        Piece(name: piece.name, value: piece.value, above: Array(lines[start..<line]), lines: own))
      start = line + own.count
    }
    rest = Array(lines[start...])
  }

  /// The keys whose declarations are pieces of their own.
  private static let sections = ["gates", "coordinators", "routes", "screens"]

  private static func items(
    of section: RouteFileOutline.Entry
  ) -> [(line: Int, name: Name, value: RouteFileOutline.Value?)] {
    switch section.value {
    case .text: return []
    case .mapping(let entries):
      return entries.map { ($0.line, Name(section: section.key, item: $0.key), $0.value) }
    case .list(let items):
      var counts: [TextBytes: Int] = [:]
      return items.compactMap { item in
        guard case .mapping(let entries) = item, let line = entries.map(\.line).min(),
          case .text(let path)? = entries.first(where: { $0.key == TextBytes("path") })?.value
        else { return nil }
        let number = counts[path, default: 0]
        counts[path] = number + 1
        return (line, Name(section: section.key, item: path, number: number), item)
      }
    }
  }

  /// The lines up to the last one that is neither empty nor a comment.
  private static func withoutComments(_ lines: ArraySlice<String>) -> [String] {
    let last = lines.lastIndex { !isComment($0) && !$0.isBlank } ?? lines.startIndex
    return Array(lines[...last])
  }

  /// The indentation of the declarations in each section: that of its first one.
  var indentations: [TextBytes: String] {
    let items = pieces.filter { $0.name.item != nil }.map { piece in
      (piece.name.section, (piece.lines.first ?? "").indentation)
    }
    return Dictionary(items) { first, _ in first }
  }

  /// The line of a declaration.
  func line(of name: Name) -> Int? {
    guard let index = pieces.firstIndex(where: { $0.name == name }) else { return nil }
    return pieces[..<index].reduce(1) { $0 + $1.above.count + $1.lines.count }
      + pieces[index].above.count
  }

  /// The text of the file.
  var text: String {
    let end = hasCarriageReturns ? "\r\n" : "\n"
    return (pieces.flatMap { $0.above + $0.lines } + rest).map { $0 + end }.joined()
  }

  /// The comments, without their indentation.
  var comments: Set<TextBytes> {
    Set((pieces.flatMap(\.above) + rest).filter(isComment).map { $0.withoutIndentation })
  }
}

/// Whether a line has only a comment.
func isComment(_ line: String) -> Bool {
  line.utf8.drop { $0 == UInt8(ascii: " ") }.first == UInt8(ascii: "#")
}

/// How often `#` in a line is tried as the start of a comment.
private let marksMax = 64
private let carriageReturn = UInt8(ascii: "\r")

extension String {
  /// The blanks at its start.
  var indentation: String {
    String(decoding: utf8.prefix { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The line without blanks at its start.
  var withoutIndentation: TextBytes {
    TextBytes(String(decoding: utf8.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
  }

  /// Whether a line is empty or has only blanks.
  var isBlank: Bool { utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
}
