/// Reads a descriptor in blocks of whole lines, in bounded memory.
///
/// A complete line is returned without waiting for further input. The rest of an overlong line is
/// skipped. Interrupted reads are retried, and non-blocking descriptors are waited for. The
/// descriptor is not closed.
public final class LineBlockReader {
  private let descriptor: Descriptor
  private let name: String
  private let lineBytesMax: Int
  /// The input ends when the other end of one of these is closed.
  private var companions: [Descriptor]
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
  ///   - output: Where the answers are written, if anywhere: the input ends as soon as its reader
  ///     is gone.
  public init(
    descriptor: Int32, name: String = "<input>", lineBytesMax: Int, blockBytes: Int = chunkBytes,
    endingWith output: Int32? = nil
  ) {
    self.descriptor = Descriptor(descriptor, isOwned: false)
    self.name = name
    self.lineBytesMax = lineBytesMax
    companions = output.map { [Descriptor($0, isOwned: false)] } ?? []
    chunk = [UInt8](repeating: 0, count: max(1, blockBytes))
  }

  /// Also ends the input as soon as the other end of `companion` is closed.
  func end(with companion: Descriptor) { companions.append(companion) }

  /// The next block, with at least one line; waits until a line is complete. `nil` at the end and
  /// on every later call.
  /// - Throws: `unreadable` if reading fails.
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
    do throws(FileFault) {
      if !companions.isEmpty, try !descriptor.hasInput(orEndOf: companions) {
        isAtEnd = true
        rest = []
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
