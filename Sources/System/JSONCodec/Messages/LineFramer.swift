/// Splits a byte stream into lines, one message each, in bounded memory.
///
/// A line ends in `\n` or `\r\n`, which is removed. Empty lines are skipped.
public struct LineFramer: Sendable {
  /// A line of the stream.
  public enum Line: Hashable, Sendable {
    /// A whole line without its line end.
    case whole([UInt8])
    /// The start of a line of more than `lineBytesMax` bytes, for a message. The rest is skipped.
    case overlong(start: [UInt8])
  }

  /// The limit on the bytes of a line, without its line end.
  public let lineBytesMax: Int
  private var buffer: [UInt8] = []
  /// The number of buffered bytes that were returned already.
  private var consumed = 0
  /// The number of buffered bytes known to hold no further line end.
  private var searched = 0
  private var isSkipping = false

  /// Creates a framer with an empty buffer.
  public init(lineBytesMax: Int = jsonBytesMax) {
    self.lineBytesMax = lineBytesMax
  }

  /// The number of bytes fed but not yet returned as lines.
  public var pendingBytes: Int { buffer.count - consumed }

  /// Adds received bytes. Callers must take all lines with `next()` before feeding again.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    buffer.removeFirst(consumed)
    searched -= consumed
    consumed = 0
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next line; `nil` until more bytes are fed.
  /// - Complexity: O(bytes): each byte is searched once.
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

  /// Returns the unfinished line at the end of the stream, if there is one.
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

/// Bytes of an overlong line to keep for a message.
private let shownBytesMax = 80
