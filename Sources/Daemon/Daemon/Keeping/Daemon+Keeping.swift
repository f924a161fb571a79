import Commands
import EventLoops
import JSONCodec
import Journal
import Service
import Sessions

/// What is on disk, and what must wait for it.
extension Daemon {
  /// All records up to this number are durable, as far as answers wait for that.
  var durableRecord: Int64 {
    guard let keeper, options.durability == .always else { return .max }
    return keeper.journal.durableNumber
  }

  /// The word for how records are kept.
  var durabilityWord: String { options.durability.rawValue }

  /// Refuses what would change something while it must not.
  func checkWritable() throws(DaemonError) {
    if let readOnlyReason { throw .readOnly(readOnlyReason) }
    guard let keeper, keeper.journal.isFull else { return }
    throw reached(limits.journalRecords)
  }

  /// Keeps a change.
  /// - Returns: Its number.
  func keep(
    _ change: Change, _ answer: ArraySlice<UInt8>, of live: LiveSession,
    _ requestId: String?
  ) -> Int64 {
    guard let keeper else { return recent.next }
    var snapshot: [UInt8]?
    switch change.kind {
    case .event: live.eventsSinceSnapshot += 1
    case .state: live.eventsSinceSnapshot += Journal.snapshotEvents  // No event leads there.
    case .create, .close: break
    }
    if live.eventsSinceSnapshot >= Journal.snapshotEvents, change.isLast {
      snapshot = keeper.snapshot(of: live.session)
      live.eventsSinceSnapshot = 0
    }
    var needed: [Int64] = []
    if snapshot != nil, change.seq > Int64(Journal.keptRecordsMax) {
      needed = live.requests?.records ?? []
    }
    return keeper.add(
      JournalRecord(
        session: live.number, seq: change.seq, kind: change.kind, text: change.text,
        answer: Array(answer), requestId: requestId, definition: keeper.number(of: served),
        snapshot: snapshot, neededRecords: needed))
  }

  /// The journal has something on the disk, or cannot write any more.
  func durabilityChanged() {
    guard let keeper, readOnlyReason == nil else { return }
    if let fault = keeper.journal.fault { return becomeReadOnly(fault) }
    let durable = keeper.journal.durableNumber
    var left: [Client] = []
    for client in emptied(&holding) where client.phase != .closed {
      release(client, upTo: durable)
      if client.holds.isEmpty { client.isHolding = false } else { left.append(client) }
    }
    holding += left
    closing.removeAll { $0.live.lastRecord <= durable }
    sendTold()
  }

  private func release(_ client: Client, upTo durable: Int64) {
    let now = EventLoop.nowNanoseconds
    for hold in client.holds where hold.record <= durable {
      counters.latency.add(now &- hold.began, times: hold.calls)
    }
    client.release(upTo: durable)
    send(client)
  }

  /// The answer of a request that only the journal remembers.
  func storedAnswer(_ record: Int64) -> [UInt8]? {
    (try? keeper?.journal.record(record))??.answer
  }

  /// The first change of a session that the journal can tell of, if it is before another.
  func oldestStored(of live: LiveSession, wanted seq: Int64, before oldest: Int64) -> Int64 {
    guard let keeper else { return oldest }
    do throws(JournalError) {
      let found = try keeper.journal.records(of: live.number, from: seq + 1, countMax: 1)
      return found.first?.seq ?? oldest
    } catch {
      if case .tooOld(_, let first) = error { return first }
      return oldest
    }
  }

  /// Tells of the next changes that were missed, from the journal.
  /// - Returns: False if they are no longer kept.
  func replayStored(_ subscription: Subscription) -> Bool {
    guard let keeper else { return false }
    let records = try? keeper.journal.records(
      of: subscription.live.number, from: subscription.seq + 1, countMax: Self.replayedRecords)
    guard let records, records.first?.seq == subscription.seq + 1 else { return false }
    for record in records {
      let change = Change(kind: record.kind, text: record.text, seq: record.seq)
      var body: [UInt8] = []
      let requestId = record.requestId.map { StoredRequestId($0).id }
      Self.write(change, record.answer[...], requestId, into: &body)
      subscription.seq = record.seq
      tell(subscription, number: record.number, body)
    }
    return true
  }

  private static var replayedRecords: Int { 64 }

  /// How the journal is; `null` without one.
  var journalStatus: JSON {
    guard let keeper else { return .null }
    let status = keeper.journal.status
    return [
      "folder": .string(keeper.journal.folder), "bytes": .int(status.fileBytes),
      "lastNumber": .int(status.lastNumber), "durableNumber": .int(status.durableNumber),
      "queuedRecords": JSON(status.queuedRecords), "commits": .int(status.commits),
      "records": .int(status.committedRecords), "commitRecordsMax": JSON(status.commitRecordsMax),
      "commitRecordsMean": JSON((status.commitRecordsMean * 100).rounded() / 100),
      "fault": .optional(keeper.journal.fault?.message),
    ]
  }
}

/// The id of a request as the journal keeps it: behind the digest of its call, so that another call
/// with the same id is known as such after a restart, too.
struct StoredRequestId {
  let digest: UInt64
  let id: String

  /// The text for the journal.
  var text: String {
    let hex = String(digest, radix: 16)
    return String(repeating: "0", count: max(0, Self.digits - hex.utf8.count)) + hex + id
  }

  init(digest: UInt64, id: String) {
    self.digest = digest
    self.id = id
  }

  /// Takes a text of the journal apart.
  init(_ text: String) {
    digest = UInt64(String(decoding: text.utf8.prefix(Self.digits), as: UTF8.self), radix: 16) ?? 0
    id = String(decoding: text.utf8.dropFirst(Self.digits), as: UTF8.self)
  }

  private static var digits: Int { 16 }
}
