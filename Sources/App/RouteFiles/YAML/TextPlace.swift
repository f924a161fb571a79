import Diagnostics

/// A position in the file being read. It has no file name, since all nodes of a read share one.
struct TextPlace {
  /// The line, counted from 1.
  let line: UInt32
  /// The column in Unicode scalars, counted from 1.
  let column: UInt32

  /// The position with its file name.
  func position(in file: String) -> SourcePosition {
    SourcePosition(file: file, line: Int(line), column: Int(column))
  }
}
