/// What waits for its commit.
enum QueuedEntry: Sendable {
  /// A record with its number and that of its session's record before it.
  case record(JournalRecord, number: Int64, previous: Int64)
  /// A definition and its files.
  case definition(DefinitionRow, files: [DefinitionFile])
  /// That nobody needs a definition any more.
  case forgotten(definition: Int64)
}

/// Where a session stands.
struct Standing: Sendable, Hashable {
  /// The number of its last record.
  var number: Int64
  /// The definition that restoring it begins with: that of its newest snapshot, or of its `create`.
  var definition: Int64
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
  /// How many open sessions are restored by each definition, with all that was handed out.
  private var uses: [Int64: Int] = [:]
  /// The definitions that were asked for last: records under them may still come. The newest first.
  private var recent: [Int64] = []
  /// Whether another definition is used since definitions were last looked through.
  private var isDefinitionNew = false
  /// Per open session where it stands on disk.
  private(set) var last: [Int64: Standing]
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
    for standing in last.values { uses[standing.definition, default: 0] += 1 }
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
    guard fault == nil, !isClosing else { return definitions[digest] ?? 0 }
    let number = definitions[digest] ?? add(digest, files)
    if recent.first != number { recent = [number] + recent.prefix(1) }
    isDefinitionNew = true
    return number
  }

  private mutating func add(_ digest: [UInt8], _ files: [DefinitionFile]) -> Int64 {
    definition += 1
    definitions[digest] = definition
    bytes += files.reduce(0) { $0 + $1.path.utf8.count + $1.bytes.count }
    entries.append(.definition(DefinitionRow(id: definition, digest: digest), files: files))
    return definition
  }

  /// Hands out all that waits, every record chained to the one before it of its session; behind it
  /// the definitions that are of no use then.
  mutating func take() -> Batch {
    var batch = Batch()
    swap(&batch.entries, &entries)
    bytes = 0
    for index in batch.entries.indices {
      guard case .record(let record, let number, _) = batch.entries[index] else { continue }
      let before = batch.last[record.session, default: last[record.session]]
      batch.entries[index] = .record(record, number: number, previous: before?.number ?? 0)
      batch.last.updateValue(stand(record, number, before), forKey: record.session)
      batch.number = number
      batch.records += 1
    }
    if isDefinitionNew, !batch.entries.isEmpty {
      isDefinitionNew = false
      batch.entries += forgetDefinitions().map { .forgotten(definition: $0) }
    }
    return batch
  }

  /// Where a session stands after a record; `nil` if that ends it.
  private mutating func stand(
    _ record: JournalRecord, _ number: Int64, _ before: Standing?
  ) -> Standing? {
    var after: Standing?
    if record.kind != .close {
      let isBeginning = before == nil || record.snapshot != nil
      let definition = isBeginning ? record.definition : before?.definition
      after = Standing(number: number, definition: definition ?? record.definition)
    }
    if before?.definition != after?.definition {
      if let before { uses[before.definition, default: 0] -= 1 }
      if let after { uses[after.definition, default: 0] += 1 }
    }
    return after
  }

  /// Takes out the definitions by which no session is restored, and no record will come under.
  private mutating func forgetDefinitions() -> [Int64] {
    uses = uses.filter { $0.value > 0 }
    let unused = definitions.filter { uses[$0.value] == nil && !recent.contains($0.value) }
    for digest in unused.keys { definitions[digest] = nil }
    return unused.values.sorted()
  }

  /// Notes that a batch is on the disk.
  mutating func finish(_ batch: Batch) {
    for (session, standing) in batch.last { last[session] = standing }
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
  /// Per session where it stands then; `nil` inside if it ends.
  var last: [Int64: Standing?] = [:]
}
