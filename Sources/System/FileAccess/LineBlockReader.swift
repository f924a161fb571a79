/// Reads an open descriptor in blocks of whole lines, in bounded memory.
///
/// A block is what one read gives: a line that is whole is never kept back for others to come. The
/// rest of an overlong line is skipped. Interrupted calls are tried again, and a descriptor that
/// does not block is waited for. The descriptor is not closed.
public final class LineBlockReader {
  private let descriptor: Descriptor
  private let name: String
  private let lineBytesMax: Int
  /// It ends when nobody holds the other end of one of these any more.
  private var companions: [Descriptor]
  private var chunk: [UInt8]
  /// What has been read of a line that has not ended yet.
  private var rest: [UInt8] = []
  private var isSkipping = false
  private var isFirst = true
  private var isAtEnd = false

  /// Reads from a descriptor.
  /// - Parameters:
  ///   - descriptor: Open for reading, and kept open while this reads.
  ///   - name: What errors call it.
  ///   - lineBytesMax: The most bytes of a line, without its line end.
  ///   - blockBytes: The most bytes of one read; more than 0.
  ///   - output: Where the answers go, if they do: the input ends as soon as nobody reads them.
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

  /// Lets the input end as soon as nobody holds the other end of this either.
  func end(with companion: Descriptor) { companions.append(companion) }

  /// The next block, of one line at least; waits until that is whole. `nil` at the end, and ever
  /// after.
  /// - Throws: `unreadable`, if the system refuses to read.
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

  /// Takes the first bytes of what was read.
  private func block(to end: Int) -> LineBlock {
    let start = isFirst && rest[..<end].starts(with: byteOrderMark) ? byteOrderMark.count : 0
    isFirst = false
    var bytes = Array(rest[end...])
    swap(&bytes, &rest)
    bytes.removeLast(bytes.count - end)
    return LineBlock(bytes, from: start, lineBytesMax: lineBytesMax)
  }

  /// Reads more; false at the end.
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
/// Bytes that a line may have in front of it and behind it: a byte order mark and a `\r`.
private let unshownBytesMax = byteOrderMark.count + 1
