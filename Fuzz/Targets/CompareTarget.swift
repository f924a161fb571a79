import Diagnostics
import PlatformComparison
import PlatformFiles
import PlatformLinks

/// Files of both platforms, compared with the routes of the app.
enum CompareTarget {
  /// The states that a search visits, so that an input takes little time.
  private static let statesMax = 100

  /// The route table and the platforms' matchers confirm every example link.
  /// - Parameter bytes: An association file, and after a line `---` a manifest.
  static func fault(of bytes: [UInt8]) -> String? {
    let files = parts(of: bytes[...], count: 2).map { Array($0) }
    let hosts = [AssociatedHost("web.example"), AssociatedHost("*.app.example")]
    let claims = claims(association: files[0], manifest: files[1], hosts)
    let comparison = PlatformComparison(FuzzApp.definition, claims, limit: statesMax)
    for finding in comparison.findings where finding.message.isEmpty { return "no message" }
    return comparison.unconfirmed.first.map { "'\($0)' is not confirmed" }
  }

  /// What two files claim for the first app of the association file.
  static func claims(
    association: [UInt8], manifest: [UInt8], _ hosts: [AssociatedHost]
  ) -> LinkClaims {
    var claims = LinkClaims(hosts: hosts)
    let (association, _) = AppleAssociation.parse(association, file: "association")
    if let association, let app = association.apps.first {
      claims.apple = LinkClaims.Apple(association, app: app)
    }
    let manifest = ManifestFile(manifest, file: "manifest")
    claims.android = manifest.manifest.map { LinkClaims.Android($0) }
    return claims
  }
}
