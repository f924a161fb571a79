internal import FileAccess

extension Journal {
  /// Makes a new journal of all that can be read of a damaged one and agrees with its checksums.
  ///
  /// A session goes on from its newest snapshot and the unbroken chain of records after it. The
  /// damaged files are kept beside the new one. A sound journal is left as it is.
  /// - Throws: `locked` while a daemon runs; `newer` and `notJournal` for what is not ours to mend.
  public static func repair(folder: String) throws(JournalError) -> RepairReport {
    var report = RepairReport()
    guard isFolder(folder) else { throw .missing(folder: folder) }
    let main = folder + "/" + FileNames.main
    let repaired = folder + "/" + FileNames.repaired
    if !exists(main), exists(repaired) {
      let lock = try FolderLock(folder)
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
    let lock = try FolderLock(folder)
    let log = try LogInspection(of: folder + "/" + FileNames.log)
    if case .badFrame(_, let commits) = log.finding { report.logCommitsLost = commits }
    guard exists(main) else { throw .damaged(path: main, what: report.what) }
    try rebuild(from: main, as: repaired, &report)
    report.keptAs = try exchange(in: folder)
    report.isDone = true
    withExtendedLifetime(lock) {}
    return report
  }

  /// Puts the repaired file into its place and the damaged ones beside it. The main file goes
  /// first: without it, and with one that waits to be put into place, nothing is opened or made.
  /// - Returns: The damaged file's new path.
  private static func exchange(in folder: String) throws(JournalError) -> String {
    let main = folder + "/" + FileNames.main
    var number = 1
    var kept: String { folder + "/journal.damaged-\(number).sqlite" }
    while exists(kept), exists(main) || exists(kept + "-wal") { number += 1 }
    if exists(main) { try renameFile(main, to: kept) }
    let log = folder + "/" + FileNames.log
    if exists(log) { try renameFile(log, to: kept + "-wal") }
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
    defer { for name in Self.family(of: copy) { try? removeFile(name) } }
    try makeReadable(main, as: copy)
    let salvage = Salvage(try Database(copy, .writing))
    _ = try makeJournal(repaired, pageBytes: Schema.pageBytes)
    let database = try Database(repaired, .writing)
    let kept = try Rebuilding(salvage, from: copy, into: database).run(&report)
    try database.checkpoint(isWhole: true)
    let contents = try Contents(checking: database)
    guard contents.seal == kept else {
      throw .damaged(path: repaired, what: "the repaired journal is not what was written")
    }
    report.sessions = contents.last.count
    report.records = contents.records
    if let seal = salvage.seal { report.rowsLost = max(0, seal.rows - salvage.rows) }
    for name in family(of: repaired).dropFirst() { try removeFile(name) }
  }

  /// A copy of the files that SQLite opens: its header and the pages that tell of the tables are
  /// those of a new journal, since they never change; and so are pages that are cut off.
  private static func makeReadable(_ main: String, as copy: String) throws(JournalError) {
    for name in family(of: copy) { try removeFile(name) }
    try copyFile(main, to: copy)
    if exists(main + "-wal") { try copyFile(main + "-wal", to: copy + "-wal") }
    guard let file = try ReadingFile(copy) else { return }
    let head = try file.bytes(from: 0, count: 100)
    let told = head.count == 100 ? Int(head[16]) << 8 | Int(head[17]) : 0
    let pageBytes = [512, 1_024, 2_048, 4_096].contains(told) ? told : Schema.pageBytes
    let fresh = copy + ".new"
    defer { for name in family(of: fresh) { try? removeFile(name) } }
    let roots = try makeJournal(fresh, pageBytes: pageBytes)
    guard let template = try ReadingFile(fresh) else { return }
    let whole = file.count / pageBytes
    for number in 1...(template.count / pageBytes) where !roots.contains(number) || number > whole {
      var page = try template.bytes(from: (number - 1) * pageBytes, count: pageBytes)
      if number == 1 {
        // The count of pages, and nothing on the list of free ones.
        let pages = UInt32(clamping: max(whole, template.count / pageBytes))
        page.replaceSubrange(28..<32, with: withUnsafeBytes(of: pages.bigEndian) { Array($0) })
        for place in 32..<40 { page[place] = 0 }
      }
      try writeAt(copy, (number - 1) * pageBytes, page)
    }
  }

  private static func family(of path: String) -> [String] {
    [path, path + "-wal", path + "-shm", path + "-journal"]
  }
}
