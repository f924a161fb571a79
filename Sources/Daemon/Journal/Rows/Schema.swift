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
  /// `PRAGMA user_version`: the version this program reads and writes.
  static let version: Int64 = 1
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
