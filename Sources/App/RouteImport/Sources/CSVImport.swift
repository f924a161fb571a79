import Diagnostics
import Navigation

/// Tables of comma-separated values (RFC 4180): `path,screen[,gate]`, several gates separated by
/// blanks or commas. A first line with these words names the columns; lines after `#` are comments.
/// Where the first line has no comma, semicolons or else tabs separate the cells, as in the files
/// of spreadsheets whose language has a decimal comma; `sep=;` as the first line names the
/// separator.
enum CSVImport {
  /// Reads a table.
  /// - Throws: `format` for text that is not UTF-8.
  static func table(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ImportedTable {
    var reader = CSVReader(bytes, file: file)
    var table = ImportedTable()
    var columns = ["path", "screen", "gate"]
    var isFirst = true
    while let row = try reader.next() {
      let texts = row.map { $0.value.trimmingBlanks }
      let words = texts.map { $0.lowercased() }
      if isFirst, words.first == "path" || words.contains("path") && words.contains("screen") {
        columns = words
        try check(columns, row)
      } else {
        add(row, texts, columns, to: &table)
      }
      isFirst = false
    }
    return table
  }

  private static func check(_ columns: [String], _ row: [Located<String>]) throws(Diagnostic) {
    let known = ["path", "screen", "gate"]
    for (column, cell) in zip(columns, row) where !known.contains(column) {
      throw .format(
        "the column \(inQuotes(column)) is unknown", advice: "Use path, screen and gate.",
        at: cell.position ?? SourcePosition(file: "", line: 1, column: 1))
    }
  }

  private static func add(
    _ row: [Located<String>], _ texts: [String], _ columns: [String], to table: inout ImportedTable
  ) {
    func text(_ column: String) -> String {
      columns.firstIndex(of: column).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    }
    let source = Located(text("path"), at: row.first?.position)
    guard texts.count <= columns.count else {
      table.drop(
        source, "the line has \(texts.count) cells, not \(columns.count)",
        advice: "Write a cell that contains the separator in double quotes.")
      return
    }
    let path = PathText(text("path"))
    guard !text("path").isEmpty, !text("screen").isEmpty else {
      let missing = text("path").isEmpty ? "path" : "screen"
      table.drop(source, "it has no \(missing)")
      return
    }
    if let base = path.base { table.add(base: base) }
    var draft = RouteDraft(path: Located(path.path, at: source.position))
    draft.screen = Located(text("screen"), at: source.position)
    draft.params = path.parameters(at: source.position)
    draft.gates = text("gate").utf8.split { " ,".utf8.contains($0) }.map {
      Located(String(decoding: $0, as: UTF8.self), at: source.position)
    }
    var route = ImportedRoute(source, draft, bases: path.base.map { [$0] } ?? [])
    route.note(renamed: path.renamed)
    table.routes.append(route)
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

/// Reads the lines of a table, each as cells with the places of their first characters.
private struct CSVReader {
  private let scalars: [Unicode.Scalar]
  private let isValid: Bool
  private let file: String
  private var separator: Unicode.Scalar = ","
  private var index = 0
  private var line = 1
  private var column = 1
  private var isFirst = true

  init(_ bytes: [UInt8], file: String) {
    let text = String(validating: bytes, as: UTF8.self)
    isValid = text != nil
    scalars = Array((text ?? "").unicodeScalars)
    self.file = file
    // Spreadsheets write a byte order mark.
    if scalars.first == "\u{FEFF}" { index = 1 }
  }

  private var place: SourcePosition { SourcePosition(file: file, line: line, column: column) }

  /// The next line that is neither empty nor a comment; `nil` at the end.
  mutating func next() throws(Diagnostic) -> [Located<String>]? {
    guard isValid else {
      throw .format("the file is not UTF-8", advice: "Save it as UTF-8.", at: place)
    }
    while index < scalars.count {
      if scalars[index] == "#" {
        while index < scalars.count, !isLineEnd { advance() }
      } else if isLineEnd {
        advance()
      } else {
        if isFirst {
          isFirst = false
          if let named = namedSeparator {
            separator = named
            while index < scalars.count, !isLineEnd { advance() }
            continue
          }
          separator = separatorOfLine
        }
        return try row()
      }
    }
    return nil
  }

  private var restOfLine: ArraySlice<Unicode.Scalar> {
    scalars[index...].prefix { $0 != "\n" && $0 != "\r" }
  }

  /// The separator of the line that begins here.
  private var separatorOfLine: Unicode.Scalar {
    [",", ";", "\t"].first { restOfLine.contains($0) } ?? ","
  }

  /// The separator that the line names, as spreadsheets write it: `sep=;`.
  private var namedSeparator: Unicode.Scalar? {
    let line = restOfLine
    return line.count == 5 && line.starts(with: "sep=".unicodeScalars) ? line.last : nil
  }

  private mutating func row() throws(Diagnostic) -> [Located<String>] {
    var cells = [try cell()]
    while index < scalars.count, scalars[index] == separator {
      advance()
      cells.append(try cell())
    }
    return cells
  }

  private mutating func cell() throws(Diagnostic) -> Located<String> {
    let start = place
    var text = String.UnicodeScalarView()
    guard index < scalars.count, scalars[index] == "\"" else {
      while index < scalars.count, scalars[index] != separator, !isLineEnd { text.append(take()) }
      return Located(String(text), at: start)
    }
    advance()
    while index < scalars.count {
      let scalar = take()
      if scalar != "\"" {
        text.append(scalar)
      } else if index < scalars.count, scalars[index] == "\"" {
        text.append(take())
      } else {
        guard index == scalars.count || scalars[index] == separator || isLineEnd else {
          throw .format(
            "text follows the quotes of a cell",
            advice: "Double the quotes that belong to the text, or delete the text.", at: place)
        }
        return Located(String(text), at: start)
      }
    }
    throw .format("the quotes of this cell are not closed", advice: "Close them.", at: start)
  }

  /// Whether a line ends here. CR LF is two scalars.
  private var isLineEnd: Bool { scalars[index] == "\n" || scalars[index] == "\r" }

  private mutating func take() -> Unicode.Scalar {
    defer { advance() }
    return scalars[index]
  }

  private mutating func advance() {
    let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
    if isLineEnd, !isPair {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }
}
