/// Limits of route files; exceeding one is an error that names it.
package enum FileLimits {
  /// Bytes per file.
  static let fileBytesMax = 8 << 20
  /// Bytes of a settings file.
  static let settingsBytesMax = 65_536
  /// Bytes of a mapping file for logs.
  static let traceMapBytesMax = 1 << 20
  /// Nesting depth of lists and mappings.
  static let depthMax = 32
  /// Texts, lists and mappings per file.
  static let nodesMax = 2_000_000
  /// UTF-8 bytes per text.
  static let scalarBytesMax = 65_536
  /// UTF-8 bytes per name.
  package static let nameBytesMax = 64
  /// Errors reported for one file.
  static let errorsMax = 100
  /// The longest duration: ten years of 365 days.
  static let durationMillisecondsMax: Int64 = 10 * 365 * 86_400_000
  /// Unicode scalars of a quoted text in a message.
  static let quotedScalarsMax = 60
}
