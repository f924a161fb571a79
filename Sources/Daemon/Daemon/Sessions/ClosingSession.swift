/// A session that was closed by a record that is not durable yet: it may have to be put back.
struct ClosingSession {
  let live: LiveSession
  /// The numbers of the clients who were told of its changes and do not know of its end yet, and
  /// the last change that each was told of.
  let subscribers: [(client: UInt64, seq: Int64)]

  /// - Parameter isUntold: Whether clients are told of the end when it is durable, and not at once.
  init(_ live: LiveSession, isUntold: Bool) {
    self.live = live
    subscribers = isUntold ? live.subscriptions.map { ($0.client.number, $0.seq) } : []
  }
}
