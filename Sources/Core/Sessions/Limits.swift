/// Limits on the history of a session; the oldest events are dropped first.
public enum Limits {
  /// Accepted events that are kept for undo.
  public static let historyEventsMax = 8_192
  /// UTF-8 bytes of the links and words in those events: 4 MiB.
  public static let historyBytesMax = 4_194_304
  /// Events between two checkpoints: an undo reapplies fewer events than this.
  public static let checkpointEvents = 128
  /// Transitions that `transitions(countMax:)` returns.
  public static let transitionsMax = 10_000
}
