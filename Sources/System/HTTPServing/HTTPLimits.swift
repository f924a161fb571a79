/// What a server bounds, of each connection and of all.
public nonisolated struct HTTPLimits: Sendable {
  /// Connections at a time; more wait until one ends.
  public var connectionsMax = 256
  /// Connections at a time without an accepted request; beyond it, the oldest of them is closed, so
  /// that clients without access keep no place from others.
  public var newcomersMax = 32
  /// The time for the first request of a connection to arrive and be accepted; the connection is
  /// closed after it.
  public var newcomerMillisecondsMax: UInt64 = 2_000
  /// Bytes of a request's line and headers. libmicrohttpd answers 431 beyond it. Each connection
  /// takes this memory from its first answer on.
  public var headBytesMax = 8_192
  /// Bytes of a request's body; 413 beyond it.
  public var bodyBytesMax = 1_048_576
  /// The time for the body of the first request to arrive, or for a later request, counted from the
  /// last answer; the connection is closed after it.
  public var requestMillisecondsMax: UInt64 = 10_000
  /// The time for an answer that is not a stream to be created and read; the connection is closed
  /// after it.
  public var answerMillisecondsMax: UInt64 = 60_000
  /// The time that the reader of an answer can pause; the connection is closed after it.
  public var pauseSecondsMax: UInt32 = 30
  /// Bytes of answers that the system holds for a client. By default, Linux holds up to 4 MB for
  /// one that does not read.
  public var unsentBytesMax: Int32 = 131_072

  /// The default limits.
  public init() {}
}

/// How often connections are checked for exceeded times.
nonisolated let checkMilliseconds: UInt64 = 500
/// Connections that the system queues until they are accepted.
nonisolated let waitingConnectionsMax: Int32 = 1_024
/// The most descriptors that are waited for without epoll: those of `select`.
nonisolated let selectedDescriptorsMax = 1_024
/// The size of the buffer for a stream to a client of HTTP/1.0; others read it from the memory of
/// their connection.
nonisolated let streamBlockBytes = 512
/// Sent bytes of a stream that are kept until moving the rest is worthwhile.
nonisolated let sentBytesMax = 16_384
