internal import CSQLite
internal import Diagnostics

/// A connection to SQLite, used by one thread at a time.
final class Database {
  /// The path of the main file.
  let path: String
  fileprivate let handle: OpaquePointer
  /// The pages that the write-ahead log held after the last commit of this connection.
  private(set) var logPages = 0

  /// What a connection may do.
  enum Access {
    case writing
    case reading
  }

  /// Opens a file that is there.
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
    // In place of the one by which SQLite would decide itself when to bring the log in.
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

  /// Runs statements that give nothing, or whose result is of no interest.
  func run(_ sql: String, doing: String = "write") throws(JournalError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw fault(result, doing: doing) }
  }

  /// Prepares a statement.
  /// - Parameter doing: What is told of it when it fails; else what SQLite knows of it.
  func statement(_ sql: String, doing: String? = nil) throws(JournalError) -> Statement {
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw fault(result, doing: "read") }
    return Statement(
      prepared, of: self, doing: doing ?? (sqlite3_stmt_readonly(prepared) != 0 ? "read" : "write"))
  }

  /// The only number that a query gives; `nil` if it gives none.
  func number(_ sql: String) throws(JournalError) -> Int64? {
    let statement = try statement(sql)
    return try statement.step() ? statement.number(0) : nil
  }

  /// The texts in the first column of what a query gives.
  func texts(_ sql: String) throws(JournalError) -> [String] {
    let statement = try statement(sql)
    var texts: [String] = []
    while try statement.step() {
      texts.append(String(decoding: statement.bytes(0), as: UTF8.self))
    }
    return texts
  }

  /// Whether nothing can be written, whatever was asked for.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// Brings the write-ahead log into the main file.
  /// - Parameter isWhole: Waits for readers and cuts the log to nothing.
  func checkpoint(isWhole: Bool) throws(JournalError) {
    let mode = isWhole ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
    // Another program reads the file; there will be another time.
    if !isWhole, result == SQLITE_BUSY { return }
    guard result == SQLITE_OK else { throw fault(result, doing: "write") }
  }

  /// What a result of SQLite means.
  fileprivate func fault(_ result: Int32, doing: String) -> JournalError {
    let reason = String(cString: sqlite3_errmsg(handle))
    switch result & 0xFF {
    case SQLITE_CORRUPT: return .damaged(path: path, what: reason)
    case SQLITE_NOTADB: return .notJournal(path: path)
    case SQLITE_BUSY: return .locked(folder: path, processID: nil)
    default:
      let system = sqlite3_system_errno(handle)
      let told = system == 0 ? reason : "\(reason) (\(systemMessage(system)))"
      return .failed(
        path: path, doing: doing, reason: told,
        isFull: result & 0xFF == SQLITE_FULL || isNoSpace(system))
    }
  }
}

/// A prepared statement; places and columns as SQLite counts them: from 1 and from 0.
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

  /// Gives a place a number.
  func bind(_ place: Int32, _ number: Int64) {
    sqlite3_bind_int64(handle, place, number)
  }

  /// Gives a place bytes, or nothing.
  func bind(_ place: Int32, _ bytes: [UInt8]?) {
    guard let bytes else {
      sqlite3_bind_null(handle, place)
      return
    }
    bytes.withUnsafeBytes { buffer in
      _ = csqlite_bind_bytes(handle, place, buffer.baseAddress, UInt64(buffer.count))
    }
  }

  /// Goes to the next row; at the end the statement can be run again.
  /// - Returns: Whether there is one.
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

  /// Runs it for its effect.
  func run() throws(JournalError) {
    while try step() {}
  }

  /// Begins again; to be called where not all rows were taken.
  func reset() { sqlite3_reset(handle) }

  /// The number in a column.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The bytes in a column; none for NULL.
  func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { Array($0) }
  }

  /// The bytes in a column; `nil` for NULL.
  func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  /// Whether a column holds NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The bytes in a column without a copy.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
