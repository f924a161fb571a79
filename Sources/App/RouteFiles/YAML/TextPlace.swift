import Diagnostics

/// A place in the file that is read. What is read in one go is in one file, so every node need not
/// name it.
struct TextPlace {
  /// The line, counted from 1; a file's bytes are far fewer than this type counts.
  let line: UInt32
  /// The column in Unicode scalars, counted from 1.
  let column: UInt32

  /// The place with its file.
  func position(in file: String) -> SourcePosition {
    SourcePosition(file: file, line: Int(line), column: Int(column))
  }
}
