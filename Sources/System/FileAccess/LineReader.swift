import CLibrary

/// Reads lines from a descriptor, each as soon as it is complete, in bounded memory.
///
/// A line ends in `\n` or `\r\n`, which is removed; the last line may lack it. A byte order mark at
/// the beginning is skipped. All other bytes are kept, including other `\r`, NUL and invalid UTF-8.
/// Interrupted reads are retried, and non-blocking descriptors are waited for. The descriptor is
/// not closed.
public final class LineReader {
  /// The maximum bytes of a line that is returned whole.
  public let lineBytesMax: Int

  private let blocks: LineBlockReader
  private var block = LineBlock.empty

  /// Creates a reader for a descriptor.
  /// - Parameters:
  ///   - descriptor: Open for reading; must stay open while this reader is used.
  ///   - name: The name of the input in errors.
  ///   - lineBytesMax: The maximum bytes of a line, without its line end.
  ///   - beforeRead: Called before each read, for a caller that wants to wait for the input itself.
  public init(
    descriptor: Int32, name: String = "<input>", lineBytesMax: Int,
    beforeRead: (() -> Void)? = nil
  ) {
    self.lineBytesMax = lineBytesMax
    blocks = LineBlockReader(descriptor: descriptor, name: name, lineBytesMax: lineBytesMax)
    blocks.beforeRead = beforeRead
  }

  /// The next line; waits until it is complete. `nil` at the end and on every later call.
  /// - Throws: `unreadable` if reading fails.
  public func next() throws(FileError) -> LineBlock.Line? {
    while true {
      if let line = block.next() { return line }
      guard let next = try blocks.next() else { return nil }
      block = next
    }
  }
}

/// Reads a descriptor in blocks of whole lines, in bounded memory.
///
/// A complete line is returned without waiting for further input. The rest of an overlong line is
/// skipped. Interrupted reads are retried, and non-blocking descriptors are waited for. The
/// descriptor is not closed.
public final class LineBlockReader {
  private let descriptor: Descriptor
  private let name: String
  private let lineBytesMax: Int
  /// The input ends when the other end of one of these is closed: for `output`, with an error.
  private var companions: [Descriptor]
  private let output: Descriptor?
  fileprivate var beforeRead: (() -> Void)?
  private var chunk: [UInt8]
  /// The beginning of a line that is not complete yet.
  private var rest: [UInt8] = []
  private var isSkipping = false
  private var isFirst = true
  private var isAtEnd = false

  /// Creates a reader for a descriptor.
  /// - Parameters:
  ///   - descriptor: Open for reading; must stay open while this reader is used.
  ///   - name: The name of the input in errors.
  ///   - lineBytesMax: The maximum bytes of a line, without its line end.
  ///   - blockBytes: The maximum bytes of one read; more than 0.
  ///   - output: Where the answers are written, if anywhere: `next` throws as soon as its reader
  ///     is gone.
  public init(
    descriptor: Int32, name: String = "<input>", lineBytesMax: Int, blockBytes: Int = chunkBytes,
    endingWith output: Int32? = nil
  ) {
    self.descriptor = Descriptor(descriptor, isOwned: false)
    self.name = name
    self.lineBytesMax = lineBytesMax
    self.output = output.map { Descriptor($0, isOwned: false) }
    companions = self.output.map { [$0] } ?? []
    chunk = [UInt8](repeating: 0, count: max(1, blockBytes))
  }

  /// Also ends the input as soon as the other end of `companion` is closed.
  func end(with companion: Descriptor) { companions.append(companion) }

  /// The next block, with at least one line; waits until a line is complete. `nil` at the end and
  /// on every later call.
  /// - Throws: `unreadable` if reading fails, with the fault `closed` if nobody reads the output.
  public func next() throws(FileError) -> LineBlock? {
    while try fill() {
      if isSkipping {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
          rest.removeAll(keepingCapacity: true)
          continue
        }
        rest.removeFirst(end + 1)
        isSkipping = false
      }
      if let end = rest.lastIndex(of: UInt8(ascii: "\n")) { return block(to: end + 1) }
      if rest.count > lineBytesMax + unshownBytesMax {
        isSkipping = true
        defer { rest.removeAll() }
        return block(to: lineBytesMax + unshownBytesMax + 1)
      }
    }
    return rest.isEmpty || isSkipping ? nil : block(to: rest.count)
  }

  /// Returns the bytes before `end` as a block and keeps the rest.
  private func block(to end: Int) -> LineBlock {
    let start = isFirst && rest[..<end].starts(with: byteOrderMark) ? byteOrderMark.count : 0
    isFirst = false
    var bytes = Array(rest[end...])
    swap(&bytes, &rest)
    bytes.removeLast(bytes.count - end)
    return LineBlock(bytes, from: start, lineBytesMax: lineBytesMax)
  }

  /// Reads more input; returns false at the end.
  private func fill() throws(FileError) -> Bool {
    guard !isAtEnd else { return false }
    beforeRead?()
    do throws(FileFault) {
      if !companions.isEmpty, let ended = try descriptor.waitForInput(orEndOf: companions) {
        isAtEnd = true
        rest = []
        if ended === output { throw .closed }
        return false
      }
      let count = try descriptor.read(into: &chunk)
      rest += chunk[..<count]
      isAtEnd = count == 0
    } catch {
      throw .unreadable(path: name, fault: error)
    }
    return !isAtEnd
  }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
/// Bytes that do not count toward the length of a line: a byte order mark and a `\r`.
private let unshownBytesMax = byteOrderMark.count + 1

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
