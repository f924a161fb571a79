import Service

/// What a daemon counts; labels are names of ours, never text of users.
final class DaemonCounters {
  /// Calls by the method's place in the table.
  var requests: [UInt64] = []
  /// How long calls took, from being read to being sent, the wait for the disk included.
  var latency = MetricHistogram.latency
  /// Errors by code.
  var errors: [String: UInt64] = [:]
  /// How often limits were reached, by name.
  var limitsReached: [String: UInt64] = [:]
  /// Connections that were taken.
  var connections: UInt64 = 0
  /// Connections of other users, which were turned away.
  var strangers: UInt64 = 0
  /// Reloads that took up new routes.
  var reloads: UInt64 = 0
  /// Reloads that failed.
  var reloadsFailed: UInt64 = 0
}
