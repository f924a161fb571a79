import Diagnostics
internal import JSONCodec

/// Something that happened to a session, or to the connection to it, without a call of this client.
public enum SessionNotice: Sendable, Hashable {
  /// Another client has changed the session, or a line of this one whose fate was unknown.
  case changed(Change)
  /// The connection was lost; the client tries to reconnect.
  case away(reason: String)
  /// The client has reconnected.
  case back
  /// The client has reconnected, but the session was gone and was created again.
  case sessionLost
  /// Changes were missed that the daemon no longer keeps.
  case missed
  /// Another client has closed the session.
  case closed
  /// The daemon has become read-only, or writable again.
  case mode(isReadOnly: Bool, reason: String)

  /// An accepted change of the session.
  public struct Change: Sendable, Hashable {
    /// Its number in the session, from 1.
    public let seq: Int64
    /// The command line; not escaped.
    public let line: String
    /// Its outcome, such as `moved`; empty if it has none.
    public let outcome: String
    /// Whether this client has requested it.
    public let isOwn: Bool
    let requestId: String?

    /// Reads an `event` notification; `nil` for other notifications and sessions.
    init?(_ notice: RPCNotification, of session: String, own: RequestIds) {
      guard sameBytes(notice.method, "event"), let params = notice.params,
        let name = params["session"]?.stringValue, sameBytes(name, session),
        let seq = params["seq"]?.intValue
      else { return nil }
      self.seq = seq
      line = params["event"]?["line"]?.stringValue ?? ""
      outcome = params["outcome"]?.stringValue ?? ""
      requestId = params["event"]?["requestId"]?.stringValue
      isOwn = own.contains(requestId)
    }
  }

  /// Reads any other notification; `nil` if it does not concern the session.
  init?(_ notice: RPCNotification, of session: String) {
    let params = notice.params ?? .null
    if sameBytes(notice.method, "mode") {
      self = .mode(
        isReadOnly: params["readOnly"]?.boolValue ?? false,
        reason: params["reason"]?.stringValue ?? "")
    } else if sameBytes(notice.method, "unsubscribed"),
      sameBytes(params["session"]?.stringValue, session)
    {
      self = params["reason"] == "closed" ? .closed : .missed
    } else {
      return nil
    }
  }
}
