import CLibrary

/// Whole lines as they were read, to be taken one by one; see `LineReader` for what a line is.
public struct LineBlock: Sendable {
  /// A line, which keeps the block's bytes and copies none.
  public enum Line: Hashable, Sendable {
    /// A whole line without its line end.
    case whole(ArraySlice<UInt8>)
    /// A line of more than `lineBytesMax` bytes: its beginning, for a message. The rest is skipped.
    case overlong(start: ArraySlice<UInt8>)
  }

  private let bytes: [UInt8]
  private let lineBytesMax: Int
  private var position: Int

  /// - Parameters:
  ///   - bytes: Lines with their ends; only the last may lack it.
  ///   - start: Where the first line begins.
  init(_ bytes: [UInt8], from start: Int, lineBytesMax: Int) {
    self.bytes = bytes
    self.lineBytesMax = lineBytesMax
    position = start
  }

  /// Takes lines from bytes at hand, as if they had been read.
  public init(_ bytes: [UInt8], lineBytesMax: Int) {
    self.init(bytes, from: 0, lineBytesMax: lineBytesMax)
  }

  /// No lines.
  static let empty = LineBlock([], lineBytesMax: 0)

  /// The next line; `nil` behind the last.
  public mutating func next() -> Line? {
    guard let (line, isOverlong) = nextRange() else { return nil }
    return isOverlong ? .overlong(start: bytes[line]) : .whole(bytes[line])
  }

  /// Where the next line stands, or the beginning of an overlong one.
  private mutating func nextRange() -> (line: Range<Int>, isOverlong: Bool)? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = lineEnd(from: start)
    position = end + 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    if end - start <= lineBytesMax { return (start..<end, false) }
    return (start..<(start + min(shownBytesMax, end - start)), true)
  }

  /// Takes all lines that are left, their bytes as they lie in memory: valid within the closure.
  /// - Parameter take: Of an overlong line it gets the beginning, for a message.
  @inline(__always)
  public consuming func forEachLine(
    _ take: (_ line: UnsafeRawBufferPointer, _ isOverlong: Bool) -> Void
  ) {
    bytes.withUnsafeBytes { buffer in
      while let (line, isOverlong) = nextRange() {
        take(UnsafeRawBufferPointer(rebasing: buffer[line]), isOverlong)
      }
    }
  }

  /// The next `\n`, or the end of the block.
  private func lineEnd(from start: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      let end = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
      return end.map { UnsafeRawPointer($0) - base } ?? buffer.count
    }
  }
}

/// Bytes of an overlong line that are kept for a message.
private let shownBytesMax = 80
