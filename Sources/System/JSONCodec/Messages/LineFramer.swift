/// Parts a stream of bytes into lines, in bounded memory: how messages are framed on a pipe.
///
/// A line ends in `\n` or `\r\n`, which is taken off. Empty lines are passed over.
public struct LineFramer: Sendable {
  /// What a line turned out to be.
  public enum Line: Hashable, Sendable {
    /// A whole line without its line end.
    case whole([UInt8])
    /// A line of more than `lineBytesMax` bytes: its beginning, for a message. The rest is skipped.
    case overlong(start: [UInt8])
  }

  /// The most bytes of a line that is returned whole, without its line end.
  public let lineBytesMax: Int
  private var buffer: [UInt8] = []
  /// Bytes of the buffer that were returned already.
  private var consumed = 0
  /// Bytes of the buffer in which no line end is left to find.
  private var searched = 0
  private var isSkipping = false

  /// Begins with nothing.
  public init(lineBytesMax: Int = jsonBytesMax) {
    self.lineBytesMax = lineBytesMax
  }

  /// Bytes that were fed and have not come back as lines.
  public var pendingBytes: Int { buffer.count - consumed }

  /// Takes in what came. Whoever feeds takes all lines before feeding again.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    buffer.removeFirst(consumed)
    searched -= consumed
    consumed = 0
    buffer.append(contentsOf: bytes)
  }

  /// The next line; `nil` if more has to come first.
  /// - Complexity: O(bytes), each byte being searched once.
  public mutating func next() -> Line? {
    while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let bytes = buffer[consumed..<end]
      consumed = end + 1
      searched = consumed
      if isSkipping {
        isSkipping = false
      } else if let line = line(bytes) {
        return line
      }
    }
    searched = buffer.count
    if isSkipping {
      consumed = buffer.count
    } else if pendingBytes > lineBytesMax + 1 {  // One more may be the `\r` of a line end.
      isSkipping = true
      defer { consumed = buffer.count }
      return .overlong(start: Array(buffer[consumed...].prefix(shownBytesMax)))
    }
    return nil
  }

  /// What stands behind the last line end when no more will come.
  public mutating func last() -> Line? {
    let bytes = buffer[consumed...]
    defer { self = LineFramer(lineBytesMax: lineBytesMax) }
    return isSkipping ? nil : line(bytes)
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard bytes.count <= lineBytesMax else {
      return .overlong(start: Array(bytes.prefix(shownBytesMax)))
    }
    return bytes.isEmpty ? nil : .whole(Array(bytes))
  }
}

/// Bytes of an overlong line that are kept for a message.
private let shownBytesMax = 80
