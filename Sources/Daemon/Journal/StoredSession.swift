/// A record as stored in the journal.
public struct StoredRecord: Sendable, Hashable {
  /// Its number in the journal, from 1.
  public let number: Int64
  /// The session's number.
  public let session: Int64
  /// The number of changes the session had accepted, this one included.
  public let seq: Int64
  /// The kind of change; never `close`, which leaves no record.
  public let kind: JournalRecord.Kind
  /// The command line; for `create`, the session's name.
  public let text: String
  /// The outcome and its transitions as sent: UTF-8.
  public let answer: [UInt8]
  /// The client's id of the request, if given.
  public let requestId: String?
  /// The definition the change was made under.
  public let definition: Int64
  /// The number of the session's previous record, which may have been deleted; 0 for its first.
  let previous: Int64
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
  public let records: [StoredRecord]
  /// The newest requests with an id, in order; at most `Limits.requestsMax`.
  public let requests: [StoredRequest]
}

/// A request that was answered.
public struct StoredRequest: Sendable, Hashable {
  /// The client's id of the request.
  public let requestId: String
  /// The number of its record; `Journal.record` returns the answer.
  public let number: Int64
  /// The number of changes the session had accepted, this one included.
  public let seq: Int64
  /// The record's command line.
  public let text: String
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
