/// One accepted change of one session, as it is handed to the journal.
public struct JournalRecord: Sendable, Hashable {
  /// What kind of change it is. The numbers stand in the file.
  public enum Kind: Int64, Sendable, Hashable, CaseIterable {
    /// The session begins; `text` is its name, unique among those that are open.
    case create = 1
    /// An event; `text` is its command line.
    case event = 2
    /// The state was put into place by something else than an event; `text` is the command line,
    /// and there is a snapshot with it, or with a later record of the same commit.
    case state = 3
    /// The session ends; nothing of it is kept.
    case close = 4

    /// The word for it.
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
  /// The count of the session's accepted changes with this one; 0 for `create`.
  public var seq: Int64
  /// What kind of change it is.
  public var kind: Kind
  /// The command line; of `create` the session's name.
  public var text: String
  /// The outcome and its transitions, as they were sent: UTF-8.
  public var answer: [UInt8]
  /// The client's id of the request, if it gave one.
  public var requestId: String?
  /// The definition that it was done under, from `Journal.define`.
  public var definition: Int64
  /// The state after it; restoring begins there.
  public var snapshot: [UInt8]?
  /// With a snapshot: the records of the session that stay however old they are, because their
  /// request ids are remembered.
  public var neededRecords: [Int64]

  /// Puts a record together.
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

  /// About what it takes in the queue and in the file.
  var bytes: Int {
    64 + text.utf8.count + answer.count + (requestId?.utf8.count ?? 0) + (snapshot?.count ?? 0)
  }
}
