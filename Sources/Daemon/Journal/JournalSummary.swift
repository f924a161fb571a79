internal import FileAccess

/// The content of a sound journal, in numbers.
public struct JournalSummary: Sendable, Hashable {
  /// Open sessions.
  public let sessions: Int
  /// Records.
  public let records: Int
  /// Snapshots; at most one per session.
  public let snapshots: Int
  /// Definitions.
  public let definitions: Int
  /// The number of the last record.
  public let lastNumber: Int64
  /// Bytes of the main file and the write-ahead log.
  public let fileBytes: Int64
  /// Commits that are only in the write-ahead log.
  public let logCommits: Int
  /// What a crash left of a commit at the end of the log; `nil` for nothing.
  public let logCut: LogCut?
}

extension Journal {
  /// Reads and checks every row of a journal without changing its content.
  /// - Throws: `damaged` with the fault found, or why the journal cannot be read.
  public static func check(folder: String) throws(JournalError) -> JournalSummary {
    try reading(folder) { opened throws(JournalError) in
      let contents = opened.contents
      return JournalSummary(
        sessions: contents.sessions.count, records: contents.records,
        snapshots: contents.snapshots,
        definitions: contents.definitions.count, lastNumber: contents.seal.number,
        fileBytes: FileNames.bytes(in: folder), logCommits: opened.logCommits, logCut: opened.logCut
      )
    }
  }

  /// Calls `body` with every record of a sound journal, in order, without changing its content.
  /// - Parameter body: Takes a record and its session's name; returns whether to continue.
  public static func export(
    folder: String, _ body: (JournalRecord, _ session: String) -> Bool
  ) throws(JournalError) {
    try reading(folder) { opened throws(JournalError) in
      var names: [Int64: String] = [:]
      let reader = try JournalReader(path: opened.database.path)
      for (id, name) in try reader.names(after: 0, countMax: .max) { names[id] = name }
      let all = try opened.database.statement(JournalRecord.query + " ORDER BY number")
      while try all.step() {
        guard let record = JournalRecord(all) else { continue }
        guard body(record, names[record.session] ?? "") else { return all.reset() }
      }
    }
  }

  /// Returns the definition of a sound journal's last record, or without records the newest one;
  /// `nil` if there is none.
  public static func lastDefinition(
    folder: String
  ) throws(JournalError) -> StoredDefinition? {
    try reading(folder) { opened throws(JournalError) in
      let reader = try JournalReader(path: opened.database.path)
      for query in [
        "SELECT definition FROM records ORDER BY number DESC LIMIT 1",
        "SELECT max(id) FROM definitions",
      ] {
        if let id = try opened.database.number(query), let found = try reader.definition(id) {
          return found
        }
      }
      return nil
    }
  }

  /// Opens a sound journal, and removes the empty log that SQLite creates.
  private static func reading<Result>(
    _ folder: String, _ body: (OpenFolder) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    func run() throws(JournalError) -> (Result, FileLock) {
      let opened = try OpenFolder(folder, creating: false)
      return (try body(opened), opened.lock)
    }
    let (result, lock) = try run()
    // The connection is closed, and the folder still locked.
    try? OpenFolder.removeEmptyLog(in: folder)
    withExtendedLifetime(lock) {}
    return result
  }
}
