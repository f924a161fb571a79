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
    let separator = Array("\n---\n".utf8)
    let cut = bytes.indices.first { bytes[$0...].starts(with: separator) } ?? bytes.endIndex
    var claims = LinkClaims(hosts: [AssociatedHost("web.example"), AssociatedHost("*.app.example")])
    let (association, _) = AppleAssociation.parse(Array(bytes[..<cut]), file: "association")
    if let association, let app = association.apps.first {
      claims.apple = LinkClaims.Apple(association, app: app)
    }
    let manifest = ManifestFile(Array(bytes[cut...].dropFirst(separator.count)), file: "manifest")
    claims.android = manifest.manifest.map { LinkClaims.Android($0) }
    let comparison = PlatformComparison(FuzzApp.definition, claims, limit: statesMax)
    for finding in comparison.findings where finding.message.isEmpty { return "no message" }
    return comparison.unconfirmed.first.map { "'\($0)' is not confirmed" }
  }
}
