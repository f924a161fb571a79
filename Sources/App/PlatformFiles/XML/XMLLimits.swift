/// Limits of XML files; exceeding one is an error that names it.
package enum XMLLimits {
  /// Bytes per file.
  package static let fileBytesMax = 4 << 20
  /// Nesting depth of elements.
  static let depthMax = 64
  /// Bytes of an attribute's value.
  static let valueBytesMax = 65_536
  /// Elements per file.
  static let elementsMax = 100_000
}
