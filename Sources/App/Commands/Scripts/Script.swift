import Diagnostics
import FileAccess

/// The bytes of a script, which are split into lines as they are read.
///
/// Lines end in `\n` or `\r\n`; a byte order mark at the beginning is ignored.
struct Script {
  /// A line, or the reason why it cannot be used.
  enum Line {
    case text(String)
    case notUTF8
    case tooLong
  }

  /// The path, as positions show it.
  let path: String
  private let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Reads a script of at most `Limits.scriptBytesMax` bytes.
  init(path: String) throws(FileError) {
    self.init(path: path, bytes: try readFile(path, bytesMax: Limits.scriptBytesMax))
  }

  /// Calls `body` with each line and its number, from 1, until it returns false.
  func forEachLine(_ body: (Line, Int) -> Bool) {
    var start = 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      guard body(line(start..<end), number) else { return }
      start = end + 1
      number += 1
    }
  }

  private func line(_ range: Range<Int>) -> Line {
    var line = bytes[range]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.count <= Limits.lineBytesMax else { return .tooLong }
    return String(validating: line, as: UTF8.self).map(Line.text) ?? .notUTF8
  }
}
