import Diagnostics

/// A position in the file being read. It has no file name, since all nodes of a read share one.
struct TextPlace: Hashable {
  /// The line, counted from 1.
  let line: UInt32
  /// The column in Unicode scalars, counted from 1.
  let column: UInt32

  func position(in file: String) -> SourcePosition {
    SourcePosition(file: file, line: Int(line), column: Int(column))
  }
}

/// Lines as libyaml and editors count them, ended by `\n`, `\r\n` or `\r`.
enum TextLines {
  /// The range of a line without its line ending.
  ///
  /// - Parameter number: Counted from 1.
  /// - Returns: `nil` if there is no such line.
  static func line(_ number: some BinaryInteger, of bytes: UnsafeBufferPointer<UInt8>)
    -> Range<Int>?
  {
    var start = 0
    var current = 1
    while current < number {
      guard let next = lineStart(after: start, in: bytes) else { return nil }
      start = next
      current += 1
    }
    return lineRange(from: start, in: bytes)
  }

  /// The end of the last line with text, other than a comment, ahead of a place whose line cannot
  /// continue what began at `start`: only blanks precede it in its line, or its line is not
  /// indented more than that of `start`. Otherwise that place.
  static func end(
    ofTextBefore place: TextPlace, in bytes: UnsafeBufferPointer<UInt8>, from start: TextPlace
  ) -> TextPlace {
    var end = place
    var indentation = 0
    var number = start.line
    var next = line(start.line, of: bytes)?.lowerBound
    while let index = next, number < place.line {
      var text = bytes[lineRange(from: index, in: bytes)]
      if number == start.line { indentation = text.prefix(while: isBlank).count }
      while let last = text.last, isBlank(last) { text = text.dropLast() }
      if let first = text.first(where: { !isBlank($0) }), first != UInt8(ascii: "#") {
        let scalars = text.count { !UTF8.isContinuation($0) }
        end = TextPlace(line: number, column: UInt32(truncatingIfNeeded: scalars) &+ 1)
      }
      next = lineStart(after: index, in: bytes)
      number += 1
    }
    guard let index = next else { return end }
    let blanks = bytes[lineRange(from: index, in: bytes)].prefix(while: isBlank).count
    return blanks <= indentation || blanks + 1 >= place.column ? end : place
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The line that starts at an index, without its line ending.
  static func lineRange(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    start..<(bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count)
  }

  /// The start of the next line; `nil` if there is none.
  static func lineStart(after start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let end = bytes[start...].firstIndex(where: isLineEnd) else { return nil }
    let isPair =
      bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count
      && bytes[end + 1] == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
