import Diagnostics
import EventLoops
import Service

/// What a daemon counts. Labels are our own names, never text of users.
final class DaemonCounters {
  /// When the daemon started, in milliseconds of `EventLoop.nowMilliseconds`.
  let started = EventLoop.nowMilliseconds
  /// The limits that clients see: listed once, since every greeting names them.
  var limits: [DaemonLimit]
  /// Calls by the method's place in the table.
  var requests: [UInt64]
  /// From reading a call to sending its answer, including the wait for the disk.
  var latency = MetricHistogram.latency
  /// Errors by code.
  private(set) var errors: [String: UInt64] = [:]
  /// How often limits were reached, by name.
  private(set) var limitsReached: [String: UInt64] = [:]
  /// Connections that were accepted.
  var connections: UInt64 = 0
  /// Connections of other users, which were rejected.
  var strangers: UInt64 = 0
  var reloads: UInt64 = 0
  var reloadsFailed: UInt64 = 0

  init(_ limits: DaemonLimits, methodCount: Int) {
    self.limits = limits.visible
    requests = Array(repeating: 0, count: methodCount)
  }

  /// Counts that a limit was reached.
  /// - Returns: The error that reports it.
  @discardableResult func reached(_ limit: DaemonLimit) -> DaemonError {
    limitsReached[limit.name, default: 0] += 1
    return .limit(limit)
  }

  func failed(with error: DaemonError) { errors[error.diagnostic.code.rawValue, default: 0] += 1 }
}
