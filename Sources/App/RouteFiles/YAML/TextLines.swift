import Diagnostics

/// A position in the file being read. It has no file name, since all nodes of a read share one.
struct TextPlace: Hashable {
  /// The line, counted from 1.
  let line: UInt32
  /// The column in Unicode scalars, counted from 1.
  let column: UInt32

  /// The position with its file name.
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
