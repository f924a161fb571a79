import PlatformLinks

/// Writes a file `assetlinks.json`: one statement that lets an app open all links of its manifest.
///
/// Dynamic rules, which could exclude links that a manifest cannot, are left out: systems before
/// Android 15 ignore them, so that the manifest would still have to be right without them.
package enum AssetLinksText {
  /// The file.
  ///
  /// - Parameters:
  ///   - package: The app's package name.
  ///   - fingerprints: The SHA-256 fingerprints of its certificates: pairs of hexadecimal digits
  ///     with colons in between.
  package static func text(package: String, fingerprints: [String]) -> String {
    let relation = String(decoding: AssetLinks.linkRelation, as: UTF8.self)
    let lines =
      [
        "[", "  {", "    \"relation\": [\(quoted(relation))],", "    \"target\": {",
        "      \"namespace\": \"android_app\",", "      \"package_name\": \(quoted(package)),",
        "      \"sha256_cert_fingerprints\": [",
      ] + separated(fingerprints.map { "        " + quoted($0) })
      + ["      ]", "    }", "  }", "]", ""]
    return lines.joined(separator: "\n")
  }
}
