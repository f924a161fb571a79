/// Bounds of the journal.
public enum Limits {
  /// Records that wait to be written; then `Journal.isFull`.
  public static let queuedRecordsMax = 65_536
  /// Bytes of the records that wait to be written: 64 MiB; then `Journal.isFull`.
  public static let queuedBytesMax = 67_108_864
  /// Records of a session that are kept, counted back from its newest snapshot, for clients that
  /// resume; a snapshot's own interval more may still be there, and so may those of the last
  /// `requestsMax` requests.
  public static let keptRecordsMax = 8_192
  /// Records that one snapshot is expected to cover, and by which old records are deleted.
  public static let snapshotEvents = 256
  /// Request ids of a session that are found again, the last ones.
  public static let requestsMax = 1_024
  /// Records that one call of `Journal.records` gives.
  public static let readRecordsMax = 1_024
  /// How long records wait for their commit with durability `interval`.
  public static let intervalMilliseconds = 100
  /// Pages that the write-ahead log may grow to before it goes into the main file.
  public static let logPagesMax = 4_096
  /// Bytes of one value in the file: 64 MiB.
  public static let valueBytesMax = 67_108_864
  /// Points back in a session that are remembered, to delete what lies before them.
  static let trailPointsMax = 64
}
