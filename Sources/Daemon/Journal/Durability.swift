/// When an answer may leave, measured by its record's way to the disk.
public enum Durability: String, Sendable, Hashable, CaseIterable {
  /// After the commit that holds its record: what was acknowledged is never lost.
  case always
  /// At once; a commit follows within `Limits.intervalMilliseconds`, which a crash may lose.
  case interval
  /// At once; nothing is kept, and no journal is opened.
  case none
}
