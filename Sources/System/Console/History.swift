internal import CReadline
internal import FileAccess

/// The history of typed lines: readline's list and the history file.
///
/// The file contains one line per entry, the oldest first. New lines are appended when the
/// conversation ends, so that concurrent runs do not lose each other's lines.
final class History {
  /// The history file; `nil` if there is none or it turned out to be unusable.
  private var path: String?
  /// The lines of this run, the oldest first; at most `historyLinesMax`.
  private var added: [[UInt8]] = []
  private var last: [UInt8] = []
  /// Whether the file's last line lacks its line end, as some editors leave it.
  private var lacksLineEnd = false

  init(path: String?) {
    self.path = path
  }

  /// Creates the file if it is missing, and loads its lines into readline.
  /// - Throws: `noHistory` if the file cannot be used; the lines of this run are then not saved.
  func load() throws(ConsoleError) {
    stifle_history(Int32(historyLinesMax))
    guard let path else { return }
    do throws(FileError) {
      try createFolder(parentFolder(path), mode: 0o700)
      _ = try OutputWriter(appendingTo: path, mode: 0o600)
      let bytes = try readFile(path, bytesMax: historyFileBytesMax)
      lacksLineEnd = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
      for line in lines(of: bytes) { remember(line) }
    } catch {
      self.path = nil
      throw .noHistory(reason: error.message)
    }
  }

  /// Adds a line, unless it is empty, too long, begins with a space, contains a NUL, or repeats the
  /// previous one.
  func add(_ line: String) {
    let bytes = Array(line.utf8)
    guard bytes.first != UInt8(ascii: " "), isKept(bytes), bytes != last else { return }
    remember(bytes)
    added.append(bytes)
    if added.count > historyLinesMax { added.removeFirst() }
  }

  /// Appends the lines of this run to the file, and removes the oldest if there are too many.
  /// - Throws: `noHistory` if the file cannot be read or written.
  func save() throws(ConsoleError) {
    guard let path, !added.isEmpty else { return }
    do throws(FileError) {
      // A single write, so that lines of another run cannot be interleaved.
      try OutputWriter(appendingTo: path, mode: 0o600)
        .write((lacksLineEnd ? [UInt8(ascii: "\n")] : []) + text(of: newest(added)))
      added = []
      let lines = lines(of: try readFile(path, bytesMax: historyFileBytesMax))
      let kept = newest(lines)
      if kept.count < lines.count { try writeFile(path, text(of: kept), mode: 0o600) }
    } catch {
      throw .noHistory(reason: error.message)
    }
  }

  /// Skips invalid UTF-8: it would come back as a different line.
  private func remember(_ bytes: [UInt8]) {
    guard let line = String(validating: bytes, as: UTF8.self) else { return }
    last = bytes
    add_history(line)
  }

  private func isKept(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.count <= historyLineBytesMax && !bytes.contains(0)
  }

  /// The newest lines within the limits.
  private func newest(_ lines: [[UInt8]]) -> ArraySlice<[UInt8]> {
    var bytesLeft = historyBytesMax
    let count = lines.reversed().prefix(historyLinesMax).prefix { line in
      bytesLeft -= line.count + 1
      return bytesLeft >= 0
    }.count
    return lines.suffix(count)
  }

  private func text(of lines: ArraySlice<[UInt8]>) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  private func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter(isKept).map(Array.init)
  }
}
