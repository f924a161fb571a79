internal import FileAccess

/// A folder whose journal is locked, open and checked.
struct OpenFolder {
  let folder: String
  let lock: FileLock
  let database: Database
  let contents: Contents
  /// The write-ahead log before SQLite opened it.
  private let log: LogInspection
  /// What a crash cut from the log; `nil` if it ends with a whole commit.
  let logCut: LogCut?

  /// Locks a folder, and opens and checks its journal without changing its content.
  /// - Parameter creating: Whether to create a missing folder or journal.
  init(
    _ folder: String, creating: Bool, pageBytes: Int = Schema.pageBytes
  ) throws(JournalError) {
    self.folder = folder
    if creating {
      do { try createFolder(folder, mode: 0o700) } catch { throw .file(error) }
    } else if !isFolder(folder) {
      throw .missing(folder: folder)
    }
    try requireOwn(folder)
    let main = folder + "/" + FileNames.main
    if !creating, try !exists(main), try !exists(folder + "/" + FileNames.log) {
      throw .missing(folder: folder)
    }
    lock = try lockedFolder(folder)
    if try !exists(main) { try Self.create(in: folder, pageBytes) }
    try requireOwn(main)
    let use = try FileHeader(of: main).logUse(path: main)
    log = try LogInspection(of: folder + "/" + FileNames.log)
    try log.check(path: main, use)
    database = try Database(main, .writing)
    contents = try Contents(checking: database)
    logCut =
      log.bytesCut == 0
      ? nil
      : LogCut(bytes: log.bytesCut, commits: log.commits, lastNumber: contents.seal.number)
  }

  /// Commits that a crash or a fault left in the write-ahead log.
  var logCommits: Int { log.commits }

  /// Overwrites a torn commit at the end of the log. If its last frame stayed behind the next
  /// commit and a crash tore that one too, the log would look damaged.
  func removeTornCommit() throws(JournalError) {
    guard log.bytesCut > 0 else { return }
    let path = folder + "/" + FileNames.log
    var place = log.end
    let end = try Int(fileBytes(path))
    while place < end {
      let count = min(end - place, copiedBytes)
      try writeAt(path, place, [UInt8](repeating: 0, count: count))
      place += count
    }
    try syncFile(path)
  }

  /// Removes the files of an empty write-ahead log.
  static func removeEmptyLog(in folder: String) throws(JournalError) {
    guard try fileBytes(folder + "/" + FileNames.log) == 0 else { return }
    for name in [FileNames.log, FileNames.index] { try removeFile(folder + "/" + name) }
  }

  /// Creates a journal under a temporary name, and renames it when it is complete.
  private static func create(in folder: String, _ pageBytes: Int) throws(JournalError) {
    guard try !exists(folder + "/" + FileNames.repaired) else {
      throw .repairInterrupted(folder: folder)
    }
    guard try fileBytes(folder + "/" + FileNames.log) == 0 else {
      throw .mainMissing(folder: folder)
    }
    try removeEmptyLog(in: folder)
    let fresh = folder + "/" + FileNames.fresh
    _ = try makeJournal(fresh, pageBytes: pageBytes)
    // The checkpoint has written all of it into the main file.
    for name in databaseFiles(fresh).dropFirst() { try removeFile(name) }
    try renameFile(fresh, to: folder + "/" + FileNames.main)
    try syncFolder(folder)
    // The name of a new folder, as far as the folder above can be read.
    try? syncFolder(folder + "/..")
  }
}

/// Creates an empty journal, replacing existing files of that name.
/// - Returns: The numbers of its tables' root pages.
func makeJournal(_ path: String, pageBytes: Int) throws(JournalError) -> Set<Int> {
  for name in databaseFiles(path) { try removeFile(name) }
  try makeFile(path)
  let database = try Database(path, .writing)
  try database.run(
    """
    PRAGMA page_size = \(pageBytes); PRAGMA synchronous = FULL;
    PRAGMA application_id = \(Schema.application); PRAGMA user_version = \(LogUse.closed.rawValue)
    """)
  try database.run("BEGIN")
  for table in Schema.tables { try database.run(table) }
  let empty = Seal()
  try database.run("INSERT INTO seal VALUES (1, 0, 0, 0, 0, 0, 0, \(empty.checksum))")
  try database.run("COMMIT")
  try database.run("PRAGMA journal_mode = WAL")
  try database.checkpoint(.emptying)
  let roots = try database.statement("SELECT rootpage FROM sqlite_schema")
  return Set(try roots.rows { Int($0.number(0)) })
}

