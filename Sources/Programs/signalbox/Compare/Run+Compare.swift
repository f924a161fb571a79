import Analysis
import Diagnostics
import Navigation
import PlatformComparison
import PlatformLinks
import ProgramSupport

/// `signalbox compare`: the findings are the result, so they go to standard output.
@MainActor func runCompare(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let format = try reportFormat(arguments)
  guard Platform.allCases.contains(where: arguments.hasFile) else {
    throw .usage([.needsOneOf([.aasa, .manifest], command: "compare")])
  }
  let definition = try App(arguments).definition
  let (claims, faults) = try arguments.claims(for: definition)
  let findings = Progress.during("comparing") {
    PlatformComparison(
      definition, claims, hosts: arguments.has(.host) ? claims.hosts : nil
    ).findings
  }
  let report = CheckReport(
    command: "compare", findings: faults + (findings as [Diagnostic]),
    counts: CheckReport.Count.all(of: definition),
    isStrict: arguments.isStrict.value)
  try streams.write(report, as: format)
  return report.status
}
