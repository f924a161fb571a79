/// A location in source text.
public struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The file as the user named it: a path, or a word in angle brackets such as `<argument>`.
  public let file: String
  /// The line, counted from 1.
  public var line: Int { Int(place.line) }
  /// The column in Unicode scalars, counted from 1.
  public var column: Int { Int(place.column) }

  // One word, since definitions hold many positions.
  private let place: Place

  private struct Place: Hashable {
    let line: UInt32
    let column: UInt32
  }

  /// Creates a position; line and column count from 1, and are at most `UInt32.max`.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    place = Place(line: UInt32(clamping: line), column: UInt32(clamping: column))
  }

  /// `file:line:column`, with control characters in the file name escaped.
  public var description: String { "\(escaped(file)):\(line):\(column)" }

  /// Orders by file (as bytes), then line, then column, the order of findings in a report.
  public static func < (left: Self, right: Self) -> Bool {
    if left.file != right.file { return bytesPrecede(left.file, right.file) }
    return (left.line, left.column) < (right.line, right.column)
  }
}
