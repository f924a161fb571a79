/// Bounds of what a session remembers; the oldest events go first.
public enum Limits {
  /// Accepted events that can be undone.
  public static let historyEventsMax = 8_192
  /// Bytes of the links and words in those events: 4 MiB.
  public static let historyBytesMax = 4_194_304
  /// Events from one kept state to the next: undoing applies fewer than this many again.
  public static let checkpointEvents = 128
  /// Transitions that `transitions(countMax:)` gives at most.
  public static let transitionsMax = 10_000
}
