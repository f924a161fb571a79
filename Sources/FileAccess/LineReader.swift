/// Reads lines of an open descriptor, each as soon as it is whole, in bounded memory.
///
/// A line ends in `\n` or `\r\n`, which is taken off; the last may lack it. A byte order mark at
/// the beginning is passed over. All other bytes are kept as they are: another `\r`, NUL, and what
/// is not UTF-8. Interrupted calls are tried again, and a descriptor that
/// does not block is waited for. The descriptor is not closed.
public final class LineReader {
  /// What a line turned out to be.
  public enum Line: Hashable, Sendable {
    /// A whole line without its line end.
    case whole([UInt8])
    /// A line of more than `lineBytesMax` bytes: its beginning, for a message. The rest is skipped.
    case overlong(start: [UInt8])
  }

  /// The most bytes of a line that is returned whole.
  public let lineBytesMax: Int

  private let descriptor: Descriptor
  private let name: String
  private var chunk = [UInt8](repeating: 0, count: chunkBytes)
  private var buffer: [UInt8] = []
  /// Bytes of the buffer that were returned already.
  private var consumed = 0
  /// Bytes of the buffer in which no line end is left to find.
  private var searched = 0
  private var isSkipping = false
  private var isFirst = true
  private var isAtEnd = false

  /// Reads from a descriptor.
  /// - Parameters:
  ///   - descriptor: Open for reading, and kept open while this reads.
  ///   - name: What errors call it.
  ///   - lineBytesMax: The most bytes of a line, without its line end.
  public init(descriptor: Int32, name: String = "<input>", lineBytesMax: Int) {
    self.descriptor = Descriptor(descriptor, isOwned: false)
    self.name = name
    self.lineBytesMax = lineBytesMax
  }

  /// The next line; waits until it is whole. `nil` at the end, and ever after.
  /// - Throws: `unreadable`, if the system refuses to read.
  public func next() throws(FileError) -> Line? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let bytes = buffer[consumed..<end]
        consumed = end + 1
        searched = consumed
        if let line = finished(bytes) { return line }
        continue
      }
      searched = buffer.count
      if isSkipping {
        consumed = buffer.count
      } else if buffer.count - consumed > lineBytesMax + unshownBytesMax {
        isSkipping = true
        return line(buffer[consumed...])
      }
      guard try fill() else { return lastLine() }
    }
  }

  /// What a line end makes of the bytes before it; `nil` if they were the rest of an overlong line.
  private func finished(_ bytes: ArraySlice<UInt8>) -> Line? {
    guard !isSkipping else {
      isSkipping = false
      return nil
    }
    return line(bytes)
  }

  /// The bytes behind the last line end, if they are not the rest of an overlong line.
  private func lastLine() -> Line? {
    let bytes = buffer[consumed...]
    consumed = buffer.count
    return bytes.isEmpty ? nil : line(bytes)
  }

  /// Bytes as a line, the byte order mark of the first and a `\r` at the end taken off.
  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    var bytes = bytes
    if isFirst, bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    isFirst = false
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard bytes.count <= lineBytesMax else {
      return .overlong(start: Array(bytes.prefix(shownBytesMax)))
    }
    return .whole(Array(bytes))
  }

  /// Reads more into the buffer; false at the end.
  private func fill() throws(FileError) -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeFirst(consumed)
    searched -= consumed
    consumed = 0
    do throws(FileFault) {
      let count = try descriptor.read(into: &chunk)
      buffer += chunk[..<count]
      isAtEnd = count == 0
    } catch {
      throw .unreadable(path: name, fault: error)
    }
    return !isAtEnd
  }
}

/// Bytes of an overlong line that are kept for a message.
private let shownBytesMax = 80
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
/// Bytes that a line may have in front of it and behind it: a byte order mark and a `\r`.
private let unshownBytesMax = byteOrderMark.count + 1
