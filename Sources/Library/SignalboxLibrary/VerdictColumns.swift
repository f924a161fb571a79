import CSignalbox
import Diagnostics
import TraceChecking
import TraceFiles
import Traces

extension LibraryApp {
  /// Checks the sessions of a log, on all processors.
  /// - Throws: What is wrong with the column, or with its lines.
  func conform(_ lines: GivenColumn) throws(DiagnosticList) -> ArrowColumn {
    var read = TraceLines(TraceLineReader(logs), file: "<lines>")
    var number = 0
    do throws(Diagnostic) {
      try lines.forEachText { line throws(Diagnostic) in
        number += 1
        if number > TraceLimits.linesMax { throw .tooManyLines }
        if let line { read.add(row: line, line: number) }
      }
    } catch {
      throw DiagnosticList([error])
    }
    let log = TraceFile(read)
    guard log.findings.isEmpty else { throw DiagnosticList(log.findings) }
    let verdicts = checker(of: logs.rules(seen: log.kinds)).verdicts(on: log.sessions).verdicts
    var columns = VerdictColumns(count: verdicts.count)
    for (session, verdict) in zip(log.sessions, verdicts) { columns.add(session, verdict) }
    guard !columns.isOverfull else { throw DiagnosticList([.tooManyVerdicts]) }
    return columns.finished()
  }
}

/// The fields of the verdicts, column by column.
private struct VerdictColumns: ~Copyable {
  private var session: OffsetTexts
  private var conforms = FlagColumn()
  private var lines = NumberColumn()
  private var explained = NumberColumn()
  private var line = NumberColumn()
  private var event: OffsetTexts
  private var code: OffsetTexts
  private var message: OffsetTexts
  private var advice: OffsetTexts

  init(count: Int) {
    session = OffsetTexts(count: count)
    event = OffsetTexts(count: count)
    code = OffsetTexts(count: count)
    message = OffsetTexts(count: count)
    advice = OffsetTexts(count: count)
  }

  var isOverfull: Bool {
    session.isOverfull || event.isOverfull || code.isOverfull || message.isOverfull
      || advice.isOverfull
  }

  mutating func add(_ trace: SessionTrace, _ verdict: TraceVerdict) {
    let fault = verdict.divergence
    session.append(trace.session)
    conforms.append(fault?.isCut == true ? nil : fault == nil)
    lines.append(trace.entries.count)
    explained.append(verdict.explained)
    line.append(fault?.entry.line)
    event.append(fault?.entry.observation.text)
    code.append(fault?.diagnostic.code.rawValue)
    message.append(fault?.diagnostic.message)
    advice.append(fault?.diagnostic.advice)
  }

  consuming func finished() -> ArrowColumn {
    let count = session.count
    return ArrowColumn(
      count: count, nullCount: 0, buffers: [nil],
      children: [
        session.finished(), conforms.finished(), lines.finished(), explained.finished(),
        line.finished(), event.finished(), code.finished(), message.finished(), advice.finished(),
      ])
  }
}

/// The type of what `finished` returns.
let verdictType = ArrowType(
  "+s", "",
  children: [
    ArrowType("u", "session", isNullable: true), ArrowType("b", "conforms", isNullable: true),
    ArrowType("l", "lines"), ArrowType("l", "explained"),
    ArrowType("l", "line", isNullable: true), ArrowType("u", "event", isNullable: true),
    ArrowType("u", "code", isNullable: true), ArrowType("u", "message", isNullable: true),
    ArrowType("u", "advice", isNullable: true),
  ])

extension Diagnostic {
  fileprivate static var tooManyLines: Diagnostic {
    Diagnostic(
      .librarySize, "the column has more than \(TraceLimits.linesMax) lines",
      advice: "Pass fewer sessions at a time.")
  }

  fileprivate static var tooManyVerdicts: Diagnostic {
    Diagnostic(
      .librarySize, "the verdicts take more than 2 GB", advice: "Pass fewer sessions at a time.")
  }
}
