import Commands
import JSONCodec
import Sessions

/// Who is told of what, and what they have missed.
extension Daemon {
  func subscribe(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    let client = call.client
    let seq = call.integer(1) ?? live.session.changes
    guard seq <= live.session.changes else { throw .tooNew(newest: live.session.changes) }
    let old = client.subscriptions.first { $0.live === live }
    if old == nil { try checkSubscriptions(of: client) }
    let oldest = oldestChange(of: live, wanted: seq)
    guard seq >= oldest - 1 else { throw .tooOld(oldest: oldest - 1) }
    if let old { forget(old) }
    begin(Subscription(client: client, live: live, seq: seq))
    let answer: JSON = ["seq": .int(live.session.changes)]
    answer.write(into: &output)
  }

  /// Refuses a subscription more than a client, or all of them, may have.
  private func checkSubscriptions(of client: Client) throws(DaemonError) {
    guard client.subscriptions.count < limits.subscriptions.max else {
      throw reached(limits.subscriptions)
    }
    guard subscriptionCount < limits.subscriptionsTotal.max else {
      throw reached(limits.subscriptionsTotal)
    }
  }

  func unsubscribe(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let name = call.text(0) ?? ""
    guard
      let subscription = call.client.subscriptions.first(where: {
        $0.live.name.utf8.elementsEqual(name.utf8)
      })
    else { throw .notSubscribed(name) }
    forget(subscription)
    let answer: JSON = ["seq": .int(subscription.seq)]
    answer.write(into: &output)
  }

  /// Begins a subscription.
  func begin(_ subscription: Subscription) {
    let (client, live) = (subscription.client, subscription.live)
    subscription.isLive = subscription.seq == live.session.changes
    if !subscription.isLive { client.replays += 1 }
    client.subscriptions.append(subscription)
    live.subscriptions.append(subscription)
    subscriptionCount += 1
  }

  /// The session is what the journal has: what that has more than the subscriber was told is told.
  func follow(_ subscription: Subscription) {
    let changes = subscription.live.session.changes
    subscription.seq = min(subscription.seq, changes)
    guard subscription.isLive, subscription.seq < changes else { return }
    subscription.isLive = false
    subscription.client.replays += 1
    tell(subscription.client)
  }

  /// Ends a subscription.
  func forget(_ subscription: Subscription) {
    let client = subscription.client
    let live = subscription.live
    let count = live.subscriptions.count
    live.subscriptions.removeAll { $0 === subscription }
    guard live.subscriptions.count < count else { return }
    client.subscriptions.removeAll { $0 === subscription }
    if !subscription.isLive { client.replays -= 1 }
    subscriptionCount -= 1
  }

  /// Tells a client more of what it has missed: as much as it takes at once.
  func continueReplay(_ client: Client) {
    guard client.replays > 0, client.phase == .open else { return }
    for subscription in client.subscriptions where !subscription.isLive {
      while client.phase == .open, client.waitingBytes < Self.replayedBytes {
        guard subscription.seq < subscription.live.session.changes else {
          subscription.isLive = true
          client.replays -= 1
          break
        }
        guard replay(subscription) else {
          endSubscription(subscription, why: .tooOld)
          break
        }
      }
    }
  }

  /// Bytes that are told of the past before a client has to take them.
  static var replayedBytes: Int { 65_536 }

  /// Tells of the next changes that were missed.
  /// - Returns: False if they are no longer kept.
  private func replay(_ subscription: Subscription) -> Bool {
    var numbers: [Int64] = []
    var number = subscription.live.lastRecord
    while recent.has(number), recent.seq(number) > subscription.seq {
      numbers.append(number)
      number = recent.previous(number)
    }
    guard let oldest = numbers.last, recent.seq(oldest) == subscription.seq + 1 else {
      return replayStored(subscription)
    }
    while let number = numbers.popLast(), subscription.client.waitingBytes < Self.replayedBytes {
      subscription.seq = recent.seq(number)
      recent.withBody(number) { tell(subscription, number: number, $0) }
    }
    return true
  }

  /// The first change that can be told of, if it is after the one that is wanted.
  private func oldestChange(of live: LiveSession, wanted seq: Int64) -> Int64 {
    var oldest = live.session.changes + 1
    var number = live.lastRecord
    while recent.has(number), recent.seq(number) > seq {
      oldest = recent.seq(number)
      number = recent.previous(number)
    }
    return oldest - 1 <= seq ? oldest : oldestStored(of: live, wanted: seq, before: oldest)
  }

  /// Why a subscription ends that the client has not ended.
  enum SubscriptionEnd {
    /// The session was closed.
    case closed
    /// What it wants to be told is no longer kept.
    case tooOld
    /// The session cannot be restored.
    case unavailable
  }

  /// Ends a subscription and tells its client why.
  /// - Parameter record: What ends it: the client is told when that is durable.
  func endSubscription(
    _ subscription: Subscription, why: SubscriptionEnd, until record: Int64 = 0
  ) {
    let live = subscription.live
    let client = subscription.client
    var members: [JSON.Member] = [
      .init("session", .string(live.name)), .init("seq", .int(subscription.seq)),
    ]
    switch why {
    case .closed: members.append(.init("reason", "closed"))
    case .unavailable: members.append(.init("reason", "unavailable"))
    case .tooOld:
      let oldest = oldestChange(of: live, wanted: subscription.seq)
      members.append(.init("reason", "too-old"))
      members.append(.init("oldest", .int(oldest - 1)))
    }
    forget(subscription)
    var bytes: [UInt8] = []
    write(notification: "unsubscribed", .object(members), into: &bytes)
    if client === current {
      ownNotices += bytes
    } else {
      put(bytes, to: client, until: record > durableRecord ? record : nil)
      tell(client)
    }
  }
}
