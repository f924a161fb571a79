/// What the journal has done since it was opened, and how much it holds.
public struct JournalStatus: Sendable, Hashable {
  /// Bytes of the main file and the write-ahead log.
  public var fileBytes: Int64 = 0
  /// The number of the last record that was handed in.
  public var lastNumber: Int64 = 0
  /// The number up to which all records are on disk.
  public var durableNumber: Int64 = 0
  /// Records that wait to be written.
  public var queuedRecords = 0
  /// Bytes of these.
  public var queuedBytes = 0
  /// Commits since it was opened.
  public var commits: Int64 = 0
  /// Records in these commits.
  public var committedRecords: Int64 = 0
  /// Records in the largest of them.
  public var commitRecordsMax = 0
  /// Times that the write-ahead log went into the main file.
  public var checkpoints: Int64 = 0
  /// Sessions that are open.
  public var sessions = 0

  /// Records of a commit, on average.
  public var commitRecordsMean: Double {
    commits == 0 ? 0 : Double(committedRecords) / Double(commits)
  }
}
