import CodeGeneration
import Diagnostics
import FileAccess
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformGeneration
import PlatformLinks
import ProgramSupport

/// `signalbox generate KIND [ROUTES…]`.
@MainActor func runGenerate(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let kind: GeneratedKind = try arguments.task()
  do { try kind.check(arguments) } catch { throw .usage(error) }
  let text: String
  switch kind {
  case .aasa: text = try association(arguments, streams)
  case .entitlements:
    // An app cannot have the links of every host.
    let hosts = try App(arguments).definition.openHosts.filter { !$0.host.isEmpty }
    if hosts.isEmpty { throw .usage([.noHost]) }
    text = PropertyListText.entitlements(hosts: hosts.map(\.text))
  case .infoPlist:
    let schemes = try App(arguments).definition.openSchemes
    if schemes.isEmpty { throw .usage([.noScheme]) }
    text = PropertyListText.info(
      schemes: schemes.map { String(decoding: $0, as: UTF8.self) },
      bundle: arguments.value(of: .bundle) ?? "")
  case .manifest: text = try manifest(arguments, streams)
  case .swift, .kotlin, .typescript: text = try code(kind, arguments, streams)
  case .assetlinks:
    text = AssetLinksText.text(
      package: arguments.value(of: .package) ?? "", fingerprints: fingerprints(arguments))
  }
  if let path = arguments.value(of: .output) {
    try writeOutput(
      [NewFile(path, Array(text.utf8))], of: "generate \(kind.rawValue)",
      isOwn: kind.ownership(arguments))
  } else {
    try streams.write(text)
    try streams.finish()
  }
  return .done
}

@MainActor private func association(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> String {
  let definition = try App(arguments).definition
  let generator = AssociationGenerator(definition)
  let hosts = generator.hosts
  guard let host = arguments.value(of: .host)?.lowercased() ?? hosts.first else {
    throw .usage([.noHost])
  }
  guard generator.covers(host) else {
    throw .usage([.unknownHost(host, hosts: hosts)])
  }
  let appID = appID(arguments)
  let file = generator.file(host: host, appID: appID)
  report(file, streams)
  if file.text.utf8.count > AssociationGenerator.fileBytesMax {
    streams.note("note: Apple ignores a file of more than 128 KiB")
  }
  for other in hosts where !sameBytes(other, host) {
    let isEqual = sameBytes(generator.file(host: other, appID: appID).text, file.text)
    streams.note(
      isEqual
        ? "note: \(escaped(other)) needs the same file"
        : "note: \(escaped(other)) needs another file: --host '\(escaped(other))'")
  }
  var claims = LinkClaims(hosts: [AssociatedHost(host)])
  let (association, _) = AppleAssociation.parse(Array(file.text.utf8), file: "<generated>")
  claims.apple = association.map { LinkClaims.Apple($0, app: Array(appID.utf8)) }
  compare(definition, claims, streams)
  return file.text
}

@MainActor private func manifest(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> String {
  let definition = try App(arguments).definition
  let generator = ManifestGenerator(definition)
  let file = generator.file(activity: arguments.value(of: .activity) ?? ".MainActivity")
  report(file, streams)
  for base in generator.omittedBases {
    streams.note("note: no filter describes the links under \(escaped(base))")
  }
  for scheme in generator.schemesIgnoringCase {
    streams.note("note: Android ignores the case of the text after \(escaped(scheme))://")
  }
  var claims = LinkClaims(hosts: definition.associatedHosts)
  let written = ManifestFile(Array(file.text.utf8), file: "<generated>")
  claims.android = written.manifest.map { LinkClaims.Android($0) }
  compare(definition, claims, streams)
  return file.text
}

@MainActor private func code(
  _ kind: GeneratedKind, _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> String {
  guard let language = kind.language else { return "" }
  let app = try App(arguments)
  let code = AppCode(
    language, of: app.definition, declaredBy: app.drafts,
    package: arguments.value(of: .package), hasIntents: arguments.has(.intents))
  for note in code.notes { streams.note("note: \(escaped(note))") }
  return code.text
}

/// Lists what the file cannot say on standard error.
@MainActor private func report(_ file: GeneratedFile, _ streams: Streams) {
  for note in file.notes { streams.note("note: \(escaped(note.text))") }
}

/// Compares a written file with the routes, as `compare` does, and lists the differences, each with
/// an example link.
@MainActor private func compare(
  _ definition: AppDefinition, _ claims: LinkClaims, _ streams: Streams
) {
  let differences = Progress.during("comparing") {
    PlatformComparison(definition, claims).findings.filter(\.isDifference)
  }
  for difference in differences { streams.note("note: \(escaped(difference.message))") }
  if differences.isEmpty { streams.note("note: the file claims exactly the links of the routes") }
}
