internal import FileAccess
internal import Synchronization

/// The durable record of all sessions: what was accepted, in order, in one SQLite file.
///
/// Records are handed in on one thread, which never waits for the disk, and written by another, all
/// that wait in one commit. After the first fault nothing is written any more: the journal must be
/// closed and opened again, which checks it. No clock is read, so it does not matter how it is set.
///
/// `close()` must be called; without it the thread runs on.
public final class Journal: Sendable {
  /// Where the journal lies.
  public let folder: String
  /// When answers may leave.
  public let durability: Durability

  private let queue: Monitor<Queue>
  private let durable: Atomic<Int64>
  private let isFaulty = Atomic(false)
  private let writer: Mutex<Writer?>
  private let reader: Mutex<JournalReader?>
  private let lock: Mutex<FolderLock?>
  private let thread = Mutex<RunningThread?>(nil)
  private let onDurable: @Sendable () -> Void

  /// Opens the journal of a folder, or makes a new one; both are made if they are not there.
  ///
  /// All of it is read and checked; what a crash has left in the write-ahead log is brought into
  /// the main file. One process at a time can have it open.
  /// - Parameters:
  ///   - durability: `always` or `interval`.
  ///   - onDurable: Is called on the writer's thread when `durableNumber` or `fault` has changed.
  public static func open(
    folder: String, durability: Durability, onDurable: @escaping @Sendable () -> Void
  ) throws(JournalError) -> Journal {
    try open(folder: folder, durability: durability, sizes: FileSizes(), onDurable: onDurable)
  }

  /// As the public one, with other sizes, for tests of small files.
  package static func open(
    folder: String, durability: Durability, sizes: FileSizes,
    onDurable: @escaping @Sendable () -> Void
  ) throws(JournalError) -> Journal {
    let opened = try OpenFolder(folder, creating: true, pageBytes: sizes.pageBytes)
    try opened.takeUpLog()
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
    queue = Monitor(Queue(opened.contents))
    durable = Atomic(opened.contents.seal.number)
    writer = Mutex(try Writer(opened, logPagesMax: sizes.logPagesMax))
    reader = Mutex(try JournalReader(path: opened.database.path))
    lock = Mutex(opened.lock)
  }

  /// Takes a number for a session that begins; never given again.
  public func newSession() -> Int64 { queue.use { $0.newSession() } }

  /// The number of a definition; it is stored if its digest is new. It is kept until two others
  /// were asked for after it and no session is restored by it.
  /// - Parameter files: The route files that it was made of.
  public func define(digest: [UInt8], files: [DefinitionFile]) -> Int64 {
    queue.use { $0.define(digest, files) }
  }

  /// Hands in records, all for the same commit or a later one. Never waits for the disk. After a
  /// fault, and once closed, nothing is taken.
  /// - Returns: The number of the last one; if it was not taken, a number that is never durable.
  @discardableResult public func append(_ records: [JournalRecord]) -> Int64 {
    queue.use { queue in records.reduce(queue.number) { queue.append($1) } }
  }

  /// Hands in one record, as `append` of several does.
  @discardableResult public func append(_ record: JournalRecord) -> Int64 {
    queue.use { $0.append(record) }
  }

  /// Whether so much waits that nothing should be accepted for now; what is handed in all the same
  /// is taken.
  public var isFull: Bool { queue.look { $0.isFull } }

  /// The number up to which all records are on the disk.
  public var durableNumber: Int64 { durable.load(ordering: .acquiring) }

  /// Why nothing is written any more; set once.
  public var fault: JournalError? {
    isFaulty.load(ordering: .acquiring) ? queue.look { $0.fault } : nil
  }

  /// Figures for `status`.
  public var status: JournalStatus {
    var status = queue.look { queue in
      var status = queue.status
      status.lastNumber = queue.number
      status.queuedRecords = queue.entries.count
      status.queuedBytes = queue.bytes
      status.sessions = queue.last.count
      return status
    }
    status.durableNumber = durableNumber
    status.fileBytes = FileNames.bytes(in: folder)
    return status
  }

  /// Writes what waits, brings the log into the main file unless there was a fault, and lets go of
  /// the folder. Waits for the disk; a second call does nothing. Not to be called by `onDurable`.
  public func close() {
    queue.use { $0.isClosing = true }
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.wait()
    reader.withLock { $0 = nil }
    let isWhole = fault == nil
    writer.withLock { writer in
      // A log that stays is taken up when the journal is opened again.
      if isWhole { try? writer?.database.checkpoint(isWhole: true) }
      writer = nil
    }
    if isWhole { try? OpenFolder.removeEmptyLog(in: folder) }
    lock.withLock { $0 = nil }
  }

  /// Reads what is on the disk, all of it of one moment.
  func read<Result: Sendable>(
    _ body: (JournalReader) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try reader.withLock { reader throws(JournalError) -> Result in
      guard let reader else { throw .closed }
      return try reader.atOnce { () throws(JournalError) in try body(reader) }
    }
  }

  /// The number of a session's last record on the disk; `nil` if there is no such session.
  func last(of session: Int64) -> Int64? { queue.look { $0.last[session]?.number } }

  private func start() throws(JournalError) {
    let started = RunningThread { [self] in write() }
    guard let started else {
      throw .failed(path: folder, doing: "write", reason: "no thread is left", isFull: false)
    }
    thread.withLock { $0 = started }
  }

  /// What the writer's thread does until the journal is closed or fails.
  private func write() {
    while true {
      queue.use(when: \.isDue) { _ in }
      if durability == .interval { rest(milliseconds: Limits.intervalMilliseconds) }
      let batch = queue.use { $0.take() }
      guard !batch.entries.isEmpty else { return }
      do throws(JournalError) {
        try writer.withLock { writer throws(JournalError) in try writer?.commit(batch.entries) }
        queue.use { $0.finish(batch) }
        if batch.number > 0 { durable.store(batch.number, ordering: .releasing) }
        onDurable()
        let isDone = try writer.withLock { writer throws(JournalError) in
          try writer?.checkpointIfLong() ?? false
        }
        if isDone { queue.use { $0.status.checkpoints += 1 } }
      } catch {
        queue.use { $0.fault = error }
        isFaulty.store(true, ordering: .releasing)
        onDurable()
        return
      }
    }
  }
}
