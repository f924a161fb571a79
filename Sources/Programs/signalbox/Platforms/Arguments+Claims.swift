import Diagnostics
import Links
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
    var claims = LinkClaims(hosts: try hosts(of: definition))
    var findings: [Diagnostic] = []
    if let path = value(of: .aasa) {
      let (association, faults) = AppleAssociation.read(path: path)
      findings += faults
      if let association {
        let app = try choice(.app, from: association.apps, association.appsByRules, path, findings)
        claims.apple = LinkClaims.Apple(association, app: app)
      }
    }
    if let path = value(of: .entitlements) {
      findings += claims.appleApp.readEntitlements(path: path)
    }
    if let path = value(of: .infoPlist) { findings += claims.appleApp.readInfo(path: path) }
    if let path = value(of: .manifest) {
      let file = ManifestFile(path: path)
      findings += file.findings
      let (level, fingerprints) = (try level(), try fingerprints())
      claims.android = file.manifest.map {
        LinkClaims.Android($0.read(at: level), fingerprints: fingerprints, level: level)
      }
    }
    if let path = value(of: .assetLinks) {
      let (links, faults) = AssetLinks.read(path: path)
      findings += faults
      if let links, let android = claims.android {
        claims.android?.assetLinks = links.read(at: android.level)
        if let named = value(of: .package).map({ Array($0.utf8) })
          ?? android.manifest.package?.text
        {
          claims.android?.package = named
        } else {
          let assumed = try choice(.package, from: [], links.packagesByRules, path, findings)
          claims.android?.package = assumed
          if let manifest = value(of: .manifest), !assumed.isEmpty {
            findings.append(
              .assumedPackage(
                String(decoding: assumed, as: UTF8.self),
                at: SourcePosition(file: manifest, line: 1, column: 1)))
          }
        }
        findings += claims.packageFinding.map { [$0] } ?? []
      }
    }
    let isRead = [
      (Option.aasa, claims.apple != nil), (.entitlements, claims.appleApp.domains != nil),
      (.infoPlist, claims.appleApp.schemes != nil), (.manifest, claims.android != nil),
      (.assetLinks, claims.android?.assetLinks != nil),
    ].allSatisfy { option, isRead in isRead || !has(option) }
    // What precedes an error of XML is read.
    return (claims, findings, isRead && !findings.contains { $0.code == .platformXMLSyntax })
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

  /// The app of a file whose rules count: the one that an option names, or else any if all have the
  /// same rules; empty if the file has none.
  /// - Parameters:
  ///   - names: Those that the option can name.
  ///   - groups: Those with rules, grouped by these.
  ///   - findings: Reported together with an error.
  private func choice(
    _ option: Option, from names: [[UInt8]], _ groups: [[[UInt8]]], _ path: String,
    _ findings: [Diagnostic]
  ) throws(ExitError) -> [UInt8] {
    guard let named = value(of: option) else {
      guard groups.count < 2 else {
        let error = Diagnostic.severalApps(option, texts(groups.joined()), file: path)
        throw .usage(findings + [error])
      }
      return groups.first?.first ?? []
    }
    guard names.contains(Array(named.utf8)) else {
      throw .usage(findings + [.unknownApp(named, option, texts(names), file: path)])
    }
    return Array(named.utf8)
  }

  /// Each name once.
  private func texts(_ names: some Sequence<[UInt8]>) -> [String] {
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert($0).inserted }.map { String(decoding: $0, as: UTF8.self) }
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

extension AppDefinition {
  /// The hosts of the app's web links, which serve `apple-app-site-association` and
  /// `assetlinks.json`.
  var associatedHosts: [AssociatedHost] { hosts(of: table.bases.map(\.shape)) }

  /// Those of them with links that open a screen.
  var openHosts: [AssociatedHost] { hosts(of: openBases) }

  /// The custom schemes of links that open a screen, in lower case, each once.
  var openSchemes: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return openBases.map { $0.scheme.map(\.folded) }.filter { scheme in
      !scheme.isEmpty && !scheme.elementsEqual("https".utf8)
        && !scheme.elementsEqual("http".utf8) && seen.insert(scheme).inserted
    }
  }

  /// The bases of routes whose links neither belong in the browser nor are refused.
  private var openBases: [Base.Shape] {
    let open = routes.indices.filter { !routes[$0].presentation.entersNoScreen }
    let bases = Set(open.flatMap { table.bases(of: $0) })
    return table.bases.indices.filter(bases.contains).map { table.bases[$0].shape }
  }

  private func hosts(of bases: [Base.Shape]) -> [AssociatedHost] {
    var seen: Set<AssociatedHost> = []
    return bases.filter { base in
      // A base without a scheme covers links of any.
      base.scheme.isEmpty || base.scheme.elementsEqual("https".utf8)
        || base.scheme.elementsEqual("http".utf8)
    }.map { AssociatedHost($0.host, isWildcard: $0.isWildcard) }
      .filter { seen.insert($0).inserted }
  }
}
