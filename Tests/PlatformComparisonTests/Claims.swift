import Diagnostics
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformLinks
import Testing

/// An app with routes, and its files.
struct ClaimedApp {
  let definition: AppDefinition
  let claims: LinkClaims

  var comparison: PlatformComparison { PlatformComparison(definition, claims) }

  /// - Parameters:
  ///   - components: The components of the association file, as JSON.
  ///   - filters: The intent filters' `<data>` elements and groups, one text each.
  ///   - dynamicRules: The dynamic rules of `assetlinks.json`, as JSON.
  init(
    bases: [String] = ["https://x.example"], components: String? = nil, filters: [String]? = nil,
    dynamicRules: String? = nil, _ make: (inout PluginDraft) -> Void
  ) throws {
    var app = PluginDraft("app")
    for base in bases { app.links(base) }
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    make(&app)
    definition = try AppDefinition(plugins: [app])
    var claims = LinkClaims(hosts: [AssociatedHost(Array("x.example".utf8))])
    if let components {
      let text = #"{"applinks":{"details":[{"appIDs":["A"],"components":[\#(components)]}]}}"#
      let (association, faults) = AppleAssociation.parse(Array(text.utf8), file: "aasa")
      #expect(!faults.contains { $0.severity == .error }, "\(faults)")
      claims.apple = LinkClaims.Apple(try #require(association), app: Array("A".utf8))
    }
    if let filters {
      let file = ManifestFile(Array(Self.manifest(filters).utf8), file: "manifest")
      #expect(!file.findings.contains { $0.severity == .error }, "\(file.findings)")
      claims.android = LinkClaims.Android(try #require(file.manifest))
    }
    if let dynamicRules {
      let (links, faults) = AssetLinks.parse(
        Array(Self.assetLinks(dynamicRules).utf8), file: "assetlinks")
      #expect(!faults.contains { $0.severity == .error }, "\(faults)")
      claims.android?.assetLinks = links
      claims.android?.package = Array("p".utf8)
    }
    self.claims = claims
  }

  private static func manifest(_ filters: [String]) -> String {
    let names = """
      <action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/>
      <category android:name="android.intent.category.BROWSABLE"/>
      """
    return """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
      <activity android:name=".Main" android:exported="true">
      \(filters.map { "<intent-filter>\n\(names)\n\($0)\n</intent-filter>" }.joined(separator: "\n"))
      </activity></application></manifest>
      """
  }

  private static func assetLinks(_ rules: String) -> String {
    """
    [{"relation":["delegate_permission/common.handle_all_urls"],
      "target":{"namespace":"android_app","package_name":"p","sha256_cert_fingerprints":[]},
      "relation_extensions":{"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components":[\(rules)]}}}]
    """
  }
}

extension Diagnostic {
  /// The code and the example link, as in `encoding /a`.
  var summaryForTests: String {
    let code = code.rawValue.split(separator: "/").last ?? ""
    return "\(code) \(witness ?? "")"
  }
}
