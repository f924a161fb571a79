package import Diagnostics
package import PlatformLinks

/// The paths of the files that say which links open an app, and what to look at in them.
package struct ClaimFiles: Sendable {
  /// The website's `apple-app-site-association`.
  package var aasa: String?
  /// The app id there; `nil` if all apps have the same rules.
  package var app: String?
  /// The iOS app's file of entitlements.
  package var entitlements: String?
  /// The iOS app's `Info.plist`.
  package var infoPlist: String?
  /// The app's `AndroidManifest.xml`.
  package var manifest: String?
  /// The website's `assetlinks.json`; read only with a manifest.
  package var assetLinks: String?
  /// The Android app's package; `nil` for that of the manifest.
  package var package: String?
  /// The fingerprints of certificates, with colons; any if there is none.
  package var fingerprints: [[UInt8]] = []
  /// The API level of Android.
  package var level = AndroidLevel.newest

  package init() {}

  /// Why it is not clear which app or package of a file counts.
  package struct Fault: Error {
    /// The name that the file does not have; `nil` if it has several with different rules.
    package let named: String?
    /// The names that it has.
    package let names: [String]
    /// Whether the names are those of packages.
    package let isPackage: Bool
    package let file: String
    /// What is wrong with the files read so far.
    package let findings: [Diagnostic]
  }

  /// What the files claim.
  package struct Claims: Sendable {
    package var claims: LinkClaims
    /// What is wrong with the files, in file order.
    package var findings: [Diagnostic] = []
    /// Whether each file could be read as what it is.
    package var areUsable = true
  }

  /// Reads the files. One that cannot be used leaves its platform out of the claims, and an error
  /// among the findings says why.
  /// - Parameter hosts: The websites that serve the association file and `assetlinks.json`.
  package func claims(of hosts: [AssociatedHost]) throws(Fault) -> Claims {
    var read = Claims(claims: LinkClaims(hosts: hosts))
    if let aasa {
      let (association, faults) = AppleAssociation.read(path: aasa)
      read.findings += faults
      if let association {
        let app = try choice(
          app, from: association.apps, association.appsByRules, aasa, read.findings)
        read.claims.apple = LinkClaims.Apple(association, app: app)
      }
    }
    if let entitlements {
      read.findings += read.claims.appleApp.readEntitlements(path: entitlements)
    }
    if let infoPlist { read.findings += read.claims.appleApp.readInfo(path: infoPlist) }
    if let manifest {
      let file = ManifestFile(path: manifest)
      read.findings += file.findings
      read.claims.android = file.manifest.map {
        LinkClaims.Android($0.read(at: level), fingerprints: fingerprints, level: level)
      }
    }
    if let assetLinks { try add(assetLinks, to: &read) }
    let isRead = [
      (aasa, read.claims.apple != nil), (entitlements, read.claims.appleApp.domains != nil),
      (infoPlist, read.claims.appleApp.schemes != nil), (manifest, read.claims.android != nil),
      (assetLinks, read.claims.android?.assetLinks != nil),
    ].allSatisfy { path, isRead in isRead || path == nil }
    // What precedes an error of XML is read.
    read.areUsable = isRead && !read.findings.contains { $0.code == .platformXMLSyntax }
    return read
  }

  private func add(_ assetLinks: String, to read: inout Claims) throws(Fault) {
    let (links, faults) = AssetLinks.read(path: assetLinks)
    read.findings += faults
    guard let links, let android = read.claims.android else { return }
    read.claims.android?.assetLinks = links.read(at: android.level)
    if let named = package.map({ Array($0.utf8) }) ?? android.manifest.package?.text {
      read.claims.android?.package = named
    } else {
      let assumed = try choice(
        nil, from: [], links.packagesByRules, assetLinks, isPackage: true, read.findings)
      read.claims.android?.package = assumed
      if let manifest, !assumed.isEmpty {
        read.findings.append(
          .assumedPackage(
            String(decoding: assumed, as: UTF8.self),
            at: SourcePosition(file: manifest, line: 1, column: 1)))
      }
    }
  }

  /// The app of a file whose rules count: the one that is named, or else any if all have the same
  /// rules; empty if the file has none.
  /// - Parameters:
  ///   - names: Those that can be named.
  ///   - groups: Those with rules, grouped by these.
  private func choice(
    _ named: String?, from names: [[UInt8]], _ groups: [[[UInt8]]], _ file: String,
    isPackage: Bool = false, _ findings: [Diagnostic]
  ) throws(Fault) -> [UInt8] {
    func fault(_ names: some Sequence<[UInt8]>) -> Fault {
      Fault(
        named: named, names: texts(names), isPackage: isPackage, file: file, findings: findings)
    }
    guard let named else {
      guard groups.count < 2 else { throw fault(groups.joined()) }
      return groups.first?.first ?? []
    }
    guard names.contains(Array(named.utf8)) else { throw fault(names) }
    return Array(named.utf8)
  }

  /// Each name once.
  private func texts(_ names: some Sequence<[UInt8]>) -> [String] {
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert($0).inserted }.map { String(decoding: $0, as: UTF8.self) }
  }
}
