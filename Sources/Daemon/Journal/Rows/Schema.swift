/// The journal's tables, and what else its main file must say of itself.
///
/// Plain tables with a number as their key and no index, so that a row is in one place only:
///
///     records      number → session, seq, previous, kind, definition, text, answer, request
///     sessions     id → name
///     snapshots    session → seq, number, definition, trail, state
///     definitions  id → digest
///     files        id → definition, place, path, bytes
///     seal         1 → the last numbers given, and the count and the sum of all checks
///
/// Every row has a `seal`: a checksum of its table and all its values. The seal's row holds how
/// many rows there are in all and the sum of their checksums, and is written in every commit: so a
/// row that is changed, missing, doubled or from an older commit is found, and rows may be deleted
/// in any order. `records.previous` chains a session's records from the last back to the first.
enum Schema {
  /// In the header, so that tools know the file: `SBox`.
  static let application: Int64 = 0x5342_6F78
  /// The version that this program writes and reads.
  static let version: Int64 = 1
  /// Bytes of a page of a new file.
  static let pageBytes = 4_096

  /// The statements that make the tables, exactly as the file keeps them.
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
