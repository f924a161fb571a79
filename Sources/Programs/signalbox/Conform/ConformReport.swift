import Analysis
import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import SignalboxHost
import TraceChecking
import TraceFiles
import Traces

/// What `conform` prints.
struct ConformReport {
  /// A session and its verdict.
  private struct TraceRow {
    let trace: SessionTrace
    let verdict: TraceVerdict

    var conforms: Bool { verdict.divergence == nil }
  }

  private let checker: TraceChecker
  private let rows: [TraceRow]
  /// What the explained lines use of the app; `nil` if it is not recorded.
  let coverage: CoverageReport?

  /// Checks sessions, on all processors.
  init(_ traces: [SessionTrace], by checker: TraceChecker, recordsCoverage: Bool) {
    self.checker = checker
    let checked = checker.verdicts(on: traces, recordsCoverage: recordsCoverage)
    rows = zip(traces, checked.verdicts).map { TraceRow(trace: $0, verdict: $1) }
    coverage =
      recordsCoverage ? CoverageReport(checked.coverage, of: checker.definition) : nil
  }

  /// The number of sessions that do not conform, and of those that are undecided.
  private var divergenceCount: Int { rows.count { $0.verdict.divergence?.isCut == false } }
  private var undecidedCount: Int { rows.count { $0.verdict.divergence?.isCut == true } }

  /// 1 if a session does not conform, otherwise 3 if one is undecided.
  var status: ExitStatus {
    divergenceCount > 0 ? .negative : undecidedCount > 0 ? .undecided : .done
  }

  /// The first divergences, each with the script that leads to it.
  var shown: [(divergence: TraceDivergence, script: String)] {
    rows.lazy.filter { $0.verdict.divergence != nil }.prefix(shownMax).compactMap { row in
      row.verdict.divergence.map { divergence in
        (divergence, script(of: row).map { "  \(escaped($0))\n" }.joined())
      }
    }
  }

  private func script(of row: TraceRow) -> [String] {
    let lines = counted(row.verdict.explained, "line")
    let session = row.trace.session.map { " of session \($0)" } ?? ""
    return commentedScript(
      of: row.verdict.events, isCold: row.verdict.isCold,
      escaped("\(row.trace.file): \(lines)\(session) explained."), in: checker.definition)
  }

  /// The numbers: of divergences by kind, of sessions, and what can have happened without a line.
  func text(_ paint: Paint) -> String {
    let count = divergenceCount + undecidedCount
    var text = count > shownMax ? "and \(count - shownMax) more; --json prints all\n" : ""
    if count > 0 {
      text += columns(
        kinds.map { kind in
          (counted(kind.count, "session"), "\(kind.code.rawValue), \(kind.code.summary)")
        })
    }
    let lines = rows.reduce(0) { $0 + $1.trace.entries.count }
    text += "\(counted(rows.count, "session")), \(counted(lines, "line")): "
    let counts = [(divergenceCount, "not conforming"), (undecidedCount, "undecided")]
      .filter { $0.0 > 0 }.map { paint("\($0) \($1)", .error) }
    text += count == 0 ? paint("all conform", .gateOpen) : counts.joined(separator: ", ")
    text += "\n"
    let searched = searchedKinds.map(\.rawValue).joined(separator: ", ")
    if !searched.isEmpty { text += "searched for, since no line shows one: \(searched)\n" }
    return text
  }

  /// The kinds of events that can have happened without a line. Nobody knows how long an app was in
  /// the background without one.
  private var searchedKinds: [ObservedKind] {
    ObservedKind.allCases.filter {
      ![.background, .foreground].contains($0) && !checker.rules.logged.contains($0)
    }
  }

  private var kinds: [(code: DiagnosticCode, count: Int)] {
    let codes = rows.compactMap { $0.verdict.divergence?.diagnostic.code }
    return DiagnosticCode.allCases.compactMap { code in
      let count = codes.count { $0 == code }
      return count > 0 ? (code, count) : nil
    }
  }

  /// A line for each session, and one with the numbers.
  var json: String {
    var text = ""
    for row in rows { text += json(of: row).text + "\n" }
    let numbers: JSON = [
      "sessions": JSON(rows.count), "conforming": JSON(rows.count(where: \.conforms)),
      "lines": JSON(rows.reduce(0) { $0 + $1.trace.entries.count }),
      "kinds": .object(kinds.map { .init($0.code.rawValue, JSON($0.count)) }),
      "searched": .array(searchedKinds.map { .string($0.rawValue) }),
    ]
    return text + numbers.text + "\n"
  }

  private func json(of row: TraceRow) -> JSON {
    var members: [JSON.Member] = [
      .init("trace", .string(row.trace.file)),
      .init("session", row.trace.session.map { .string($0) } ?? .null),
      .init("conforms", row.verdict.divergence?.isCut == true ? .null : .bool(row.conforms)),
      .init("explained", JSON(row.verdict.explained)),
    ]
    if let divergence = row.verdict.divergence {
      members += [
        .init("line", JSON(divergence.entry.line)),
        .init("event", .written(divergence.entry.observation.line())),
        .init("code", .string(divergence.diagnostic.code.rawValue)),
        .init("message", .string(divergence.diagnostic.message)),
        .init("advice", divergence.diagnostic.advice.map { .string($0) } ?? .null),
        .init("allowed", .array(divergence.allowed.map { .written($0.line()) })),
        .init("isComplete", .bool(!divergence.isCut)),
        .init("script", .array(script(of: row).map { .string($0) })),
      ]
    }
    return .object(members)
  }
}

/// The most divergences that the text shows.
private let shownMax = 20
