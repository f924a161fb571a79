import Sessions

/// A session's last record, and what the session is restored from.
struct SessionTail: Sendable, Hashable {
  /// The number of its last record.
  var last: Int64
  /// The definition restoring starts with: that of its newest snapshot, or of its `create`.
  var definition: Int64
}

/// The state shared by the caller's thread and the writer's thread.
struct WriteQueue: Sendable {
  private(set) var records: [JournalRecord] = []
  private var newDefinitions: [StoredDefinition] = []
  private(set) var bytes = 0
  /// The last record, session and definition numbers given out.
  private(set) var number: Int64
  private(set) var session: Int64
  private(set) var definition: Int64
  /// The number of each definition by its digest.
  private(set) var definitions: [[UInt8]: Int64]
  /// How many open sessions each definition restores, counting the batch being written.
  private var uses: [Int64: Int] = [:]
  /// The two definitions requested last, the newest first: more records may name them.
  private var recent: [Int64] = []
  /// Whether `define` was called since unused definitions were last looked for.
  private var isDefinitionNew = false
  /// The last committed record of every open session.
  private(set) var sessions: [Int64: SessionTail]
  /// Whether `close()` was called.
  var isClosing = false
  /// The first fault: after it, nothing more is written.
  var fault: JournalError?
  /// Whether something was committed since the log was last synced, with durability `interval`.
  var isUnsynced = false
  var status = JournalStatus()

  init(_ contents: Contents) {
    number = contents.seal.number
    session = contents.seal.session
    definition = contents.seal.definition
    definitions = contents.definitions
    sessions = contents.sessions
    for tail in sessions.values { uses[tail.definition, default: 0] += 1 }
  }

  /// Whether the writer has something to do.
  var isDue: Bool { !records.isEmpty || !newDefinitions.isEmpty || isOver }

  var isOver: Bool { isClosing || fault != nil }

  /// Whether a limit on queued records or bytes is reached.
  var isFull: Bool {
    records.count >= Limits.queuedRecordsMax || bytes >= Limits.queuedBytesMax
  }

  /// Queues a record and numbers it.
  /// - Returns: The number; after a fault or `close()`, one that never becomes durable.
  mutating func append(_ record: JournalRecord) -> Int64 {
    guard !isOver else { return .max }
    number += 1
    bytes += record.bytes
    records.append(record)
    records[records.count - 1].number = number
    return number
  }

  mutating func newSession() -> Int64 {
    session += 1
    return session
  }

  /// Returns the number of a definition, and queues the definition if it is new.
  mutating func define(_ digest: [UInt8], _ files: [DefinitionFile]) -> Int64 {
    guard !isOver else { return definitions[digest] ?? 0 }
    let number = definitions[digest] ?? add(digest, files)
    if recent.first != number { recent = [number] + recent.prefix(1) }
    isDefinitionNew = true
    return number
  }

  private mutating func add(_ digest: [UInt8], _ files: [DefinitionFile]) -> Int64 {
    definition += 1
    definitions[digest] = definition
    bytes += files.reduce(0) { $0 + $1.path.utf8.count + $1.bytes.count }
    newDefinitions.append(StoredDefinition(id: definition, digest: digest, files: files))
    return definition
  }

  /// Takes everything queued: every record chained to the previous one of its session, then the
  /// deletion of definitions that the batch leaves unused.
  mutating func take() -> Batch {
    var batch = Batch()
    swap(&batch.records, &records)
    swap(&batch.definitions, &newDefinitions)
    bytes = 0
    for index in batch.records.indices {
      let record = batch.records[index]
      let before = batch.sessions[record.session, default: sessions[record.session]]
      batch.records[index].previous = before?.last ?? 0
      batch.sessions.updateValue(tail(record, before), forKey: record.session)
    }
    if isDefinitionNew, !batch.isEmpty {
      isDefinitionNew = false
      batch.forgotten = forgetDefinitions()
    }
    return batch
  }

  /// The session's tail after a record; `nil` if the record closes it.
  private mutating func tail(_ record: JournalRecord, _ before: SessionTail?) -> SessionTail? {
    var after: SessionTail?
    if record.change.kind != .close {
      let isBeginning = before == nil || record.snapshot != nil
      let definition = isBeginning ? record.definition : before?.definition
      after = SessionTail(last: record.number, definition: definition ?? record.definition)
    }
    if before?.definition != after?.definition {
      if let before { uses[before.definition, default: 0] -= 1 }
      if let after { uses[after.definition, default: 0] += 1 }
    }
    return after
  }

  /// Removes and returns the definitions that restore no session and that no new record can name.
  private mutating func forgetDefinitions() -> [Int64] {
    uses = uses.filter { $0.value > 0 }
    let unused = definitions.filter { uses[$0.value] == nil && !recent.contains($0.value) }
    for digest in unused.keys { definitions[digest] = nil }
    return unused.values.sorted()
  }

  mutating func finish(_ batch: Batch) {
    for (session, tail) in batch.sessions { sessions[session] = tail }
    isUnsynced = true
    status.commits += 1
    status.committedRecords += Int64(batch.records.count)
    status.commitRecordsMax = max(status.commitRecordsMax, batch.records.count)
  }
}

/// What one commit writes and deletes.
struct Batch: Sendable {
  var definitions: [StoredDefinition] = []
  var records: [JournalRecord] = []
  /// The definitions that no session needs any more.
  var forgotten: [Int64] = []
  /// The tail of each session it changes; a `nil` value means the session is closed.
  var sessions: [Int64: SessionTail?] = [:]

  var isEmpty: Bool { records.isEmpty && definitions.isEmpty }
}
