public import Sessions

/// A change of a session and its place in the journal.
public struct JournalRecord: Sendable, Hashable {
  /// Its number in the journal, from 1; 0 until it is appended.
  public internal(set) var number: Int64 = 0
  /// The number of the session's previous record, which may have been deleted; 0 for its first.
  var previous: Int64 = 0
  /// The session's number, from `Journal.newSession()`.
  public var session: Int64
  /// The change. A `close` deletes the session's rows. A `state`, or a later record of the same
  /// commit, has a snapshot.
  public var change: Change
  /// The definition the change was made under, from `Journal.define`.
  public var definition: Int64
  /// The state after the change, to restore the session from; `nil` in what is read.
  public var snapshot: [UInt8]?
  /// With a snapshot: the numbers of records to keep however old, because their request ids are
  /// remembered.
  public var neededRecords: [Int64]

  /// Creates a record.
  public init(
    _ change: Change, of session: Int64, under definition: Int64, snapshot: [UInt8]? = nil,
    neededRecords: [Int64] = []
  ) {
    self.change = change
    self.session = session
    self.definition = definition
    self.snapshot = snapshot
    self.neededRecords = neededRecords
  }

  /// Its approximate size in the queue and in the file.
  var bytes: Int {
    64 + change.text.utf8.count + change.answer.count + (change.request?.text.utf8.count ?? 0)
      + (snapshot?.count ?? 0)
  }
}

extension JournalRecord: JournalRow {
  static let table = Checksum.Table.records
  static let columns = [
    "number", "session", "seq", "previous", "kind", "definition", "text", "answer", "request",
    "seal",
  ]

  /// `nil` if its kind is unknown.
  init?(_ statement: Statement) {
    guard let kind = Change.Kind(rawValue: statement.number(4)) else { return nil }
    let change = Change(
      kind, statement.text(6), seq: statement.number(2), answer: statement.bytes(7),
      request: statement.isNull(8) ? nil : RequestId(statement.text(8)))
    self.init(change, of: statement.number(1), under: statement.number(5))
    (number, previous) = (statement.number(0), statement.number(3))
  }

  func write(to sink: inout some RowSink) {
    sink.add(numbers: number, session, change.seq, previous, change.kind.rawValue, definition)
    sink.add(change.text)
    sink.add(change.answer)
    sink.add(change.request?.text)
  }
}

/// A session's state as stored in the journal.
public struct StoredSnapshot: Sendable, Hashable {
  /// The number of changes the session had accepted.
  public let seq: Int64
  /// The number of the record it was written with.
  public let number: Int64
  /// The definition it was made under.
  public let definition: Int64
  /// The state, as appended.
  public let bytes: [UInt8]
}

/// What a session is restored from.
public struct StoredSession: Sendable, Hashable {
  /// Its number.
  public let id: Int64
  /// Its name.
  public let name: String
  /// The number of changes it has accepted.
  public let seq: Int64
  /// The number of its last record.
  public let number: Int64
  /// The definition of its last record.
  public let definition: Int64
  /// The newest snapshot; `nil` if the session starts from its definition's initial state.
  public let snapshot: StoredSnapshot?
  /// The records after the snapshot, in order; without one, all from `create` on.
  public let records: [JournalRecord]
  /// The newest requests with an id, in order; at most `Limits.requestsMax`.
  public let requests: [StoredRequest]
}

/// A request that was answered.
public struct StoredRequest: Sendable, Hashable {
  /// The client's id of the request.
  public let request: RequestId
  /// The number of its record; `Journal.record` returns the answer.
  public let number: Int64
  /// The number of changes the session had accepted, this one included.
  public let seq: Int64

  /// `nil` if the request of a record has no id.
  init?(of record: JournalRecord) {
    guard let request = record.change.request else { return nil }
    self.request = request
    number = record.number
    seq = record.change.seq
  }
}

/// A definition as stored in the journal.
public struct StoredDefinition: Sendable, Hashable {
  /// Its number.
  public let id: Int64
  /// Its digest, as given to `Journal.define`.
  public let digest: [UInt8]
  /// The route files it was built from.
  public let files: [DefinitionFile]
}

/// A route file as it was when a definition was built from it.
public struct DefinitionFile: Sendable, Hashable {
  /// Its path.
  public let path: String
  /// Its content.
  public let bytes: [UInt8]

  /// Creates a file from its path and content.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
