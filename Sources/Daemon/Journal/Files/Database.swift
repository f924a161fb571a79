internal import CSQLite
internal import FileAccess

/// A connection to SQLite, used by one thread at a time.
final class Database {
  let path: String
  fileprivate let handle: OpaquePointer
  /// Pages in the write-ahead log after this connection's last commit.
  private(set) var logPages = 0

  enum Access { case writing, reading }

  init(_ path: String, _ access: Access) throws(JournalError) {
    self.path = path
    var opened: OpaquePointer?
    let mode = access == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw .failed(path: path, doing: "open", reason: "no memory", isFull: false)
    }
    handle = opened
    guard result == SQLITE_OK else { throw fault(result, doing: "open") }
    csqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    csqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Limits.valueBytesMax))
    // Replaces SQLite's own hook, which would checkpoint automatically.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, context)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String, doing: String = "write") throws(JournalError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw fault(result, doing: doing) }
  }

  /// Prepares a statement.
  /// - Parameter doing: The verb in its error messages; by default `read` or `write`, as SQLite
  ///   classifies the statement.
  func statement(_ sql: String, doing: String? = nil) throws(JournalError) -> Statement {
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw fault(result, doing: "read") }
    return Statement(
      prepared, of: self, doing: doing ?? (sqlite3_stmt_readonly(prepared) != 0 ? "read" : "write"))
  }

  /// The number in the first row and column of a query; `nil` if it has no rows.
  func number(_ sql: String) throws(JournalError) -> Int64? {
    try statement(sql).rows { $0.number(0) }.first
  }

  func texts(_ sql: String) throws(JournalError) -> [String] {
    try statement(sql).rows { $0.text(0) }
  }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// How far a checkpoint goes.
  enum Checkpoint {
    /// As far as readers allow.
    case possible
    /// All commits; waits for readers. The log keeps its size.
    case whole
    /// All commits; waits for readers. The log is truncated to zero bytes.
    case emptying

    fileprivate var mode: Int32 {
      switch self {
      case .possible: SQLITE_CHECKPOINT_PASSIVE
      case .whole: SQLITE_CHECKPOINT_FULL
      case .emptying: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// Writes the write-ahead log into the main file.
  func checkpoint(_ checkpoint: Checkpoint) throws(JournalError) {
    let result = sqlite3_wal_checkpoint_v2(handle, "main", checkpoint.mode, nil, nil)
    // Another program is reading the file; a later checkpoint will do it.
    if checkpoint == .possible, result == SQLITE_BUSY { return }
    guard result == SQLITE_OK else { throw fault(result, doing: "write") }
  }

  /// Commits what belongs to the main file from now on.
  func mark(_ use: LogUse) throws(JournalError) {
    try run("PRAGMA user_version = \(use.rawValue)")
  }

  /// The error for a result code of SQLite.
  fileprivate func fault(_ result: Int32, doing: String) -> JournalError {
    let reason = String(cString: sqlite3_errmsg(handle))
    switch result & 0xFF {
    case SQLITE_CORRUPT: return .damaged(path: path, what: reason)
    case SQLITE_NOTADB: return .notJournal(path: path)
    case SQLITE_BUSY: return .locked(folder: path, processID: nil)
    default:
      let system = systemFault
      if isSizeLimit(system) { return .sizeLimit(path: path) }
      return .failed(
        path: path, doing: doing,
        reason: system == 0 ? reason : "\(reason) (\(systemMessage(system)))",
        isFull: result & 0xFF == SQLITE_FULL || isNoSpace(system))
    }
  }
}

extension Database {
  /// The `errno` of the last failed call; 0 if there is none. After a failed commit SQLite keeps it
  /// only in the file: the write-ahead log or the main file.
  private var systemFault: Int32 {
    let known = sqlite3_system_errno(handle)
    if known != 0 { return known }
    for which in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
      var file: UnsafeMutablePointer<sqlite3_file>?
      var code: Int32 = 0
      guard sqlite3_file_control(handle, "main", which, &file) == SQLITE_OK, let file,
        let control = file.pointee.pMethods?.pointee.xFileControl,
        control(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK, code != 0
      else { continue }
      return code
    }
    return 0
  }
}

/// A prepared statement. Parameters count from 1 and columns from 0, as in SQLite.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database
  private let doing: String

  fileprivate init(_ handle: OpaquePointer, of database: Database, doing: String) {
    self.handle = handle
    self.database = database
    self.doing = doing
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ parameter: Int32, _ number: Int64) {
    sqlite3_bind_int64(handle, parameter, number)
  }

  func bind(_ parameter: Int32, _ bytes: UnsafeRawBufferPointer?) {
    if let bytes {
      _ = csqlite_bind_bytes(handle, parameter, bytes.baseAddress, UInt64(bytes.count))
    } else {
      sqlite3_bind_null(handle, parameter)
    }
  }

  /// Advances to the next row. After the last one, the statement is ready to run again.
  /// - Returns: Whether there is a row.
  func step() throws(JournalError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    guard result == SQLITE_DONE else {
      let fault = database.fault(result, doing: doing)
      sqlite3_reset(handle)
      throw fault
    }
    sqlite3_reset(handle)
    return false
  }

  func run() throws(JournalError) {
    while try step() {}
  }

  /// Runs the statement and returns what `read` reads from each row.
  func rows<Value>(_ read: (Statement) -> Value) throws(JournalError) -> [Value] {
    var values: [Value] = []
    while try step() { values.append(read(self)) }
    return values
  }

  /// Makes the statement ready to run again when not all rows were read.
  func reset() { sqlite3_reset(handle) }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The bytes in a column; empty for NULL.
  func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { Array($0) }
  }

  /// The text in a column; empty for NULL.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Passes the value in a column to a sink, without copying it.
  func pass(_ column: Int32, to sink: inout some RowSink) {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: sink.add(number(column))
    case SQLITE_NULL: sink.add(nil as UnsafeRawBufferPointer?)
    default: withBytes(column) { sink.add($0) }
    }
  }

  /// Calls `body` with the bytes in a column, without copying them.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
