import Analysis
import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import RouteFiles

/// `signalbox check`: the findings are the result, so they go to standard output.
@MainActor func runCheck(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let (findings, subject) = checked(try App.paths(arguments))
  for finding in findings {
    try streams.write(
      arguments.has(.json) ? JSON(finding).text + "\n" : streams.resultReport.render(finding))
  }
  if !arguments.has(.json) { try streams.write(subject + tally(findings) + "\n") }
  if findings.contains(where: { unreadable.contains($0.code) }) { return .usage }
  let worst: [Severity] = arguments.has(.strict) ? [.error, .warning] : [.error]
  return findings.contains { worst.contains($0.severity) } ? .no : .done
}

/// The codes of findings which mean that nothing could be checked.
private let unreadable: [DiagnosticCode] = [.fileUnreadable, .fileNoneFound, .fileTooLarge]

/// All findings in route files, and a count of plugins and routes if they can be loaded.
@MainActor func checked(_ paths: [String]) -> (findings: [any Diagnostic], subject: String) {
  let (drafts, app) = App.drafts(paths)
  switch app {
  case .success(let app):
    let plugins = counted(app.definition.plugins.count, "plugin")
    let routes = counted(app.definition.routes.count, "route")
    return (Check.findings(in: drafts, of: app.definition), "\(plugins), \(routes): ")
  case .failure(let faults):
    let found = Check.findings(in: drafts, of: nil)
    return (found.isEmpty ? faults.diagnostics : inOrder(faults.diagnostics + found), "")
  }
}

/// Sorted by place and code; "too many errors" comes last.
private func inOrder(_ findings: [any Diagnostic]) -> [any Diagnostic] {
  let rest = findings.filter { $0.code == .formatTooManyErrors }
  return findings.filter { $0.code != .formatTooManyErrors }.sorted(by: Check.precedes) + rest
}

/// The number of findings of each severity; notes only if there are any.
func tally(_ findings: [any Diagnostic]) -> String {
  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
  var parts = [counted(count(.error), "error"), counted(count(.warning), "warning")]
  if count(.note) > 0 { parts.append(counted(count(.note), "note")) }
  return parts.joined(separator: ", ")
}
