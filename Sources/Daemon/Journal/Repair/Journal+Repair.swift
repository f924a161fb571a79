internal import FileAccess

extension Journal {
  /// Rebuilds a damaged journal from every row that can be read and matches its checksum.
  ///
  /// A session continues from its newest snapshot and the unbroken chain of records after it. The
  /// damaged files are kept next to the new one. A sound journal is left unchanged.
  /// - Throws: `locked` while a daemon runs; `newer` or `notJournal` for files that cannot be
  ///   repaired.
  public static func repair(folder: String) throws(JournalError) -> RepairReport {
    var report = RepairReport()
    guard isFolder(folder) else { throw .missing(folder: folder) }
    // It exists; the walk to it follows no link of another user.
    do { try createFolder(folder, mode: 0o700) } catch { throw .file(error) }
    let main = folder + "/" + FileNames.main
    let repaired = folder + "/" + FileNames.repaired
    if try !exists(main), try exists(repaired) {
      let lock = try lockedFolder(folder)
      report.what = "a repair was interrupted"
      report.keptAs = try exchange(in: folder)
      report.isDone = true
      withExtendedLifetime(lock) {}
      return report
    }
    do throws(JournalError) {
      _ = try check(folder: folder)
      return report
    } catch .damaged(_, let what) {
      report.what = what
    }
    let lock = try lockedFolder(folder)
    let log = try LogInspection(of: folder + "/" + FileNames.log)
    if case .badFrame(_, let commits) = log.state { report.logCommitsLost = commits }
    try rebuild(from: main, as: repaired, &report)
    report.keptAs = try exchange(in: folder)
    report.isDone = true
    withExtendedLifetime(lock) {}
    return report
  }

  /// Renames the damaged files, then the repaired file to the main file's name. After a crash in
  /// between there is no main file but a repaired one, and the journal refuses to open.
  /// - Returns: The damaged file's new path.
  private static func exchange(in folder: String) throws(JournalError) -> String {
    let main = folder + "/" + FileNames.main
    var number = 1
    var kept: String { folder + "/journal.damaged-\(number).sqlite" }
    func isTaken() throws(JournalError) -> Bool {
      guard try exists(kept) else { return false }
      if try exists(main) { return true }
      return try exists(kept + "-wal")
    }
    while try isTaken() { number += 1 }
    // Request ids can be lost: no client may take the new journal for the old one.
    try removeFile(folder + "/" + FileNames.identity)
    if try exists(main) { try renameFile(main, to: kept) }
    let log = folder + "/" + FileNames.log
    if try exists(log) { try renameFile(log, to: kept + "-wal") }
    try removeFile(folder + "/" + FileNames.index)
    try syncFolder(folder)
    try renameFile(folder + "/" + FileNames.repaired, to: main)
    try syncFolder(folder)
    return kept
  }

  private static func rebuild(
    from main: String, as repaired: String, _ report: inout RepairReport
  ) throws(JournalError) {
    let copy = main + ".copy"
    defer { for name in databaseFiles(copy) { try? removeFile(name) } }
    try makeReadable(main, as: copy)
    let salvage = Salvage(try Database(copy, .writing))
    _ = try makeJournal(repaired, pageBytes: Schema.pageBytes)
    let database = try Database(repaired, .writing)
    let kept = try Rebuilding(salvage, from: copy, into: database).run(&report)
    try database.checkpoint(.emptying)
    let contents = try Contents(checking: database)
    guard contents.seal == kept else {
      throw .damaged(path: repaired, what: "the repaired journal differs from what was written")
    }
    report.sessions = contents.sessions.count
    report.records = contents.records
    if let seal = salvage.seal { report.rowsLost = max(0, seal.rows - salvage.rows) }
    for name in databaseFiles(repaired).dropFirst() { try removeFile(name) }
  }

  /// Copies the files, and makes the copy one that SQLite opens: the header and the schema's pages,
  /// which never change, are replaced with those of a new journal, and so are missing pages.
  private static func makeReadable(_ main: String, as copy: String) throws(JournalError) {
    for name in databaseFiles(copy) { try removeFile(name) }
    try copyFile(main, to: copy)
    if try exists(main + "-wal") { try copyFile(main + "-wal", to: copy + "-wal") }
    guard let file = try ReadingFile(copy) else { return }
    let head = try file.bytes(from: 0, count: 100)
    let stored = head.count == 100 ? Int(head[16]) << 8 | Int(head[17]) : 0
    let pageBytes = [512, 1_024, 2_048, 4_096].contains(stored) ? stored : Schema.pageBytes
    let fresh = copy + ".new"
    defer { for name in databaseFiles(fresh) { try? removeFile(name) } }
    let roots = try makeJournal(fresh, pageBytes: pageBytes)
    guard let template = try ReadingFile(fresh) else { return }
    let whole = file.count / pageBytes
    for number in 1...(template.count / pageBytes) where !roots.contains(number) || number > whole {
      var page = try template.bytes(from: (number - 1) * pageBytes, count: pageBytes)
      if number == 1 {
        // The header's page count, and an empty list of free pages.
        let pages = UInt32(clamping: max(whole, template.count / pageBytes))
        page.replaceSubrange(28..<32, with: withUnsafeBytes(of: pages.bigEndian) { Array($0) })
        for place in 32..<40 { page[place] = 0 }
      }
      try writeAt(copy, (number - 1) * pageBytes, page)
    }
  }
}

/// The result of a repair.
public struct RepairReport: Sendable, Hashable {
  /// A session that is lost, or that continues from an earlier state.
  public struct Loss: Sendable, Hashable {
    /// Its name, if known.
    public let session: String?
    /// Its number.
    public let id: Int64
    /// The change it continues from; `nil` if it is lost.
    public let seq: Int64?
    /// Readable records that were dropped because they follow a gap.
    public let recordsDropped: Int
  }

  /// Whether the journal was repaired; false if it was sound.
  public var isDone = false
  /// The damaged file's new path.
  public var keptAs: String?
  /// What was wrong.
  public var what = ""
  /// Sessions in the new journal.
  public var sessions = 0
  /// Records in the new journal.
  public var records = 0
  /// Rows that the old seal counted and that could not be read; `nil` if the seal is lost too.
  public var rowsLost: Int64?
  /// Commits of the write-ahead log that end at or after its bad frame.
  public var logCommitsLost = 0
  /// Sessions that lost something. A session without any readable row is unknown.
  public var losses: [Loss] = []
}
