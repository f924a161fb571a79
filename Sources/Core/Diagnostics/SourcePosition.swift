/// A location in source text.
public struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The file as the user named it: a path, or a word in angle brackets such as `<argument>`.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  /// Creates a position; line and column count from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, with control characters in the file name escaped.
  public var description: String { "\(escaped(file)):\(line):\(column)" }

  /// Orders by file (as bytes), then line, then column, the order of findings in a report.
  public static func < (left: Self, right: Self) -> Bool {
    if left.file != right.file { return bytesPrecede(left.file, right.file) }
    return (left.line, left.column) < (right.line, right.column)
  }
}
