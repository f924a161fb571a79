/// The limits of sources.
package enum ImportLimits {
  /// The bytes of a source file, as of a route file.
  package static let sourceBytesMax = 8 << 20
  /// The records of Vue Router that aliases add; those of nested records multiply.
  static let aliasedRecordsMax = 20_000
  /// The routes of all checks of a table, each of which drops the parts with errors and is followed
  /// by another: about 2 s.
  package static let checkedRoutesMax = 50_000
}
