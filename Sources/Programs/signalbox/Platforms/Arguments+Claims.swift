import Diagnostics
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformGeneration
import PlatformLinks
import ProgramSupport

extension Arguments {
  /// Whether a file of a platform is given, readable or not.
  func hasFile(for platform: Platform) -> Bool { platform.files.contains(where: has) }

  /// Reads the files of `--aasa`, `--entitlements`, `--info-plist`, `--manifest`, `--assetlinks`.
  ///
  /// A file that cannot be used leaves its platform out of the claims, and an error among the
  /// findings says why.
  /// - Returns: What the files claim for one app, what is wrong with them, in file order, and
  ///   whether each could be read as what it is.
  /// - Throws: `Diagnostic` if an option lacks another that it needs, or if the app to look at is
  ///   not clear.
  func claims(
    for definition: AppDefinition
  ) throws(ExitError) -> (claims: LinkClaims, findings: [Diagnostic], areUsable: Bool) {
    try requireFiles()
    let hosts = try hosts(of: definition)
    var files = ClaimFiles()
    files.aasa = value(of: .aasa)
    files.app = value(of: .app)
    files.entitlements = value(of: .entitlements)
    files.infoPlist = value(of: .infoPlist)
    files.manifest = value(of: .manifest)
    files.assetLinks = value(of: .assetLinks)
    files.package = value(of: .package)
    files.level = try level()
    files.fingerprints = try fingerprints()
    do throws(ClaimFiles.Fault) {
      let read = try files.claims(of: hosts)
      let finding = read.claims.packageFinding.map { [$0] } ?? []
      return (read.claims, read.findings + finding, read.areUsable)
    } catch {
      let option = error.isPackage ? Option.package : .app
      let fault =
        error.named.map { .unknownApp($0, option, error.names, file: error.file) }
        ?? Diagnostic.severalApps(option, error.names, file: error.file)
      throw .usage(error.findings + [fault])
    }
  }

  /// Checks that no option of the platforms is given without the file that it is about.
  private func requireFiles() throws(ExitError) {
    let needs: [(option: Option, file: Option)] = [
      (.assetLinks, .manifest), (.app, .aasa), (.package, .assetLinks),
      (.fingerprint, .assetLinks), (.api, .manifest),
    ]
    for (option, file) in needs where has(option) && !has(file) {
      throw .usage([.needs(option, file)])
    }
  }

  /// The API level of `--api`.
  private func level() throws(ExitError) -> Int {
    guard let text = value(of: .api) else { return AndroidLevel.newest }
    guard let level = Int(text), (1...AndroidLevel.newest).contains(level) else {
      throw .usage([.badValue(text, of: .api)])
    }
    return level
  }

  /// The values of `--fingerprint`, with colons.
  private func fingerprints() throws(ExitError) -> [[UInt8]] {
    var fingerprints: [[UInt8]] = []
    for text in values(of: .fingerprint) {
      guard let fingerprint = GeneratedKind.fingerprint(text) else {
        throw .usage([.badValue(text, of: .fingerprint)])
      }
      fingerprints.append(Array(fingerprint.utf8))
    }
    return fingerprints
  }

  /// The websites that serve the files: those of `--host`, or all of the app.
  private func hosts(of definition: AppDefinition) throws(ExitError) -> [AssociatedHost] {
    let named = values(of: .host).map { $0.lowercased() }
    guard !named.isEmpty else { return definition.associatedHosts }
    guard has(.aasa) || has(.manifest) else { throw .usage([.needs(.host, .aasa)]) }
    let generator = AssociationGenerator(definition)
    if let unknown = named.first(where: { !generator.covers($0) }) {
      throw .usage([.unknownHost(unknown, hosts: generator.hosts)])
    }
    return named.map { AssociatedHost($0) }
  }
}

extension Platform {
  /// The option that names the file which decides first.
  var file: Option {
    switch self {
    case .ios: .aasa
    case .android: .manifest
    }
  }

  /// The options of which each names a file that decides about links.
  var files: [Option] { self == .ios ? [file, .entitlements, .infoPlist] : [file] }
}
