import JSONCodec

/// What is on disk, and what must wait for it.
extension Daemon {
  /// All records up to this number are durable.
  var durableRecord: Int64 { Int64.max }

  /// The word for how records are kept.
  var durabilityWord: String { "none" }

  /// Why nothing may change; `nil` if it may.
  var readOnlyReason: String? { nil }

  /// Refuses what would change something while it must not.
  func checkWritable() throws(DaemonError) {
    if let readOnlyReason { throw .readOnly(readOnlyReason) }
  }

  /// Keeps a change.
  /// - Returns: Its number.
  func keep(
    _ change: Change, _ answer: UnsafeBufferPointer<UInt8>, of live: LiveSession,
    _ requestId: String?
  ) -> Int64 {
    recent.next
  }

  /// The answer of a request that is remembered by the journal.
  func storedAnswer(_ record: Int64) -> [UInt8]? { nil }

  /// The first change of a session that the journal can tell of, if it is before another.
  func oldestStored(of live: LiveSession, before oldest: Int64) -> Int64 { oldest }

  /// Tells of the next changes that were missed, from the journal.
  func replayStored(_ subscription: Subscription) -> Bool { false }

  /// How the journal is; `null` without one.
  var journalStatus: JSON { .null }

  func becomeWritable(into output: inout [UInt8]) throws(DaemonError) {
    let answer: JSON = ["readOnly": .bool(readOnlyReason != nil)]
    answer.write(into: &output)
  }
}
