import Diagnostics
import Navigation
import PlatformLinks
import ProgramSupport
import RouteFiles

/// `signalbox compare`: the findings are the result, so they go to standard output.
@MainActor func runCompare(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let format = try reportFormat(arguments)
  let files = Platform.allCases.flatMap(\.files)
  guard files.contains(where: arguments.has) else {
    throw .usage([.needsOneOf(files, command: "compare")])
  }
  if arguments.has(.fix), format != .text {
    throw .usage([.excluding("--fix", arguments.has(.json) ? "--json" : "--format")])
  }
  let app = try App(arguments)
  let definition = app.definition
  let (claims, faults, areUsable) = try arguments.claims(for: definition)
  let hosts = arguments.has(.host) ? claims.hosts : nil
  let source = try arguments.source(of: definition)
  let compared = Progress.during("comparing") {
    ComparedFiles(definition, claims, hosts: hosts, from: source, faults: faults)
  }
  let isFixing = arguments.has(.fix)
  let findings =
    isFixing ? try fix(compared, app.paths, arguments, streams) : compared.findings
  let report = CheckReport(
    command: "compare", findings: findings, counts: CheckReport.Count.all(of: definition),
    isStrict: arguments.isStrict.value)
  if !isFixing { try streams.write(report, as: format) }
  return areUsable ? report.status : .usage
}

/// Prints a patch, and on standard error what it leaves.
/// - Returns: The findings with the edits.
@MainActor private func fix(
  _ compared: ComparedFiles, _ paths: [String], _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> [Diagnostic] {
  let claims = compared.claims
  var search = try RepairSearch(
    compared, RouteFolder.load(paths).plugins,
    association: claims.apple == nil ? nil : arguments.value(of: .aasa),
    manifest: claims.android == nil ? nil : arguments.value(of: .manifest))
  Progress.during("comparing") { search.run() }
  let names = PatchNames(search.changedFiles)
  try streams.write(search.patch(names))
  streams.report(search.remaining + (search.olderLevels.map { [$0] } ?? []))
  if !search.isComplete {
    streams.note("not all edits were tried: apply the patch, and run it again")
  }
  if let folder = names.folder {
    streams.note(escaped("the names in the patch are relative to '\(folder)': apply it there"))
  }
  return search.findings
}

extension Arguments {
  /// The source as which the app opens the platforms' links.
  fileprivate func source(of definition: AppDefinition) throws(ExitError) -> Identifier<Source> {
    guard let name = value(of: .from) else { return AppDefinition.outside }
    guard let source = definition.source(named: name), source != AppDefinition.inside else {
      let sources = definition.sourceIDs.filter { $0 != AppDefinition.inside }
      let names = sources.map { definition[$0].name }
      throw .usage([.unknownChoice(name, .from, choices: names)])
    }
    return source
  }
}
