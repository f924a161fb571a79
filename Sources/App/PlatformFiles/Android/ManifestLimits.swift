/// Limits of manifests, in addition to those of XML.
enum ManifestLimits {
  /// Findings reported for one file.
  static let findingsMax = 100
  /// UTF-8 bytes of a value after its placeholders are replaced.
  static let valueBytesMax = 65_536
}
