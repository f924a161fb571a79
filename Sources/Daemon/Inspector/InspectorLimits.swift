public import HTTPServing

/// What an inspector bounds, apart from `HTTPLimits`. docs/limits.md lists both.
public nonisolated struct InspectorLimits: Sendable {
  /// Those of its server.
  public var http = HTTPLimits()
  /// Streams of events at a time.
  public var viewersMax = 100
  /// Calls to the daemon at a time.
  public var callsMax = 64
  /// The time for an answer of the daemon.
  public var callMillisecondsMax: UInt64 = 30_000
  /// Bytes that wait for a viewer before the daemon's are no longer read.
  public var viewerBytesMax = 262_144
  /// Reports that are computed at a time.
  public var reportsMax = 2
  /// The pause after which a stream sends a comment, so that both ends notice a lost connection.
  public var heartbeatMilliseconds: UInt64 = 15_000

  /// The default limits.
  public init() {}
}

/// Connections to the daemon that are kept for the next call.
nonisolated let idleConnectionsMax = 4
/// How often times are checked while there is a stream or a call.
nonisolated let tickMilliseconds: UInt64 = 50
