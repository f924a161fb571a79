import Diagnostics
import Sessions

/// The daemon's bounded memory of recent calls: changes for subscribers, answers by request id, and
/// subscriptions.
final class Records {
  private let requestIdsMax: Int
  private let recent: RecentRecords
  private var requests: RememberedRequests
  /// Requests that closed a session, kept here since the session is gone.
  private let closings = RequestMemory()
  /// The memory of a notification. Accesses do not overlap and are not checked, as in `Turn`.
  @exclusivity(unchecked) private var body = ByteBuffer()
  private(set) var subscriptionCount = 0

  init(_ limits: DaemonLimits) {
    requestIdsMax = limits.requestIds.max
    recent = RecentRecords(bytesMax: limits.recentBytesMax)
    requests = RememberedRequests(
      bytesMax: limits.requestBytes.max, countMaxOfSession: limits.requestIds.max)
  }

  /// Forgets all changes; the next one has this number.
  func begin(at number: Int64) { recent.begin(at: number) }

  /// Forgets the changes after a record, and the requests that closed sessions by them.
  func forget(after record: Int64) {
    recent.cut(after: record)
    closings.forget(after: record)
  }

  /// Remembers a change.
  /// - Parameters:
  ///   - number: Its record.
  ///   - previous: The session's record before it.
  /// - Returns: What `Change.writeEvent` writes, valid until the next change; empty if subscribers
  ///   are not notified.
  func add(_ change: Change, number: Int64, previous: Int64) -> UnsafeBufferPointer<UInt8> {
    body.removeAll(keepingCapacity: body.capacity <= Self.keptBytesMax)
    if change.isNotified { change.writeEvent(into: &body) }
    recent.append(number: number, seq: change.seq, previous: previous, body.bytes)
    return body.bytes
  }

  private static let keptBytesMax = 65_536
}

// MARK: Requests

extension Records {
  /// The approximate memory that remembered requests take.
  var requestBytes: Int { requests.bytes }

  /// Remembers a request.
  /// - Returns: Whether others were forgotten to stay within the limit of memory.
  func remember(_ id: String, _ entry: RequestMemory.Entry, of live: LiveSession) -> Bool {
    requests.remember(id, entry, in: live.neededRequests)
  }

  func forgetRequests(of live: LiveSession) {
    if let memory = live.requests { requests.forget(memory) }
  }

  func rememberClosing(_ id: String, of name: String, _ entry: RequestMemory.Entry) {
    closings.remember(Self.closingKey(id, name), entry, countMax: requestIdsMax)
  }

  func closing(_ id: String, of name: String) -> RequestMemory.Entry? {
    closings[Self.closingKey(id, name)]
  }

  private static func closingKey(_ id: String, _ name: String) -> String {
    "\(id.utf8.count) \(id)\(name)"
  }
}

// MARK: Subscriptions

/// A client's request to be notified of every change of a session.
final class Subscription {
  unowned let client: Client
  let live: LiveSession
  /// The last change that the client was notified of.
  fileprivate(set) var seq: Int64
  /// Whether the client has missed nothing, so that it is notified of changes as they happen.
  fileprivate(set) var isLive = false

  init(client: Client, live: LiveSession, seq: Int64) {
    self.client = client
    self.live = live
    self.seq = seq
  }
}

extension Records {
  func begin(_ subscription: Subscription) {
    subscription.isLive = subscription.seq == subscription.live.session.changes
    if !subscription.isLive { subscription.client.replays += 1 }
    subscription.client.subscriptions.append(subscription)
    subscription.live.subscriptions.append(subscription)
    subscriptionCount += 1
  }

  /// Ends a subscription, unless it has ended.
  func end(_ subscription: Subscription) {
    let live = subscription.live
    let count = live.subscriptions.count
    live.subscriptions.removeAll { $0 === subscription }
    guard live.subscriptions.count < count else { return }
    subscription.client.subscriptions.removeAll { $0 === subscription }
    if !subscription.isLive { subscription.client.replays -= 1 }
    subscriptionCount -= 1
  }

  /// Adjusts a subscription to a session that was restored.
  /// - Returns: Whether the session now has changes that the client was not notified of.
  func restored(_ subscription: Subscription) -> Bool {
    let changes = subscription.live.session.changes
    subscription.seq = min(subscription.seq, changes)
    guard subscription.isLive, subscription.seq < changes else { return false }
    subscription.isLive = false
    subscription.client.replays += 1
    return true
  }

  /// The client was notified of the changes up to this one.
  func notified(_ subscription: Subscription, of seq: Int64) { subscription.seq = seq }

  /// Notes that a client has got all missed changes, if it has.
  func finishReplay(_ subscription: Subscription) -> Bool {
    guard subscription.seq >= subscription.live.session.changes else { return false }
    subscription.isLive = true
    subscription.client.replays -= 1
    return true
  }

  /// The first remembered change of a session after `seq`; the next change if there is none.
  func oldestChange(of live: LiveSession, after seq: Int64) -> Int64 {
    var oldest = live.session.changes + 1
    forEachRecent(of: live, after: seq) { oldest = recent.seq($0) }
    return oldest
  }

  /// Visits the changes that a client has missed, oldest first, until `visit` returns false.
  /// - Returns: False if the first of them is no longer remembered.
  func forEachMissed(
    _ subscription: Subscription,
    _ visit: (_ number: Int64, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var numbers: [Int64] = []
    forEachRecent(of: subscription.live, after: subscription.seq) { numbers.append($0) }
    guard let oldest = numbers.last, recent.seq(oldest) == subscription.seq + 1 else {
      return false
    }
    var goesOn = true
    while goesOn, let number = numbers.popLast() {
      subscription.seq = recent.seq(number)
      recent.withBody(number) { goesOn = visit(number, $0) }
    }
    return true
  }

  /// Visits the numbers of the remembered changes of a session after one, newest first.
  private func forEachRecent(of live: LiveSession, after seq: Int64, _ visit: (Int64) -> Void) {
    var number = live.lastRecord
    while recent.has(number), recent.seq(number) > seq {
      visit(number)
      number = recent.previous(number)
    }
  }
}
