/// One accepted change of a session, as appended to the journal.
public struct JournalRecord: Sendable, Hashable {
  /// The kind of change. The file stores the raw values.
  public enum Kind: Int64, Sendable, Hashable, CaseIterable {
    /// The session is created; `text` is its name, unique among open sessions.
    case create = 1
    /// An event; `text` is its command line.
    case event = 2
    /// The state was replaced by something other than an event; `text` is the command line. This
    /// record or a later one of the same commit has a snapshot.
    case state = 3
    /// The session is closed; its rows are deleted.
    case close = 4

    /// The kind's name in exports.
    public var word: String {
      switch self {
      case .create: "create"
      case .event: "event"
      case .state: "state"
      case .close: "close"
      }
    }
  }

  /// The session's number, from `Journal.newSession()`.
  public var session: Int64
  /// The number of changes the session has accepted, this one included; 0 for `create`.
  public var seq: Int64
  /// The kind of change.
  public var kind: Kind
  /// The command line; for `create`, the session's name.
  public var text: String
  /// The outcome and its transitions as sent: UTF-8.
  public var answer: [UInt8]
  /// The client's id of the request, if given.
  public var requestId: String?
  /// The definition the change was made under, from `Journal.define`.
  public var definition: Int64
  /// The state after the change, to restore the session from.
  public var snapshot: [UInt8]?
  /// With a snapshot: the numbers of records to keep however old, because their request ids are
  /// remembered.
  public var neededRecords: [Int64]

  /// Creates a record.
  public init(
    session: Int64, seq: Int64, kind: Kind, text: String, answer: [UInt8],
    requestId: String? = nil, definition: Int64, snapshot: [UInt8]? = nil,
    neededRecords: [Int64] = []
  ) {
    self.session = session
    self.seq = seq
    self.kind = kind
    self.text = text
    self.answer = answer
    self.requestId = requestId
    self.definition = definition
    self.snapshot = snapshot
    self.neededRecords = neededRecords
  }

  /// Its approximate size in the queue and in the file.
  var bytes: Int {
    64 + text.utf8.count + answer.count + (requestId?.utf8.count ?? 0) + (snapshot?.count ?? 0)
  }
}
