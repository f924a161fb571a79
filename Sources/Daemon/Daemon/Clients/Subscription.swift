/// A client's wish to be told of every change of a session.
final class Subscription {
  unowned let client: Client
  let live: LiveSession
  /// The last change that the client was told of.
  var seq: Int64
  /// Whether all that was before has been told, so that changes are told as they happen.
  var isLive = false

  init(client: Client, live: LiveSession, seq: Int64) {
    self.client = client
    self.live = live
    self.seq = seq
  }
}
