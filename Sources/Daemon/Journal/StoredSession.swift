/// A record as it stands in the journal.
public struct StoredRecord: Sendable, Hashable {
  /// Its number in the journal, from 1.
  public let number: Int64
  /// The session's number.
  public let session: Int64
  /// The count of the session's accepted changes with this one.
  public let seq: Int64
  /// What kind of change it is; never `close`, which leaves no record.
  public let kind: JournalRecord.Kind
  /// The command line; of `create` the session's name.
  public let text: String
  /// The outcome and its transitions, as they were sent: UTF-8.
  public let answer: [UInt8]
  /// The client's id of the request, if it gave one.
  public let requestId: String?
  /// The definition that it was done under.
  public let definition: Int64
  /// The number of the session's record before it; 0 for its first. It may be deleted by now.
  let previous: Int64
}

/// A state as it stands in the journal.
public struct StoredSnapshot: Sendable, Hashable {
  /// The session's changes that it holds.
  public let seq: Int64
  /// The number of the last record that it holds.
  public let number: Int64
  /// The definition that it was made under.
  public let definition: Int64
  /// The state, as it was handed in.
  public let bytes: [UInt8]
}

/// What a session is restored from.
public struct StoredSession: Sendable, Hashable {
  /// Its number.
  public let id: Int64
  /// Its name.
  public let name: String
  /// The count of its accepted changes.
  public let seq: Int64
  /// The number of its last record.
  public let number: Int64
  /// The definition of its last record.
  public let definition: Int64
  /// The newest snapshot; `nil`: it begins with its definition's first state.
  public let snapshot: StoredSnapshot?
  /// The records after the snapshot, in order; without one, all from `create` on.
  public let records: [StoredRecord]
  /// The last records that have a request's id, in order; `Limits.requestsMax` at most.
  public let requests: [StoredRequest]
}

/// A request that has been answered.
public struct StoredRequest: Sendable, Hashable {
  /// The client's id of it.
  public let requestId: String
  /// The number of its record; `Journal.record` gives the answer.
  public let number: Int64
  /// The session's changes with it.
  public let seq: Int64
  /// The command line of the record.
  public let text: String
}

/// A definition as it stands in the journal.
public struct StoredDefinition: Sendable, Hashable {
  /// Its number.
  public let id: Int64
  /// Its digest, as it was handed in.
  public let digest: [UInt8]
  /// The route files that it was made of.
  public let files: [DefinitionFile]
}

/// A route file, as it was when a definition was made of it.
public struct DefinitionFile: Sendable, Hashable {
  /// Where it stood.
  public let path: String
  /// What stood in it.
  public let bytes: [UInt8]

  /// Names a file and what stands in it.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
