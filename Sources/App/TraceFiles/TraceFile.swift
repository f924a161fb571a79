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
    guard line <= TraceLimits.linesMax else {
      let place = SourcePosition(file: path, line: TraceLimits.linesMax + 1, column: 1)
      findings = [.tooManyLines(at: place)]
      return
    }
    let file = path
    let read = mapOnProcessors(pieces) { piece in
      Piece(bytes, piece.range, from: piece.line, reader, file: file)
    }
    add(read.flatMap(\.faults))
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
    if sessions.isEmpty {
      findings.append(.noLines(at: SourcePosition(file: path, line: 1, column: 1)))
    }
  }

  private mutating func add(_ faults: [Diagnostic]) {
    findings = Array(faults.prefix(TraceLimits.faultsMax))
    if faults.count > TraceLimits.faultsMax, let place = faults[TraceLimits.faultsMax].position {
      findings.append(.tooManyFaults(at: place))
    }
  }

  /// Some lines of a log.
  private struct Piece: Sendable {
    var lines: [TraceLineReader.Line] = []
    var faults: [Diagnostic] = []

    init(
      _ bytes: [UInt8], _ range: Range<Int>, from first: Int, _ reader: TraceLineReader,
      file: String
    ) {
      var number = first
      var start = range.lowerBound
      while start < range.upperBound {
        let rest = bytes[start..<range.upperBound]
        let end = rest.firstIndex(of: newline) ?? range.upperBound
        defer {
          start = end + 1
          number += 1
        }
        guard faults.count <= TraceLimits.faultsMax else { return }
        let place = SourcePosition(file: file, line: number, column: 1)
        guard end - start <= TraceLimits.lineBytesMax else {
          faults.append(.lineTooLong(at: place))
          continue
        }
        let line = bytes[start..<end]
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        do throws(Diagnostic) {
          if let line = try reader.read(Array(line), line: number, file: file) {
            lines.append(line)
          }
        } catch {
          // A log that was cut off ends in the middle of a line.
          if error.code == .traceSyntax, end == bytes.count {
            faults.append(.truncated(at: place))
          } else {
            faults.append(error)
          }
        }
      }
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
