package enum Limits {
  /// Bytes of a file; a larger one is left out.
  package static let sourceBytesMax = 2 << 20
  /// Files of the folders.
  package static let filesMax = 100_000
  /// Nested folders.
  package static let depthMax = 64
  /// Texts that can be links, of all files.
  package static let linksMax = 200_000
}
