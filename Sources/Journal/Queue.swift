/// What waits for its commit.
enum QueuedEntry: Sendable {
  /// A record with its number and that of its session's record before it.
  case record(JournalRecord, number: Int64, previous: Int64)
  /// A definition and its files.
  case definition(DefinitionRow, files: [DefinitionFile])
}

/// What the state's thread and the writer's thread share.
struct Queue: Sendable {
  private(set) var entries: [QueuedEntry] = []
  private(set) var bytes = 0
  /// The last numbers that were given.
  private(set) var number: Int64
  private(set) var session: Int64
  private(set) var definition: Int64
  /// The number of each definition by its digest.
  private(set) var definitions: [[UInt8]: Int64]
  /// Per open session the number of its last record that is on disk.
  private(set) var last: [Int64: Int64]
  /// Whether no more comes.
  var isClosing = false
  /// Why nothing is written any more.
  var fault: JournalError?
  var status = JournalStatus()

  init(_ contents: Contents) {
    number = contents.seal.number
    session = contents.seal.session
    definition = contents.seal.definition
    definitions = contents.definitions
    last = contents.last
  }

  /// Whether the writer has something to do.
  var isDue: Bool { !entries.isEmpty || isClosing }

  /// Whether no more should be handed in for now.
  var isFull: Bool {
    entries.count >= Limits.queuedRecordsMax || bytes >= Limits.queuedBytesMax
  }

  /// Takes a record in, and gives it its number.
  /// - Returns: The number; after a fault, and once closed, one that is never on the disk.
  mutating func append(_ record: JournalRecord) -> Int64 {
    guard fault == nil, !isClosing else { return .max }
    number += 1
    bytes += record.bytes
    entries.append(.record(record, number: number, previous: 0))
    return number
  }

  /// Gives a session its number.
  mutating func newSession() -> Int64 {
    session += 1
    return session
  }

  /// The number of a definition, which waits to be written if it is new.
  mutating func define(_ digest: [UInt8], _ files: [DefinitionFile]) -> Int64 {
    if let known = definitions[digest] { return known }
    guard fault == nil, !isClosing else { return 0 }
    definition += 1
    definitions[digest] = definition
    bytes += files.reduce(0) { $0 + $1.path.utf8.count + $1.bytes.count }
    entries.append(.definition(DefinitionRow(id: definition, digest: digest), files: files))
    return definition
  }

  /// Hands out all that waits, every record chained to the one before it of its session.
  mutating func take() -> Batch {
    var batch = Batch()
    swap(&batch.entries, &entries)
    bytes = 0
    for index in batch.entries.indices {
      guard case .record(let record, let number, _) = batch.entries[index] else { continue }
      let previous = batch.last[record.session] ?? last[record.session] ?? 0
      batch.entries[index] = .record(record, number: number, previous: previous)
      batch.last[record.session] = record.kind == .close ? 0 : number
      batch.number = number
      batch.records += 1
    }
    return batch
  }

  /// Notes that a batch is on the disk.
  mutating func finish(_ batch: Batch) {
    for (session, number) in batch.last { last[session] = number == 0 ? nil : number }
    status.commits += 1
    status.committedRecords += Int64(batch.records)
    status.commitRecordsMax = max(status.commitRecordsMax, batch.records)
  }
}

/// What one commit writes.
struct Batch: Sendable {
  var entries: [QueuedEntry] = []
  /// The number of the last record; 0 if there is none.
  var number: Int64 = 0
  var records = 0
  /// Per session the number of its last record; 0 if it ends.
  var last: [Int64: Int64] = [:]
}
