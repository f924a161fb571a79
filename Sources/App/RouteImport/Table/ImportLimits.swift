/// The limits of sources.
package enum ImportLimits {
  /// The bytes of a source file, as of a route file.
  package static let sourceBytesMax = 8 << 20
  /// The routes of a source; aliases of nested routes multiply.
  static let routesMax = 100_000
}
