/// What a repair has kept and what it could not.
public struct RepairReport: Sendable, Hashable {
  /// A session that is gone, or that goes on from an earlier state.
  public struct Loss: Sendable, Hashable {
    /// Its name, if that is known.
    public let session: String?
    /// Its number.
    public let id: Int64
    /// The count of changes that it goes on from; `nil`: it is gone.
    public let seq: Int64?
    /// Its readable records that stand behind a gap, and were left out.
    public let recordsDropped: Int
  }

  /// Whether there was anything to repair.
  public var isDone = false
  /// Where the damaged file is kept now.
  public var keptAs: String?
  /// What was wrong.
  public var what = ""
  /// Sessions in the new journal.
  public var sessions = 0
  /// Records in the new journal.
  public var records = 0
  /// Rows that the old journal counted and that could not be read; `nil` if its seal is lost too.
  public var rowsLost: Int64?
  /// Commits of the write-ahead log that end at or behind its bad frame.
  public var logCommitsLost = 0
  /// Sessions of which something is lost. Those of which nothing at all is left are not known.
  public var losses: [Loss] = []
}
