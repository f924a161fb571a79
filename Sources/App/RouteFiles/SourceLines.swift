public import Diagnostics
import FileAccess

/// The source lines at some positions, to show under diagnostics. Each file is read once.
public struct SourceLines: Sendable {
  /// The lines without their endings, by file and number.
  private var lines: [TextBytes: [Int: String]] = [:]

  /// Reads the lines of the given positions, as far as the files have them and can still be read.
  /// Lines of a file that a link hides (`isInPlace`) are left out, since they may be secret.
  ///
  /// - Complexity: O(bytes of the files + positions).
  public init(at positions: some Sequence<SourcePosition>) {
    var wanted: [TextBytes: Set<Int>] = [:]
    for position in positions {
      wanted[TextBytes(position.file), default: []].insert(position.line)
    }
    for (file, numbers) in wanted { lines[file] = Self.lines(numbers, of: file.text) }
  }

  /// The lines to show under some diagnostics.
  public init(of diagnostics: [Diagnostic]) {
    self.init(at: diagnostics.flatMap { [$0.position, $0.other].compactMap { $0 } })
  }

  /// The line at a position, without its line ending.
  ///
  /// - Returns: `nil` if it was not read.
  public subscript(position: SourcePosition) -> String? {
    lines[TextBytes(position.file)]?[position.line]
  }

  private static func lines(_ numbers: Set<Int>, of file: String) -> [Int: String] {
    guard isInPlace(file), let bytes = try? readFile(file, bytesMax: FileLimits.fileBytesMax)
    else { return [:] }
    return bytes.withUnsafeBufferPointer { buffer in
      var found: [Int: String] = [:]
      var start: Int? = 0
      var number = 1
      while let line = start, found.count < numbers.count {
        if numbers.contains(number) {
          let range = TextLines.lineRange(from: line, in: buffer)
          found[number] = String(decoding: buffer[range], as: UTF8.self)
        }
        start = TextLines.lineStart(after: line, in: buffer)
        number += 1
      }
      return found
    }
  }
}
