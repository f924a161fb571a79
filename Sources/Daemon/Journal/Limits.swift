/// The journal's bounds.
public enum Limits {
  /// Records that wait for a commit before `Journal.isFull`.
  public static let queuedRecordsMax = 65_536
  /// Bytes of records that wait for a commit before `Journal.isFull`: 64 MiB.
  public static let queuedBytesMax = 67_108_864
  /// Records kept per session for clients that resume, counted back from its newest snapshot.
  /// Up to one snapshot interval more may remain, and the records of its last
  /// `keptRequestsMax` requests.
  public static let keptRecordsMax = 8_192
  /// Events between two snapshots of a session; old records are deleted in steps of this size.
  public static let snapshotEvents = 256
  /// Requests per session whose records are kept however old they are, the newest ones.
  public static let keptRequestsMax = 1_024
  /// Requests read per session, the newest ones: as many as the kept records can have.
  public static let requestsMax = 10_240
  /// Records returned by one call of `Journal.records`.
  public static let readRecordsMax = 1_024
  /// The time from a commit to the sync of the log with durability `interval`.
  public static let intervalMilliseconds = 100
  /// Pages that the write-ahead log may hold before a checkpoint.
  public static let logPagesMax = 4_096
  /// Bytes of one value in the file: 64 MiB.
  public static let valueBytesMax = 67_108_864
  /// Points kept in one session's `SnapshotPoints`.
  static let snapshotPointsMax = 64
}

extension Journal {
  /// `Limits.snapshotEvents`, for modules where the class `Journal` hides the module's name.
  public static var snapshotEvents: Int { Limits.snapshotEvents }
  /// `Limits.keptRecordsMax`, for the same modules.
  public static var keptRecordsMax: Int { Limits.keptRecordsMax }
  /// `Limits.keptRequestsMax`, for the same modules.
  public static var keptRequestsMax: Int { Limits.keptRequestsMax }
  /// `Limits.requestsMax`, for the same modules.
  public static var requestsMax: Int { Limits.requestsMax }
  /// `Limits.queuedRecordsMax`, for the same modules.
  public static var queuedRecordsMax: Int { Limits.queuedRecordsMax }
}
