import Diagnostics

/// An accepted change of a session, as it goes to subscribers and to the journal.
public struct Change: Sendable {
  /// The kind of change. Journals store the raw values.
  public enum Kind: Int64, Sendable, Hashable, CaseIterable {
    /// The session is created; `text` is its name, unique among open sessions.
    case create = 1
    /// An event, which is replayed; `text` is its command line.
    case event = 2
    /// The state was replaced by something other than an event, as after `undo` or `load`, and is
    /// restored, not replayed; `text` is the command line.
    case state = 3
    /// The session is closed.
    case close = 4

    /// The kind's name in exports.
    public var word: String { String(describing: self) }
  }

  /// The kind of change.
  public let kind: Kind
  /// The command line, as a user would type it; of `create` and `close` the session's name.
  public let text: String
  /// The number of changes of the session, including this one; 0 for `create`.
  public let seq: Int64
  /// The members of the answer that clients received, without `seq`: JSON text.
  public let answer: ArraySlice<UInt8>
  /// The request that made it, if it has an id.
  public var request: RequestId?
  /// Whether it is the last change of its call, so that the session's state is the one it led to.
  public var isLast: Bool

  /// Creates a change.
  public init(
    _ kind: Kind, _ text: String, seq: Int64, answer: ArraySlice<UInt8>,
    request: RequestId? = nil, isLast: Bool = true
  ) {
    (self.kind, self.text, self.seq, self.answer) = (kind, text, seq, answer)
    (self.request, self.isLast) = (request, isLast)
  }

  /// Whether subscribers are notified of it.
  public var isNotified: Bool { kind == .event || kind == .state }
}

/// The id of a request as the journal stores it, after the digest of its call. The digest makes a
/// different call with the same id a conflict even after a restart.
public struct RequestId: Sendable, Hashable {
  /// The digest of the call.
  public let digest: UInt64
  /// The id as the client gave it.
  public let id: String

  /// The text for the journal.
  public var text: String { zeroPadded(digest, Self.digits, radix: 16) + id }

  /// Pairs an id with the digest of its call.
  public init(digest: UInt64, id: String) {
    self.digest = digest
    self.id = id
  }

  /// Reads a text of the journal.
  public init(_ text: String) {
    digest = UInt64(String(decoding: text.utf8.prefix(Self.digits), as: UTF8.self), radix: 16) ?? 0
    id = String(decoding: text.utf8.dropFirst(Self.digits), as: UTF8.self)
  }

  private static var digits: Int { 16 }
}
