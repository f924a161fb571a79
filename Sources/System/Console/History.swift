internal import CReadline
internal import Diagnostics
internal import FileAccess

/// The history of typed lines: readline's list and the history file.
///
/// The file contains one line per entry, the oldest first. Each line is appended as it is typed, so
/// that a run that is killed loses none, and concurrent runs do not lose each other's. Lines that
/// occur again leave their earlier place in the list, and in the file when it is next shortened.
final class History {
  /// The history file; `nil` if there is none or it turned out to be unusable.
  private var path: String?
  /// The lines in readline's list, the oldest first; at most `historyLinesMax`.
  private var listed: [[UInt8]] = []
  /// Whether the file's last line lacks its line end, as some editors leave it.
  private var lacksLineEnd = false

  init(path: String?) {
    self.path = path
  }

  /// Creates the file if it is missing, and loads its lines into readline.
  /// - Throws: `noHistory` if the file cannot be used; the lines of this run are then not saved.
  func load() throws(Diagnostic) {
    guard let path else { return }
    try use { () throws(FileError) in
      try createFolder(parentFolder(path), mode: 0o700)
      _ = try OutputWriter(appendingTo: path, mode: 0o600)
      let bytes = try readFile(path, bytesMax: historyFileBytesMax)
      lacksLineEnd = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
      for line in newest(lines(of: bytes)) { list(line) }
    }
  }

  /// Adds a line to the list and the file, unless it is empty, too long, begins with a space or
  /// contains a NUL. The file lacks the values of secrets.
  /// - Throws: `noHistory` if the file cannot be written; later lines are then not saved.
  func add(_ line: String) throws(Diagnostic) {
    let bytes = Array(line.utf8)
    guard bytes.first != UInt8(ascii: " "), isKept(bytes) else { return }
    let isRepeated = bytes == listed.last
    remember(bytes)
    guard let path, !isRepeated else { return }
    try use { () throws(FileError) in
      // A single write, so that lines of another run cannot be interleaved.
      try OutputWriter(appendingTo: path, mode: 0o600)
        .write((lacksLineEnd ? [UInt8(ascii: "\n")] : []) + text(of: [withoutSecrets(bytes)]))
      lacksLineEnd = false
    }
  }

  /// Removes the oldest lines of the file if there are too many.
  /// - Throws: `noHistory` if the file cannot be read or written.
  func shorten() throws(Diagnostic) {
    guard let path else { return }
    try use { () throws(FileError) in
      let all = try readFile(path, bytesMax: historyFileBytesMax)
      let count = all.count { $0 == UInt8(ascii: "\n") }
      guard count > historyLinesMax || all.count > historyBytesMax else { return }
      try writeFile(path, text(of: newest(lines(of: all))), mode: 0o600)
    }
  }

  /// Uses the file; after a failure no more.
  private func use(_ body: () throws(FileError) -> Void) throws(Diagnostic) {
    do throws(FileError) {
      try body()
    } catch {
      path = nil
      throw .noHistory(reason: error.diagnostic.message)
    }
  }

  /// Lists a line, and removes it from its earlier place.
  private func remember(_ bytes: [UInt8]) {
    if let index = listed.firstIndex(of: bytes) { remove(at: index) }
    list(bytes)
  }

  /// Lists a line that is not listed. Skips invalid UTF-8: it would come back as a different line.
  private func list(_ bytes: [UInt8]) {
    guard let line = String(validating: bytes, as: UTF8.self) else { return }
    if listed.count >= historyLinesMax { remove(at: 0) }
    listed.append(bytes)
    add_history(line)
  }

  private func remove(at index: Int) {
    listed.remove(at: index)
    if let entry = remove_history(Int32(index)) { free_history_entry(entry) }
  }

  private func isKept(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.count <= historyLineBytesMax && !bytes.contains(0)
  }

  /// The newest lines within the limits, each once, at its last place.
  private func newest(_ lines: [[UInt8]]) -> [[UInt8]] {
    var found: Set<[UInt8]> = []
    var kept: [[UInt8]] = []
    var bytesLeft = historyBytesMax
    for line in lines.reversed() where found.insert(line).inserted {
      bytesLeft -= line.count + 1
      guard bytesLeft >= 0, kept.count < historyLinesMax else { break }
      kept.append(line)
    }
    return kept.reversed()
  }

  private func text(of lines: [[UInt8]]) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  private func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter(isKept).map(Array.init)
  }
}

/// A line without what follows `token=`, `password=` and `secret=`, however they are capitalized,
/// up to the next blank, quotation mark, `&`, `;` or `#`.
func withoutSecrets(_ line: [UInt8]) -> [UInt8] {
  let lowered = line.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  var kept: [UInt8] = []
  var index = 0
  while index < line.count {
    kept.append(line[index])
    index += 1
    guard line[index - 1] == UInt8(ascii: "=") else { continue }
    let name = lowered[..<(index - 1)]
    guard secretNames.contains(where: { name.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
      continue
    }
    index = endOfValue(line, from: index)
  }
  return kept
}

/// The end of a value, which can begin with a part in quotation marks; escaped bytes belong to it.
private func endOfValue(_ line: [UInt8], from start: Int) -> Int {
  var index = start
  var isQuoted = false
  while index < line.count {
    let byte = line[index]
    if byte == UInt8(ascii: "\\") {
      index += 1
    } else if byte == UInt8(ascii: "\"") {
      guard isQuoted || index == start else { break }
      isQuoted.toggle()
    } else if !isQuoted, " \t&;#".utf8.contains(byte) {
      break
    }
    index += 1
  }
  return min(index, line.count)
}

private let secretNames = ["token", "password", "secret"]
