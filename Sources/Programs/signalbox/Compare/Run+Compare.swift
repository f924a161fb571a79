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
  let files = Platform.allCases.flatMap(\.files)
  guard files.contains(where: arguments.has) else {
    throw .usage([.needsOneOf(files, command: "compare")])
  }
  let definition = try App(arguments).definition
  var (claims, faults) = try arguments.claims(for: definition)
  let hosts = arguments.has(.host) ? claims.hosts : nil
  faults += claims.appleFindings(
    hosts: hosts ?? definition.openHosts, areAll: hosts == nil, schemes: definition.openSchemes)
  if arguments.has(.fix) {
    var search = RepairSearch(
      definition, claims, hosts: hosts, association: arguments.value(of: .aasa),
      manifest: arguments.value(of: .manifest), faults: faults)
    Progress.during("comparing") { search.run() }
    try streams.write(search.patch)
    streams.report(search.remaining)
    return CheckReport(
      command: "compare", findings: search.findings, counts: [],
      isStrict: arguments.isStrict.value
    ).status
  }
  let findings = Progress.during("comparing") {
    PlatformComparison(definition, claims, hosts: hosts).findings
  }
  let report = CheckReport(
    command: "compare",
    findings: findingsOnce(faults, findings) + claims.neverVerified(hosts: hosts),
    counts: CheckReport.Count.all(of: definition),
    isStrict: arguments.isStrict.value)
  try streams.write(report, as: format)
  return report.status
}

/// The faults of the files and the findings of the comparison, each cause once: what a rule is for
/// is said by the comparison, and why nothing matches it by the file.
func findingsOnce(_ faults: [Diagnostic], _ findings: [Diagnostic]) -> [Diagnostic] {
  let causes = Set(findings.flatMap { [$0.position, $0.other] })
  let places = Set(faults.filter { $0.severity != .note }.map(\.position))
  return faults.filter { $0.code != .platformManifestIncomplete || !causes.contains($0.position) }
    + findings.filter {
      $0.code != .compareNeverDecides || $0.witness != nil || !places.contains($0.position)
    }
}
