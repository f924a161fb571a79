internal import FileAccess
public import Sessions
internal import Synchronization

/// The durable record of all sessions: accepted changes, in order, in one SQLite file.
///
/// `append` queues records without waiting for the disk; a second thread writes everything queued
/// in one commit. After the first fault nothing more is written until the journal is closed and
/// opened again, which checks it. The journal reads no clock. docs/journal.md describes the file
/// and its promises; `Schema` the tables.
///
/// Call `close()` when done: until then the writer's thread keeps running.
public final class Journal: Sendable {
  /// The folder that holds the journal's files.
  public let folder: String
  /// When answers may be sent.
  public let durability: Durability
  /// What a crash cut from the write-ahead log, found when the journal was opened.
  public let logCut: LogCut?

  private let queue: Monitor<WriteQueue>
  private let durable: Atomic<Int64>
  private let isFaulty = Atomic(false)
  private let writer: Mutex<Writer?>
  private let reader: Mutex<JournalReader?>
  private let lock: Mutex<FileLock?>
  private let threads = Mutex<[RunningThread]>([])
  private let onDurable: @Sendable () -> Void

  /// Opens the journal in a folder, creating the folder and the journal if missing.
  ///
  /// Reads and checks every row, and writes what a crash left in the write-ahead log into the main
  /// file. Only one process at a time can have it open.
  /// - Parameters:
  ///   - durability: `always` or `interval`.
  ///   - onDurable: Called on the writer's thread when `durableNumber` or `fault` has changed.
  public static func open(
    folder: String, durability: Durability, onDurable: @escaping @Sendable () -> Void
  ) throws(JournalError) -> Journal {
    try open(folder: folder, durability: durability, sizes: FileSizes(), onDurable: onDurable)
  }

  /// Opens a journal with other file sizes, for tests of small files.
  package static func open(
    folder: String, durability: Durability, sizes: FileSizes,
    onDurable: @escaping @Sendable () -> Void
  ) throws(JournalError) -> Journal {
    let opened = try OpenFolder(folder, creating: true, pageBytes: sizes.pageBytes)
    try opened.removeTornCommit()
    try opened.database.mark(LogUse(durability))
    // Writes what a crash left in the log into the main file, and the mark. Pages that the system
    // failed to write before are written again, so that they are known to be on the disk.
    try opened.database.checkpoint(.whole)
    let journal = try Journal(opened, durability, sizes, onDurable)
    try journal.start()
    return journal
  }

  private init(
    _ opened: OpenFolder, _ durability: Durability, _ sizes: FileSizes,
    _ onDurable: @escaping @Sendable () -> Void
  ) throws(JournalError) {
    folder = opened.folder
    self.durability = durability
    self.onDurable = onDurable
    logCut = opened.logCut
    queue = Monitor(WriteQueue(opened.contents))
    durable = Atomic(opened.contents.seal.number)
    writer = Mutex(
      try Writer(opened, syncsCommits: durability == .always, logPagesMax: sizes.logPagesMax))
    reader = Mutex(try JournalReader(path: opened.database.path))
    lock = Mutex(opened.lock)
  }

  /// Reserves a number for a new session. Numbers are never reused.
  public func newSession() -> Int64 { queue.use { $0.newSession() } }

  /// Returns the number of a definition, and stores the definition if its digest is new. It is
  /// kept while a session is restored by it, and until two others have been defined after it.
  /// - Parameter files: The route files that the definition was built from.
  public func define(digest: [UInt8], files: [DefinitionFile]) -> Int64 {
    queue.use { $0.define(digest, files) }
  }

  /// Queues records for one commit, this or a later one, without waiting for the disk. After a
  /// fault or `close()` they are dropped.
  /// - Returns: The number of the last record; a number that never becomes durable if dropped.
  @discardableResult public func append(_ records: [JournalRecord]) -> Int64 {
    queue.use { queue in records.reduce(queue.number) { queue.append($1) } }
  }

  /// Whether the queue is full. Records appended anyway are still accepted.
  public var isFull: Bool { queue.look { $0.isFull } }

