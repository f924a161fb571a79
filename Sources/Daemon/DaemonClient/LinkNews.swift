internal import JSONCodec

/// What a client is told without asking.
public enum LinkNews: Sendable, Hashable {
  /// Another client has changed the session.
  case changed(Change)
  /// The daemon went away; it is looked for.
  case away(reason: String)
  /// It is back.
  case back
  /// It is back without the session, which began anew.
  case sessionLost
  /// Changes happened that are no longer kept.
  case missed
  /// Somebody has closed the session.
  case closed
  /// The daemon can change nothing now, or can again.
  case mode(isReadOnly: Bool, reason: String)

  /// An accepted change of the session.
  public struct Change: Sendable, Hashable {
    /// Its number in the session, from 1.
    public let seq: Int64
    /// What was asked, as a command line; not escaped yet.
    public let line: String
    /// What became of it, such as `moved`; empty if that was not told.
    public let outcome: String

    /// Reads the notification `event`; `nil` if it is another, or of another session.
    init?(_ notice: RPCNotification, of session: String) {
      guard notice.method.utf8.elementsEqual("event".utf8), let params = notice.params,
        let name = params["session"]?.stringValue, name.utf8.elementsEqual(session.utf8),
        let seq = params["seq"]?.intValue
      else { return nil }
      self.seq = seq
      line = params["event"]?["line"]?.stringValue ?? ""
      outcome = params["outcome"]?.stringValue ?? ""
    }
  }

  /// Reads a notification that is no change; `nil` if it says nothing to this session.
  init?(_ notice: RPCNotification, of session: String) {
    let params = notice.params ?? .null
    if notice.method.utf8.elementsEqual("mode".utf8) {
      self = .mode(
        isReadOnly: params["readOnly"]?.boolValue ?? false,
        reason: params["reason"]?.stringValue ?? "")
    } else if notice.method.utf8.elementsEqual("unsubscribed".utf8),
      params["session"]?.stringValue?.utf8.elementsEqual(session.utf8) == true
    {
      self = params["reason"] == "closed" ? .closed : .missed
    } else {
      return nil
    }
  }
}
