import JSONCodec

/// The bounds of a daemon. `table` has those that clients can meet.
public nonisolated struct DaemonLimits: Sendable, Hashable {
  /// Clients that are connected at once; another is told so and closed.
  public var clientsMax = 16_384
  /// Bytes of a line; a longer one is skipped and answered with an error.
  public var lineBytesMax = 1_048_576
  /// Calls of one batch.
  public var batchCallsMax = 1_024
  /// Bytes that wait for a client who does not read: beyond it is told so and dropped.
  public var queuedBytesMax = 8_388_608
  /// Bytes that wait for a client before nothing more is read from it.
  public var pausedBytesMin = 262_144
  /// Answers that wait for the disk, of one client, before nothing more is read from it.
  public var requestsWaitingMax = 1_024
  /// Sessions that are open at once.
  public var sessionsMax = 2_000_000
  /// Bytes of a session's name.
  public var sessionNameBytesMax = 128
  /// Sessions that one client is subscribed to.
  public var subscriptionsMax = 1_024
  /// Subscriptions of all clients.
  public var subscriptionsTotalMax = 65_536
  /// Bytes of a request id.
  public var requestIdBytesMax = 128
  /// Request ids that a session remembers.
  public var requestIdsMax = 1_024
  /// Bytes that all request ids and their answers may take; the oldest of the daemon go first.
  public var requestBytesMax = 67_108_864
  /// Bytes of changes that are kept in memory, for those who subscribe late.
  public var recentBytesMax = 16_777_216
  /// Sessions that one answer of `session.list` tells.
  public var sessionsListedMax = 1_000
  /// Bytes of the answers to one batch; calls behind them are refused.
  public var batchBytesMax = 4_194_304
  /// Milliseconds that lines of one client are done at a time; the others of it are done later.
  public var turnMilliseconds: UInt64 = 10
  /// Milliseconds that a script or a batch may take, while everybody waits; the rest of it is
  /// refused.
  public var callMilliseconds: UInt64 = 500
  /// Milliseconds that a client who is told to leave has to take what was sent.
  public var partingMilliseconds: UInt64 = 1_000
  /// Milliseconds that a client who has ended its side has to take the answers.
  public var finishingMilliseconds: UInt64 = 30_000
  /// Milliseconds that calls are still answered after the daemon was told to end.
  public var lastCallsMilliseconds: UInt64 = 300
  /// Milliseconds after which the daemon ends, however much clients have not taken; with a call
  /// that was just being done when it was told to, less than two seconds.
  public var drainMilliseconds: UInt64 = 1_400

  /// Those that hold unless others are given.
  public init() {}
}