  /// The number of the last durable record: it and all before it are on the disk; with durability
  /// `interval` the system has them.
  public var durableNumber: Int64 { durable.load(ordering: .acquiring) }

  /// The first fault: after it, nothing more is written. Set once.
  public var fault: JournalError? {
    isFaulty.load(ordering: .acquiring) ? queue.look { $0.fault } : nil
  }

  /// Figures for `status`.
  public var status: JournalStatus {
    var status = queue.look { queue in
      var status = queue.status
      status.lastNumber = queue.number
      status.queuedRecords = queue.records.count
      status.queuedBytes = queue.bytes
      status.sessions = queue.sessions.count
      return status
    }
    status.durableNumber = durableNumber
    status.fileBytes = FileNames.bytes(in: folder)
    return status
  }

  /// Writes the queue, checkpoints the log unless there was a fault, and releases the folder.
  /// Waits for the disk; a second call does nothing. `onDurable` must not call it.
  public func close() {
    queue.use { $0.isClosing = true }
    let running = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in running { thread.wait() }
    reader.withLock { $0 = nil }
    // A log that remains is written into the main file when the journal is next opened.
    let isWhole = fault == nil
    let isEmptied = writer.withLock { writer in
      defer { writer = nil }
      return isWhole && (try? writer?.close()) != nil
    }
    if isEmptied { try? OpenFolder.removeEmptyLog(in: folder) }
    lock.withLock { $0 = nil }
  }

  /// Reads committed rows in one transaction.
  func read<Result: Sendable>(
    _ body: (JournalReader) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try reader.withLock { reader throws(JournalError) -> Result in
      guard let reader else { throw .closed }
      return try reader.inTransaction { () throws(JournalError) in try body(reader) }
    }
  }

  /// The number of a session's last committed record; `nil` if there is no such session.
  func last(of session: Int64) -> Int64? { queue.look { $0.sessions[session]?.last } }

  private func start() throws(JournalError) {
    try start { [self] in write() }
    if durability == .interval { try start { [self] in syncAtIntervals() } }
  }

  private func start(_ work: @escaping @Sendable () -> Void) throws(JournalError) {
    guard let started = RunningThread(work) else {
      close()
      throw .failed(path: folder, doing: "write", reason: "cannot start a thread", isFull: false)
    }
    threads.withLock { $0.append(started) }
  }

  /// The writer's thread: runs until the journal is closed or fails.
  private func write() {
    while true {
      let batch = queue.use(when: \.isDue) { $0.fault == nil ? $0.take() : Batch() }
      guard !batch.isEmpty else { return }
      do throws(JournalError) {
        try writer.withLock { writer throws(JournalError) in try writer?.commit(batch) }
        queue.use { $0.finish(batch) }
        if let last = batch.records.last { durable.store(last.number, ordering: .releasing) }
        onDurable()
        let isDone = try writer.withLock { writer throws(JournalError) in
          try writer?.checkpointIfLong() ?? false
        }
        if isDone { queue.use { $0.status.checkpoints += 1 } }
      } catch {
        return fail(error)
      }
    }
  }

  /// The thread that syncs the log with durability `interval`: runs until the journal is closed,
  /// which syncs it too, or fails.
  private func syncAtIntervals() {
    while true {
      queue.use(when: { $0.isUnsynced || $0.isOver }) { _ in }
      rest(milliseconds: Limits.intervalMilliseconds)
      let isOver = queue.use { queue in
        queue.isUnsynced = false
        return queue.isOver
      }
      guard !isOver else { return }
      do throws(JournalError) {
        try syncFile(folder + "/" + FileNames.log)
      } catch {
        return fail(error)
      }
    }
  }

  /// Ends the journal's threads after a fault; the first one is reported.
  private func fail(_ error: JournalError) {
    queue.use { $0.fault = $0.fault ?? error }
    isFaulty.store(true, ordering: .releasing)
    onDurable()
  }
}

