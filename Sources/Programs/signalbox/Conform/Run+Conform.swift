import Analysis
import Diagnostics
import FileAccess
import ProgramSupport
import RouteFiles
import TraceChecking
import TraceFiles
import Traces

/// `signalbox conform`: the sessions that do not conform are the result; what is wrong with the
/// logs themselves goes to standard error.
@MainActor func runConform(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  var map = TraceMapFile()
  if let path = arguments.value(of: .map) {
    do {
      map = try TraceMapFile(path: path, kinds: ObservedKind.allCases.map(\.rawValue))
    } catch {
      throw .usage(error.diagnostics)
    }
  }
  let onlyRouter = [Option.linkCount, .seed, .write, .answerTime, .format]
  if !arguments.has(.router) {
    if let option = onlyRouter.first(where: arguments.has) {
      throw .usage([.needs(option, .router)])
    }
    guard !arguments.operands.isEmpty else { throw .usage([.missingOperand(.conform)]) }
  }
  let definition = try App(arguments).definition
  let unknown = map.faults(in: definition)
  guard unknown.isEmpty else { throw .usage(unknown) }
  if arguments.has(.router) { return try runRouter(arguments, map, definition, streams) }
  let files = Progress.during("reading logs") {
    arguments.operands.map { TraceFile(path: $0, map) }
  }
  let findings = files.flatMap(\.findings)
  streams.report(findings)
  let sessions = files.flatMap(\.sessions)
  guard !sessions.isEmpty else { return .usage }
  let rules = map.rules(seen: files.reduce(into: []) { $0.formUnion($1.kinds) })
  let report = Progress.during("checking sessions") {
    ConformReport(
      sessions, by: TraceChecker(definition, rules),
      recordsCoverage: arguments.has(.coverage))
  }
  if arguments.has(.json) {
    try streams.write(report.json)
  } else {
    for (divergence, script) in report.shown {
      try streams.write([divergence.diagnostic])
      try streams.write(script)
    }
    try streams.write(prose: report.text(streams.paint))
  }
  if let coverage = report.coverage {
    try streams.write(arguments.has(.json) ? coverage.json : coverage.text(streams.paint))
  }
  if findings.contains(where: { $0.severity == .error }) { return .usage }
  return report.status
}
