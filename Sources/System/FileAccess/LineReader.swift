/// Reads lines of an open descriptor, each as soon as it is whole, in bounded memory.
///
/// A line ends in `\n` or `\r\n`, which is taken off; the last may lack it. A byte order mark at
/// the beginning is passed over. All other bytes are kept as they are: another `\r`, NUL, and what
/// is not UTF-8. Interrupted calls are tried again, and a descriptor that
/// does not block is waited for. The descriptor is not closed.
public final class LineReader {
  /// The most bytes of a line that is returned whole.
  public let lineBytesMax: Int

  private let blocks: LineBlockReader
  private var block = LineBlock.empty

  /// Reads from a descriptor.
  /// - Parameters:
  ///   - descriptor: Open for reading, and kept open while this reads.
  ///   - name: What errors call it.
  ///   - lineBytesMax: The most bytes of a line, without its line end.
  public init(descriptor: Int32, name: String = "<input>", lineBytesMax: Int) {
    self.lineBytesMax = lineBytesMax
    blocks = LineBlockReader(descriptor: descriptor, name: name, lineBytesMax: lineBytesMax)
  }

  /// The next line; waits until it is whole. `nil` at the end, and ever after.
  /// - Throws: `unreadable`, if the system refuses to read.
  public func next() throws(FileError) -> LineBlock.Line? {
    while true {
      if let line = block.next() { return line }
      guard let next = try blocks.next() else { return nil }
      block = next
    }
  }
}
