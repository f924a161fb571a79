/// The tables of the journal's main file, and the header fields that identify it.
///
/// Plain tables with an integer key and no index, so that a row is stored in one place only:
///
///     records      number → session, seq, previous, kind, definition, text, answer, request
///     sessions     id → name
///     snapshots    session → seq, number, definition, trail, state
///     definitions  id → digest
///     files        id → definition, place, path, bytes
///     seal         1 → the last numbers given out, the count of rows, the sum of their checksums
///
/// The column `seal`, the last of every table, is the row's checksum, over its table and values.
/// The only row of the table `seal` (`Seal`) counts the rows of all other tables and adds up their
/// checksums; every commit writes it. A row that is changed, missing, duplicated or left over from
/// an older commit is therefore detected, and rows can be deleted in any order.
///
/// `records.previous` chains a session's records from the last back to the first.
/// `snapshots.trail` holds the session's `SnapshotPoints`.
enum Schema {
  /// `PRAGMA application_id`: `SBox` in ASCII.
  static let application: Int64 = 0x5342_6F78
  /// The last `PRAGMA user_version` that this program reads; its values are those of `LogUse`.
  static let version: Int64 = 3
  /// Bytes of a page in a new file.
  static let pageBytes = 4_096

  /// The statements that create the tables, exactly as the file stores them.
  static let tables = [
    """
    CREATE TABLE records (number INTEGER PRIMARY KEY, session INTEGER, seq INTEGER, \
    previous INTEGER, kind INTEGER, definition INTEGER, text BLOB, answer BLOB, request BLOB, \
    seal INTEGER)
    """,
    "CREATE TABLE sessions (id INTEGER PRIMARY KEY, name BLOB, seal INTEGER)",
    """
    CREATE TABLE snapshots (session INTEGER PRIMARY KEY, seq INTEGER, number INTEGER, \
    definition INTEGER, trail BLOB, state BLOB, seal INTEGER)
    """,
    "CREATE TABLE definitions (id INTEGER PRIMARY KEY, digest BLOB, seal INTEGER)",
    """
    CREATE TABLE files (id INTEGER PRIMARY KEY, definition INTEGER, place INTEGER, path BLOB, \
    bytes BLOB, seal INTEGER)
    """,
    """
    CREATE TABLE seal (id INTEGER PRIMARY KEY, number INTEGER, session INTEGER, \
    definition INTEGER, file INTEGER, rows INTEGER, sum INTEGER, seal INTEGER)
    """,
  ]
}

/// What belongs to the main file: `PRAGMA user_version`, read from the file's header before SQLite
/// opens it. A journal is marked as open before its first commit and as closed after its last one,
/// so a log that was removed in between is noticed, and a program that does not know of the marks
/// does not open the file without its log.
enum LogUse: Int64 {
  /// The journal was closed: the main file has all records, and there is no log.
  case closed = 1
  /// The journal was open, and every commit in its log was synced before the next one.
  case synced = 2
  /// The journal was open, and its log was synced at intervals.
  case interval = 3

  init(_ durability: Durability) { self = durability == .interval ? .interval : .synced }
}
