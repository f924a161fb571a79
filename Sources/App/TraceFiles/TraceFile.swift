package import Diagnostics
import FileAccess
package import Navigation
package import RouteFiles
package import TraceChecking
package import Traces

/// A log of an app: JSON lines, one event each, of one or several sessions.
package struct TraceFile: Sendable {
  package let path: String
  /// In the order they begin; empty if the log has a fault.
  package private(set) var sessions: [SessionTrace] = []
  package private(set) var kinds: Set<ObservedKind> = []
  /// What is wrong with it, in the order of its lines.
  package private(set) var findings: [Diagnostic] = []

  /// Reads a file, on all processors.
  package init(path: String, _ map: TraceMapFile) {
    self.path = path
    do throws(FileError) {
      parse(try readFile(path, bytesMax: TraceLimits.fileBytesMax, allowsPipes: true), map)
    } catch {
      findings = [error.diagnostic]
    }
  }

  /// Reads the bytes of a file.
  package init(_ bytes: [UInt8], path: String, _ map: TraceMapFile) {
    self.path = path
    parse(bytes, map)
  }

  private mutating func parse(_ bytes: [UInt8], _ map: TraceMapFile) {
    let reader = TraceLineReader(map)
    var line = 1
    var pieces: [(range: Range<Int>, line: Int)] = []
    var start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while start < bytes.count {
      var end = min(start + pieceBytes, bytes.count)
      while end < bytes.count, bytes[end - 1] != newline { end += 1 }
      pieces.append((start..<end, line))
      for index in start..<end where bytes[index] == newline { line += 1 }
      start = end
    }
    let count = bytes.last == newline ? line - 1 : line
    guard count <= TraceLimits.linesMax else {
      let place = SourcePosition(file: path, line: TraceLimits.linesMax + 1, column: 1)
      findings = [.tooManyLines(at: place)]
      return
    }
    let file = path
    let read = mapOnProcessors(pieces) { piece in
      var lines = TraceLines(reader, file: file)
      lines.add(bytes[piece.range], from: piece.line, isEnd: piece.range.upperBound == bytes.count)
      return lines
    }
    add(read)
    if sessions.isEmpty, !findings.contains(where: { $0.severity == .error }) {
      findings.append(.noLines(at: SourcePosition(file: path, line: 1, column: 1)))
    }
  }

  /// Groups lines that were read elsewhere.
  package init(_ lines: TraceLines) {
    path = lines.file
    add([lines])
  }

  private mutating func add(_ read: [TraceLines]) {
    let faults = read.flatMap(\.faults)
    findings = Array(faults.prefix(TraceLimits.faultsMax))
    if faults.count > TraceLimits.faultsMax, let place = faults[TraceLimits.faultsMax].position {
      findings.append(.tooManyFaults(at: place))
    }
    guard !findings.contains(where: { $0.severity == .error }) else { return }
    var numbers: [TextBytes?: Int] = [:]
    for line in read.lazy.map(\.lines).joined() {
      if let kind = ObservedKind(line.entry.observation) { kinds.insert(kind) }
      let session = line.session.map { TextBytes($0) }
      let number = numbers[session] ?? sessions.count
      if number == sessions.count {
        numbers[session] = number
        sessions.append(SessionTrace(file: path, session: line.session))
      }
      sessions[number].entries.append(line.entry)
    }
  }
}

/// Lines of a log, in their order.
package struct TraceLines: Sendable {
  fileprivate let file: String
  fileprivate private(set) var lines: [TraceLineReader.Line] = []
  fileprivate private(set) var faults: [Diagnostic] = []
  private let reader: TraceLineReader

  /// - Parameter file: What errors call the log.
  package init(_ reader: TraceLineReader, file: String) {
    (self.reader, self.file) = (reader, file)
  }

  /// Whether further lines are left out, since there are too many faults.
  private var isFull: Bool { faults.count > TraceLimits.faultsMax }

  /// Adds a line that is a row of a table, and may have a line end.
  package mutating func add(row: UnsafeRawBufferPointer, line number: Int) {
    var row = row[...]
    if number == 1, row.starts(with: byteOrderMark) { row = row.dropFirst(byteOrderMark.count) }
    if row.last == newline { row.removeLast() }
    add(Array(row.prefix(TraceLimits.lineBytesMax + 1)), line: number, isCut: false)
  }

  /// Adds a line without its end.
  /// - Parameter isCut: Whether it may be incomplete, as the last line of a log that was cut off.
  private mutating func add(_ bytes: [UInt8], line number: Int, isCut: Bool) {
    guard !isFull else { return }
    let place = SourcePosition(file: file, line: number, column: 1)
    guard bytes.count <= TraceLimits.lineBytesMax else {
      return faults.append(.lineTooLong(at: place))
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    do throws(Diagnostic) {
      if let line = try reader.read(bytes, line: number, file: file) { lines.append(line) }
    } catch {
      faults.append(error.code == .traceSyntax && isCut ? .truncated(at: place) : error)
    }
  }

  /// Adds the lines of a text.
  /// - Parameter isEnd: Whether it is the end of the log.
  fileprivate mutating func add(_ text: ArraySlice<UInt8>, from first: Int, isEnd: Bool) {
    var number = first
    var rest = text
    while !rest.isEmpty, !isFull {
      let end = rest.firstIndex(of: newline) ?? rest.endIndex
      // Of a line that is too long, as much as shows that it is.
      let line = Array(rest[..<end].prefix(TraceLimits.lineBytesMax + 1))
      add(line, line: number, isCut: isEnd && end == rest.endIndex)
      rest = rest[min(end + 1, rest.endIndex)...]
      number += 1
    }
  }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
private let newline = UInt8(ascii: "\n")
/// Bytes that one processor reads at a time.
private let pieceBytes = 1 << 20

extension TraceMapFile {
  /// The rules for logs that hold these kinds of lines.
  ///
  /// Links and logins are always in the log, and so is every kind with a line there, unless the
  /// file says otherwise.
  package func rules(seen kinds: Set<ObservedKind>) -> LogRules {
    let logged = self.logged.map { Set($0.compactMap(ObservedKind.init)) }
    return LogRules(
      logged: logged.map { $0.union([.screen]) } ?? LogRules.always.union(kinds),
      isSampled: isSampled, contentScreens: Set(content.map(\.value)))
  }
}

extension TraceMapFile {
  /// The names that the file maps to and that a definition lacks.
  package func faults(in definition: AppDefinition) -> [Diagnostic] {
    let screens = definition.screens.map(\.name)
    let named = (self.screens.values + content).filter { name in
      !screens.contains { sameBytes($0, name.value) }
    }
    let selected = tabs.values.filter { name in
      !definition.tabs.contains { sameBytes($0, name.value) }
    }
    let faults =
      named.map { fault($0, "screen", among: screens) }
      + selected.map { fault($0, "tab", among: definition.tabs) }
    return faults.sorted { left, right in
      guard let left = left.position, let right = right.position else { return false }
      return left < right
    }
  }

  private func fault(
    _ name: Located<String>, _ kind: String, among names: [String]
  ) -> Diagnostic {
    .unknownName(
      name.value, kind: kind, nearest: nearest(to: name.value, in: names), at: name.position)
  }
}