/// A database file and the files that SQLite creates for it.
func databaseFiles(_ path: String) -> [String] {
  [path, path + "-wal", path + "-shm", path + "-journal"]
}

enum FileNames {
  static let main = "journal.sqlite"
  static let log = main + "-wal"
  /// SQLite's memory shared between connections.
  static let index = main + "-shm"
  /// A new journal while it is being created.
  static let fresh = "journal.new"
  /// A repaired journal before it replaces the damaged one.
  static let repaired = "journal.repaired"
  /// Names the journal to clients: see `ServiceFolder.identity`.
  static let identity = "identity"

  /// Bytes of the main file and the write-ahead log, as far as their sizes can be read.
  static func bytes(in folder: String) -> Int64 {
    [main, log].reduce(0) { $0 + ((try? fileBytes(folder + "/" + $1)) ?? 0) }
  }
}

/// File sizes that tests reduce to reach the limits sooner.
package struct FileSizes: Sendable {
  /// Bytes of a page in a new main file: a power of two from 512 to 65,536.
  package var pageBytes: Int
  /// Pages that the write-ahead log may hold before a checkpoint.
  package var logPagesMax: Int

  /// Creates sizes; the defaults are those of every journal outside tests.
  package init(pageBytes: Int? = nil, logPagesMax: Int? = nil) {
    self.pageBytes = pageBytes ?? Schema.pageBytes
    self.logPagesMax = logPagesMax ?? Limits.logPagesMax
  }
}

/// Takes exclusive use of a folder for as long as the lock lives, against other processes and other
/// openers in this one.
/// - Throws: `locked` if it is held.
func lockedFolder(_ folder: String) throws(JournalError) -> FileLock {
  let path = folder + "/journal.lock"
  do throws(FileLock.Refusal) {
    return try FileLock(path)
  } catch {
    switch error {
    case .held(let processID): throw .locked(folder: folder, processID: processID)
    case .foreign: throw .unsafe(path: path)
    case .fault(let fault): throw .file(.unwritable(path: path, fault: fault))
    }
  }
}

/// The first 100 bytes of the main file, checked before SQLite opens it: a wrong bit there can make
/// SQLite ignore the write-ahead log, or misread the file.
///
/// - SeeAlso: <https://www.sqlite.org/fileformat.html>, section 1.3.
struct FileHeader {
  private let bytes: [UInt8]

  init(of path: String) throws(JournalError) {
    bytes = try ReadingFile(path)?.bytes(from: 0, count: 100) ?? []
  }

  /// What belongs to the main file. Throws if it is not a journal, has a newer version, or has a
  /// field that no journal has.
  func logUse(path: String) throws(JournalError) -> LogUse {
    guard !bytes.isEmpty else { throw .damaged(path: path, what: "it is empty") }
    let magic = Array("SQLite format 3\u{0}".utf8)
    guard bytes.count == 100 else { throw .damaged(path: path, what: "it is cut short") }
    // One or two wrong bits mean a damaged journal, not another program's file.
    let wrongBits = (number(68) ^ Schema.application).nonzeroBitCount
    let isOurs = Array(bytes[..<16]) == magic ? wrongBits <= 2 : wrongBits == 0
    guard isOurs else { throw .notJournal(path: path) }
    guard wrongBits > 0 || number(60) <= Schema.version || number(60) > versionMax else {
      throw .newer(path: path, version: number(60))
    }
    let isSound =
      Array(bytes[..<16]) == magic && wrongBits == 0
      && bytes[18...23].elementsEqual([2, 2, 0, 64, 32, 32]) && number(44) == 4
      && number(56) == 1 && number(52) == 0 && number(64) == 0
      && bytes[72..<92].allSatisfy { $0 == 0 }
    guard isSound, let use = LogUse(rawValue: number(60)) else {
      throw .damaged(path: path, what: "its header is not that of a journal")
    }
    return use
  }

  /// Four bytes at an offset as a big-endian number.
  private func number(_ place: Int) -> Int64 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// A version above this is damage.
private let versionMax: Int64 = 1_000
