/// Bounds of a route file; going over one is an error that names it.
enum FileLimits {
  /// Bytes of one file (design §4).
  static let fileBytesMax = 8 << 20
  /// Lists and mappings inside one another.
  static let depthMax = 32
  /// Texts, lists and mappings of one file.
  static let nodesMax = 2_000_000
  /// UTF-8 bytes of one text.
  static let scalarBytesMax = 65_536
  /// UTF-8 bytes of a name.
  static let nameBytesMax = 64
  /// Errors that are reported for one file.
  static let errorsMax = 100
  /// The longest duration: ten years of 365 days.
  static let durationMillisecondsMax: Int64 = 10 * 365 * 86_400_000
  /// Unicode scalars of a text that a message quotes.
  static let quotedScalarsMax = 60
}
