import Commands
import Diagnostics
import JSONCodec
import Navigation
import RouteFiles

/// `signalbox check`: the findings are the result, so they go to standard output.
@MainActor func runCheck(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let paths = try App.paths(arguments)
  let findings: [any Diagnostic]
  var summary = ""
  switch App.load(paths) {
  case .success(let app):
    let definition = app.definition
    findings = []
    summary =
      "\(counted(definition.plugins.count, "plugin")), "
      + "\(counted(definition.routes.count, "route")): "
  case .failure(let faults): findings = faults.diagnostics
  }
  for finding in findings {
    try streams.write(
      arguments.has(.json) ? JSON(finding).text + "\n" : streams.resultReport.render(finding))
  }
  let errors = findings.count { $0.severity == .error }
  let warnings = findings.count { $0.severity == .warning }
  if !arguments.has(.json) {
    try streams.write("\(summary)\(counted(errors, "error")), \(counted(warnings, "warning"))\n")
  }
  if findings.contains(where: { $0.code == .fileUnreadable }) { return .usage }
  return errors > 0 ? .no : .done
}

/// A number and what it counts: `1 route`, `2 routes`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
