extension Journal {
  /// `Limits.snapshotEvents`, for modules in which the name of this class hides that of the module.
  public static var snapshotEvents: Int { Limits.snapshotEvents }
  /// `Limits.keptRecordsMax`, likewise.
  public static var keptRecordsMax: Int { Limits.keptRecordsMax }
  /// `Limits.queuedRecordsMax`, likewise.
  public static var queuedRecordsMax: Int { Limits.queuedRecordsMax }
}
