import Commands
import Diagnostics
import Journal
import JSONCodec
import Sessions

/// Subscriptions, and the changes that subscribers have missed.
extension Daemon {
  func subscribe(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    let live = try session(of: call)
    let client = call.client
    let seq = call.integer(1) ?? live.session.changes
    guard seq <= live.session.changes else { throw .tooNew(newest: live.session.changes) }
    let old = client.subscriptions.first { $0.live === live }
    if old == nil { try checkSubscriptions(of: client) }
    let oldest = try oldestChange(of: live, after: seq)
    guard seq >= oldest - 1 else { throw .tooOld(oldest: oldest - 1) }
    if let old { records.end(old) }
    records.begin(Subscription(client: client, live: live, seq: seq))
    let answer: JSON = ["seq": .int(live.session.changes)]
    answer.write(into: &output)
  }

  /// Refuses a subscription above the limits of the client or of all clients.
  private func checkSubscriptions(of client: Client) throws(DaemonError) {
    guard client.subscriptions.count < limits.subscriptions.max else {
      throw counters.reached(limits.subscriptions)
    }
    guard records.subscriptionCount < limits.subscriptionsTotal.max else {
      throw counters.reached(limits.subscriptionsTotal)
    }
  }

  func unsubscribe(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    let name = call.text(0) ?? ""
    guard
      let subscription = call.client.subscriptions.first(where: {
        sameBytes($0.live.name, name)
      })
    else { throw .notSubscribed(name) }
    records.end(subscription)
    let answer: JSON = ["seq": .int(subscription.seq)]
    answer.write(into: &output)
  }

  func closed(_ client: Client) {
    abandonCall(of: client)
    for subscription in client.subscriptions { records.end(subscription) }
  }

  /// Sends more of the changes that a client has missed, as many as it accepts at once.
  func continueReplay(_ client: Client) {
    guard client.isReplaying else { return }
    for subscription in client.subscriptions where !subscription.isLive {
      while client.isReplaying, !records.finishReplay(subscription) {
        do throws(SubscriptionEnd) {
          try replay(subscription)
        } catch {
          end(subscription, why: error)
          break
        }
      }
    }
  }

  /// Sends the next changes that a client has missed, from memory or from the journal.
  private func replay(_ subscription: Subscription) throws(SubscriptionEnd) {
    let isRemembered = records.forEachMissed(subscription) { number, body in
      replay(number: number, body, to: subscription)
    }
    if !isRemembered { try replayStored(subscription) }
  }

  /// - Returns: Whether the client accepts more.
  private func replay(
    number: Int64, _ body: UnsafeBufferPointer<UInt8>, to subscription: Subscription
  ) -> Bool {
    let live = subscription.live
    notify(
      subscription.client, eventLine(of: live, body), until: number,
      .event(session: live.name, seq: subscription.seq))
    return subscription.client.isReplaying
  }

  /// Sends the next changes that a client has missed, from the journal.
  private func replayStored(_ subscription: Subscription) throws(SubscriptionEnd) {
    let live = subscription.live
    let stored: [JournalRecord]
    do throws(JournalError) {
      stored = try persistence.records(
        of: live, from: subscription.seq + 1, countMax: Self.replayedRecordsMax)
    } catch {
      if case .tooOld(_, let oldest) = error { throw .tooOld(oldest: oldest - 1) }
      _ = unreadable(live, error)
      throw .unavailable
    }
    guard stored.first?.change.seq == subscription.seq + 1 else {
      throw .tooOld(oldest: records.oldestChange(of: live, after: subscription.seq) - 1)
    }
    for record in stored {
      var body = ByteBuffer()
      record.change.writeEvent(into: &body)
      records.notified(subscription, of: record.change.seq)
      _ = replay(number: record.number, body.bytes, to: subscription)
    }
  }

  private static var replayedRecordsMax: Int { 64 }

  /// The first change that is still kept, if it comes after `seq + 1`.
  private func oldestChange(
    of live: LiveSession, after seq: Int64
  ) throws(DaemonError) -> Int64 {
    let oldest = records.oldestChange(of: live, after: seq)
    guard oldest - 1 > seq else { return oldest }
    return try stored(of: live) { () throws(JournalError) in
      try persistence.oldestChange(of: live, after: seq)
    } ?? oldest
  }

  /// Why the daemon ends a subscription.
  enum SubscriptionEnd: Error {
    /// The session was closed by this record; 0 if it was never durable.
    case closed(record: Int64)
    /// The changes that it missed, up to this one, are no longer kept.
    case tooOld(oldest: Int64)
    /// The session cannot be restored, or the changes that it missed cannot be read.
    case unavailable
  }

  /// Ends a subscription and notifies its client, when the end is durable.
  func end(_ subscription: Subscription, why: SubscriptionEnd) {
    let live = subscription.live
    var members: [JSON.Member] = [
      .init("session", .string(live.name)), .init("seq", .int(subscription.seq)),
    ]
    var end: Int64 = 0
    switch why {
    case .closed(let record):
      end = record
      members.append(.init("reason", "closed"))
    case .unavailable: members.append(.init("reason", "unavailable"))
    case .tooOld(let oldest):
      members.append(.init("reason", "too-old"))
      members.append(.init("oldest", .int(oldest)))
    }
    records.end(subscription)
    let line = notification("unsubscribed", .object(members))
    notify(subscription.client, line, until: end, end > 0 ? .closed(record: end) : .fixed)
  }
}
