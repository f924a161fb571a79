public import Diagnostics

/// Where in a JSON text a fault stands.
public struct JSONPlace: Hashable, Sendable {
  /// Bytes before it.
  public let offset: Int
  /// Name of the text, line and column, both counted from 1; lines end in `\n`.
  public let position: SourcePosition

  /// Counts lines and columns up to an offset; only done for an error.
  /// - Complexity: O(offset)
  init(offset: Int, in bytes: [UInt8], file: String) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {  // A column is a scalar, so continuation bytes do not count.
        column += 1
      }
    }
    self.offset = offset
    self.position = SourcePosition(file: file, line: line, column: column)
  }
}
