import Diagnostics

extension SourceLink {
  /// The links in a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, of any bytes.
  ///   - file: Its path, for the positions.
  /// - Returns: In the order of the file; a text that begins with a scheme can be of another app.
  /// - Complexity: O(bytes).
  package static func all(
    in bytes: [UInt8], file: String, _ language: SourceLanguage, _ forms: LinkForms
  ) -> [SourceLink] {
    var found: [FoundLink]
    switch language {
    case .code(let language):
      var scanner = CodeScanner(bytes, in: 0..<bytes.count, language, forms)
      scanner.scan()
      found = scanner.found
    case .markup:
      var scanner = MarkupScanner(bytes, forms)
      scanner.scan()
      found = scanner.found
    case .markdown:
      var scanner = MarkdownScanner(bytes, forms)
      scanner.scan()
      found = scanner.found
    }
    found.sort { $0.offset < $1.offset }
    var place = 0
    var (line, column) = (1, 1)
    return found.map { link in
      while place < link.offset {
        // A byte that continues a scalar has no column.
        if bytes[place] & 0xC0 != 0x80 { column += 1 }
        if bytes[place] == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
        place += 1
      }
      let position = SourcePosition(file: file, line: line, column: column)
      return SourceLink(position: position, text: link.text)
    }
  }
}
