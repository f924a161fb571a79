import Diagnostics

/// The open sessions, and the names of those that cannot be used.
final class LiveSessions {
  /// Accesses do not overlap and are not checked, as in `Turn`.
  @exclusivity(unchecked) private var byName: [TextBytes: LiveSession] = [:]
  /// The number of the newest session.
  private var lastNumber: Int64 = 0
  /// Sessions that were closed by records that are not durable yet.
  private var closing: [ClosingSession] = []
  /// Sessions that could not be restored, and why.
  private(set) var unavailable: [TextBytes: String] = [:]
  /// Sessions that still have the routes of before the last reload.
  private var unmigrated: [LiveSession] = []

  var count: Int { byName.count }

  /// All open sessions, in no order.
  var all: some Collection<LiveSession> { byName.values }

  /// The session of a name, compared as bytes.
  subscript(name: String) -> LiveSession? { byName[TextBytes(name)] }

  func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a session whose name is not in use.
  func insert(_ live: LiveSession) {
    byName[TextBytes(live.name)] = live
    lastNumber = max(lastNumber, live.number)
  }

  func remove(_ live: LiveSession) {
    byName[TextBytes(live.name)] = nil
  }
}

// MARK: Closing

/// A session that was closed by a record that is not durable yet: if that is lost, it is open
/// again.
struct ClosingSession {
  let live: LiveSession
  /// The numbers of the subscribed clients, each with the last change that it was notified of.
  let subscribers: [(client: UInt64, seq: Int64)]
}

extension LiveSessions {
  /// Removes a session, but keeps it until `forgetClosed`.
  /// - Parameter keepsSubscribers: Whether its subscribers are notified when the end is durable.
  func close(_ live: LiveSession, keepsSubscribers: Bool) {
    closing.append(
      ClosingSession(
        live: live,
        subscribers: keepsSubscribers
          ? live.subscriptions.map { ($0.client.number, $0.seq) } : []))
    remove(live)
  }

  var closingCount: Int { closing.count }

  /// Forgets the sessions that were closed by records up to this one, which are durable.
  func forgetClosed(upTo record: Int64) {
    closing.removeAll { $0.live.lastRecord <= record }
  }

  /// Returns and forgets the sessions whose closing records are lost.
  func takeClosing() -> [ClosingSession] { emptied(&closing) }
}

// MARK: Unavailable sessions

extension LiveSessions {
  /// Why a session cannot be used; `nil` if nothing is known to prevent it.
  func whyUnavailable(_ name: String) -> String? { unavailable[TextBytes(name)] }

  func markUnavailable(_ name: String, why: String) {
    unavailable[TextBytes(name)] = why
  }

  /// Clears the list before all sessions are restored.
  func forgetUnavailable() { unavailable = [:] }

  /// Adds sessions that were unavailable before and have not been restored since.
  func mergeUnavailable(_ others: [TextBytes: String]) {
    unavailable.merge(others) { new, _ in new }
  }
}

// MARK: Migration

extension LiveSessions {
  /// Marks all sessions as unmigrated after a reload.
  func beginMigration() { unmigrated = Array(all) }

  /// How many sessions may still have the old routes.
  var unmigratedCount: Int { unmigrated.count }

  /// The next open session that may have the old routes.
  func nextUnmigrated() -> LiveSession? {
    while let live = unmigrated.popLast() {
      if self[live.name] === live { return live }
    }
    return nil
  }
}
