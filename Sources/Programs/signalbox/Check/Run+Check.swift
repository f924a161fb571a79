import Analysis
import Diagnostics
import Exploration
import JSONCodec
import Navigation
import ProgramSupport

/// `signalbox check`: the findings are the result, so they go to standard output.
@MainActor func runCheck(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let format = try reportFormat(arguments)
  guard arguments.has(.watch) else { return try checkOnce(arguments, streams, format) }
  return try watching(arguments, streams) { () throws(ExitError) in
    try App.paths(arguments)
  } run: { () throws(ExitError) in
    _ = try checkOnce(arguments, streams, format)
  }
}

@MainActor private func checkOnce(
  _ arguments: Arguments, _ streams: Streams, _ format: CheckFormat
) throws(ExitError) -> ExitStatus {
  let paths = try App.paths(arguments)
  let report = Progress.during("checking") {
    checked(paths, hints: arguments.has(.notes), isStrict: arguments.isStrict.value)
  }
  try streams.write(report, as: format)
  return report.status
}

/// How `check` and `compare` print their findings.
enum CheckFormat: String, CaseIterable {
  case text, json, sarif, github, junit
}

/// The value of `--format`; `--json` is short for `--format json`.
func reportFormat(_ arguments: Arguments) throws(ExitError) -> CheckFormat {
  let isJSON = arguments.has(.json)
  guard let word = arguments.value(of: .format), let format = CheckFormat(rawValue: word) else {
    return isJSON ? .json : .text
  }
  guard !isJSON || format == .json else {
    throw .usage([.excluding("--json", "--format \(word)")])
  }
  return format
}

extension Streams {
  @MainActor func write(_ report: CheckReport, as format: CheckFormat) throws(ExitError) {
    switch format {
    case .text:
      try write(report.overview)
      try write(report.findings)
      try write(report.summary)
    case .json:
      for finding in report.findings { try write(JSON(finding).text + "\n") }
      try write(report.json.text + "\n")
    case .sarif: try write(report.sarif.text + "\n")
    case .github: try write(report.github)
    case .junit: try write(report.junit)
    }
  }
}

/// All findings in route files.
/// - Parameters:
///   - new: A file of the paths that is not written yet.
///   - hints: Whether to look for notes that need no action if intended.
@MainActor func checked(
  _ paths: [String], with new: (file: String, plugin: PluginDraft)? = nil, hints: Bool,
  isStrict: Bool
) -> CheckReport {
  let (drafts, faults, inspected) = App.inspected(paths, with: new)
  let found = faults + Check.diagnostics(in: drafts, inspected, hints: hints)
  guard faults.isEmpty, inspected.errors.isEmpty, let definition = inspected.definition else {
    return CheckReport(
      findings: inOrder(found), counts: CheckReport.Count.all(of: nil), isStrict: isStrict)
  }
  let misread = PolicyRule.read(definition.rules, in: definition).errors
  return CheckReport(
    findings: misread.isEmpty ? found : inOrder(found + misread),
    counts: CheckReport.Count.all(of: definition), isStrict: isStrict)
}

/// Sorted by place and code; "too many errors" comes last.
private func inOrder(_ findings: [Diagnostic]) -> [Diagnostic] {
  let rest = findings.filter { $0.code == .formatTooManyErrors }
  return Check.inOrder(findings.filter { $0.code != .formatTooManyErrors }) + rest
}
