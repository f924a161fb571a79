import CLibrary

/// A block of lines, consumed one at a time; see `LineReader` for the definition of a line.
public struct LineBlock: Sendable {
  /// A line, which shares the block's storage.
  public enum Line: Hashable, Sendable {
    /// A complete line without its line end.
    case whole(ArraySlice<UInt8>)
    /// A line longer than `lineBytesMax` bytes: its beginning, for a message. The rest is
    /// discarded.
    case overlong(start: ArraySlice<UInt8>)
  }

  private let bytes: [UInt8]
  private let lineBytesMax: Int
  private var position: Int

  /// - Parameters:
  ///   - bytes: Lines with their line ends; only the last line may lack one.
  ///   - start: The offset of the first line.
  init(_ bytes: [UInt8], from start: Int, lineBytesMax: Int) {
    self.bytes = bytes
    self.lineBytesMax = lineBytesMax
    position = start
  }

  /// Creates a block from bytes in memory.
  public init(_ bytes: [UInt8], lineBytesMax: Int) {
    self.init(bytes, from: 0, lineBytesMax: lineBytesMax)
  }

  /// An empty block.
  static let empty = LineBlock([], lineBytesMax: 0)

  /// The next line; `nil` after the last.
  public mutating func next() -> Line? {
    guard let (line, isOverlong) = nextRange() else { return nil }
    return isOverlong ? .overlong(start: bytes[line]) : .whole(bytes[line])
  }

  /// The range of the next line, or of the beginning of an overlong one.
  private mutating func nextRange() -> (line: Range<Int>, isOverlong: Bool)? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = lineEnd(from: start)
    position = end + 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    if end - start <= lineBytesMax { return (start..<end, false) }
    return (start..<(start + min(shownBytesMax, end - start)), true)
  }

  /// Calls a closure for each remaining line without copying.
  /// - Parameter take: Receives the line, valid only during the call; for an overlong line, its
  ///   beginning.
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

  /// The offset of the next `\n`, or the end of the block.
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
