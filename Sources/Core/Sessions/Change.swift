import Diagnostics

/// An accepted change of a session, as it goes to subscribers and to the journal.
public struct Change: Sendable, Hashable {
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
  /// The answer that clients received, a JSON object whose last member is `seq`: UTF-8.
  public let answer: [UInt8]
  /// The request that made it, if it has an id.
  public var request: RequestId?

  /// Creates a change.
  public init(
    _ kind: Kind, _ text: String, seq: Int64, answer: [UInt8], request: RequestId? = nil
  ) {
    (self.kind, self.text, self.seq) = (kind, text, seq)
    (self.answer, self.request) = (answer, request)
  }

  /// Whether subscribers are notified of it.
  public var isNotified: Bool { kind == .event || kind == .state }
}

/// The id of a request as the journal stores it, after the digest of its call. The digest makes a
/// different call with the same id a conflict even after a restart.
public struct RequestId: Sendable, Hashable {
  /// The text in the journal: the digest as 16 hexadecimal digits, then the id.
  public let text: String

  /// The digest of the call.
  public var digest: UInt64 {
    UInt64(String(decoding: text.utf8.prefix(Self.digits), as: UTF8.self), radix: 16) ?? 0
  }

  /// The id as the client gave it.
  public var id: String { String(decoding: text.utf8.dropFirst(Self.digits), as: UTF8.self) }

  /// Pairs an id with the digest of its call.
  public init(digest: UInt64, id: String) {
    text = zeroPadded(digest, Self.digits, radix: 16) + id
  }

  /// Reads a text of the journal.
  public init(_ text: String) { self.text = text }

  private static var digits: Int { 16 }
}
