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
  public init(descriptor: Int32, name: String = "<input>", lineBytesMax: Int) {
    self.lineBytesMax = lineBytesMax
    blocks = LineBlockReader(descriptor: descriptor, name: name, lineBytesMax: lineBytesMax)
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
