package enum ImportLimits {
  /// The bytes of a source file, as of a route file.
  package static let sourceBytesMax = 8 << 20
  /// The files of an app that a module can import.
  package static let moduleFilesMax = 5_000
  /// The bytes of all of them.
  package static let moduleBytesMax = 64 << 20
  /// The records of Vue Router that aliases add; those of nested records multiply.
  static let aliasedRecordsMax = 20_000
  /// The pairs of routes that a report names since both match a link.
  package static let overlapsMax = 20
  /// The steps of the search for these pairs.
  static let overlapStepsMax = 3_000_000
  /// The steps of the comparisons of routes that tie, in all checks of a table.
  static let comparisonStepsMax = 20_000_000
  /// The steps of the questions which links open each route, in all checks. A route is kept if that
  /// is not decided.
  static let checkStepsMax = 10_000_000
  /// The routes of all checks of a table, each of which drops the parts with errors and is followed
  /// by another: about 2 s.
  package static let checkedRoutesMax = 50_000
}
