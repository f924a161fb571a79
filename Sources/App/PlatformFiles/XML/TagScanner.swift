import Diagnostics

/// Finds the places of the attributes in a start tag, which libexpat does not report.
struct TagScanner {
  private let tag: Slice<UnsafeBufferPointer<UInt8>>
  private let file: String
  private var index: Int
  private var line: Int
  private var column: Int

  /// The places of the attributes that declare no namespace, in file order.
  ///
  /// - Parameter tag: A well-formed start tag in UTF-8.
  static func attributePlaces(
    in tag: Slice<UnsafeBufferPointer<UInt8>>, at position: SourcePosition
  ) -> [SourcePosition] {
    var scanner = TagScanner(tag, at: position)
    return scanner.places()
  }

  /// The place after a text.
  static func end(
    of text: Slice<UnsafeBufferPointer<UInt8>>, at position: SourcePosition
  ) -> SourcePosition {
    var scanner = TagScanner(text, at: position)
    scanner.skip { _ in true }
    return scanner.place
  }

  private init(_ tag: Slice<UnsafeBufferPointer<UInt8>>, at position: SourcePosition) {
    self.tag = tag
    file = position.file
    index = tag.startIndex
    line = position.line
    column = position.column
  }

  private var place: SourcePosition { SourcePosition(file: file, line: line, column: column) }

  private mutating func places() -> [SourcePosition] {
    var places: [SourcePosition] = []
    skip { !isBlank($0) }
    while true {
      skip(isBlank)
      guard index < tag.endIndex, tag[index] != UInt8(ascii: ">"), tag[index] != UInt8(ascii: "/")
      else { return places }
      let place = place
      let start = index
      skip { !isBlank($0) && $0 != UInt8(ascii: "=") }
      if !declaresNamespace(tag[start..<index]) { places.append(place) }
      skip { isBlank($0) || $0 == UInt8(ascii: "=") }
      guard index < tag.endIndex else { return places }
      let quote = tag[index]
      advance()
      skip { $0 != quote }
      advance()
    }
  }

  private func declaresNamespace(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while index < tag.endIndex, isSkipped(tag[index]) { advance() }
  }

  private mutating func advance() {
    guard index < tag.endIndex else { return }
    let byte = tag[index]
    index += 1
    let isPair = byte == carriageReturn && index < tag.endIndex && tag[index] == lineFeed
    if byte == lineFeed || byte == carriageReturn && !isPair {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80, !isPair {
      column += 1
    }
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == lineFeed
    || byte == carriageReturn
}
