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
  let (findings, subject) = checked(try App.paths(arguments), hints: arguments.has(.notes))
  if arguments.has(.json) {
    for finding in findings { try streams.write(JSON(finding).text + "\n") }
  } else {
    try streams.write(findings)
    try streams.write(subject + tally(findings) + "\n")
  }
  if findings.contains(where: { unreadable.contains($0.code) }) { return .usage }
  let worst: [Severity] = arguments.has(.strict) ? [.error, .warning] : [.error]
  return findings.contains { worst.contains($0.severity) } ? .no : .done
}

/// The codes of findings which mean that a file could not be read.
private let unreadable: [DiagnosticCode] = [.fileUnreadable, .fileNoneFound, .fileTooLarge]

/// All findings in route files, and a count of plugins and routes if they can be loaded.
/// - Parameter hints: Whether to look for notes that need no action if intended.
@MainActor func checked(
  _ paths: [String], hints: Bool
) -> (findings: [any Diagnostic], subject: String) {
  let (drafts, faults, inspected) = App.inspected(paths)
  let found = faults + Check.diagnostics(in: drafts, inspected, hints: hints)
  guard faults.isEmpty, inspected.errors.isEmpty, let definition = inspected.definition else {
    return (inOrder(found), "")
  }
  let plugins = counted(definition.plugins.count, "plugin")
  let routes = counted(definition.routes.count, "route")
  return (found, "\(plugins), \(routes): ")
}

/// Sorted by place and code; "too many errors" comes last.
private func inOrder(_ findings: [any Diagnostic]) -> [any Diagnostic] {
  let rest = findings.filter { $0.code == .formatTooManyErrors }
  return Check.inOrder(findings.filter { $0.code != .formatTooManyErrors }) + rest
}

/// The number of findings of each severity; notes only if there are any.
func tally(_ findings: [any Diagnostic]) -> String {
  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
  var parts = [counted(count(.error), "error"), counted(count(.warning), "warning")]
  if count(.note) > 0 { parts.append(counted(count(.note), "note")) }
  return parts.joined(separator: ", ")
}
