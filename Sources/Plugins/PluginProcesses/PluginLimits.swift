/// What a plugin's process may take and use.
public nonisolated struct PluginLimits: Hashable, Sendable {
  /// How long an answer is waited for. Longer is a hang: the process is ended and started again.
  public var callMilliseconds: UInt64 = 2_000
  /// How often in a row it is started again.
  public var restartsMax = 5
  /// How long the first restart is waited for; each further one twice as long as the one before.
  public var backOffMilliseconds: UInt64 = 100
  /// How long a process must have served until its restarts are forgotten.
  public var steadyMilliseconds: UInt64 = 10_000
  /// How long a process may live without its output, or without its input when it is to end.
  public var farewellMilliseconds: UInt64 = 500
  /// The most bytes of a line that a process sends.
  public var lineBytesMax = 1_048_576
  /// The most bytes that it may send without being asked: at once, and so many more as come back by
  /// `outputBytesPerSecond`. Also the most that may wait to be read.
  public var outputBytesMax = 8_388_608
  /// What comes back every second of `outputBytesMax`.
  public var outputBytesPerSecond = 1_048_576
  /// The most bytes of what it writes to standard error that are logged at once.
  public var logBytesMax = 262_144
  /// What comes back every second of `logBytesMax`.
  public var logBytesPerSecond = 65_536
  /// The most bytes of a line of the log; of a longer one the beginning is logged.
  public var logLineBytesMax = 4_096

  /// The usual limits.
  public init() {}
}
