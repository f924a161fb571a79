import Links

extension CodeScanner {
  /// A string that is read.
  struct Literal {
    let start: Int
    let quote: CodeLanguage.Quote
    let hashes: Int
    let isRaw: Bool
    let place: LinkPlace
    var text: [UInt8] = []

    /// Appends a byte of the text, up to one more than a link can have.
    mutating func add(_ byte: UInt8) {
      if text.count <= Links.Limits.linkBytesMax { text.append(byte) }
    }

    /// The bytes ahead of the link: the first line's end, and the indentation of the next.
    var marginCount: Int {
      let margin = text.prefix { $0.isSpace }
      return quote.mark.count > 1 && margin.contains(newline) ? margin.count : 0
    }
  }
}