extension Journal {
  /// Returns the number and name of every session, in order of their numbers.
  public func sessions() throws(JournalError) -> [(id: Int64, name: String)] {
    try read { reader throws(JournalError) in
      try reader.names(after: 0, countMax: .max)
    }
  }

  /// Returns what is on the disk of a session, to restore it from.
  /// - Returns: `nil` if there is no such session.
  public func restore(session id: Int64) throws(JournalError) -> StoredSession? {
    guard let last = last(of: id) else { return nil }
    return try read { reader throws(JournalError) in try reader.session(id, last: last) }
  }

  /// Calls `body` with every session on the disk, in order of their numbers. Call it before the
  /// first `append`. `body` may read from the journal.
  public func forEachSession(
    _ body: (StoredSession) throws(JournalError) -> Void
  ) throws(JournalError) {
    var after: Int64 = 0
    while true {
      let sessions = try read { reader throws(JournalError) in
        try reader.sessions(after: after, countMax: sessionsPerRead) { last(of: $0) }
      }
      guard let end = sessions.last?.id else { return }
      for session in sessions { try body(session) }
      after = end
    }
  }

  /// Returns committed records of a session, in order, for clients that resume.
  /// - Parameters:
  ///   - seq: The first change wanted.
  ///   - countMax: The most records to return, at most `Limits.readRecordsMax`.
  /// - Throws: `tooOld` if the first is no longer kept.
  public func records(
    of session: Int64, from seq: Int64, countMax: Int
  ) throws(JournalError) -> [JournalRecord] {
    guard let last = last(of: session) else { return [] }
    let wanted = min(max(0, countMax), Limits.readRecordsMax)
    return try read { reader throws(JournalError) in
      try reader.records(of: session, from: seq, backFrom: last, countMax: wanted)
    }
  }

  /// Returns the record with a number, if it is kept.
  public func record(_ number: Int64) throws(JournalError) -> JournalRecord? {
    try read { reader throws(JournalError) in try reader.record(number) }
  }

  /// Returns the newest request of a session that fulfils a condition.
  /// - Complexity: O(records kept of the session).
  public func request(
    of session: Int64, where isWanted: (RequestId) -> Bool
  ) throws(JournalError) -> StoredRequest? {
    guard let last = last(of: session) else { return nil }
    return try read { reader throws(JournalError) in
      try reader.request(of: session, backFrom: last, where: isWanted)
    }
  }

  /// Returns the definition with a number, if it is kept.
  public func definition(_ id: Int64) throws(JournalError) -> StoredDefinition? {
    try read { reader throws(JournalError) in try reader.definition(id) }
  }
}

private let sessionsPerRead = 64

/// When an answer may be sent, relative to the commit of its record.
public enum Durability: String, Sendable, Hashable, CaseIterable {
  /// After the commit: what was acknowledged is never lost.
  case always
  /// After the commit, which is synced within `Limits.intervalMilliseconds`: a crash of the system
  /// may lose that much, and a crash of the program nothing.
  case interval
  /// At once; nothing is kept, and no journal is opened.
  case none
}

/// The journal's size, and its work since it was opened.
public struct JournalStatus: Sendable, Hashable {
  /// Bytes of the main file and the write-ahead log.
  public var fileBytes: Int64 = 0
  /// The number of the last record appended.
  public var lastNumber: Int64 = 0
  /// The number of the last durable record.
  public var durableNumber: Int64 = 0
  /// Records that wait for a commit.
  public var queuedRecords = 0
  /// Their bytes.
  public var queuedBytes = 0
  /// Commits.
  public var commits: Int64 = 0
  /// Records in those commits.
  public var committedRecords: Int64 = 0
  /// Records in the largest commit.
  public var commitRecordsMax = 0
  /// Checkpoints: times that the write-ahead log was written into the main file.
  public var checkpoints: Int64 = 0
  /// Open sessions.
  public var sessions = 0

  /// Records per commit, on average.
  public var commitRecordsMean: Double {
    commits == 0 ? 0 : Double(committedRecords) / Double(commits)
  }
}
