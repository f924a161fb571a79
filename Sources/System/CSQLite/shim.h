// SQLite: the journal's file. What Swift cannot call itself, being variadic or a casting macro.
#pragma once

#include <sqlite3.h>

/// Sets a switch of a connection that takes a number; returns SQLite's result.
static inline int csqlite_configure(sqlite3 *_Nonnull database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Binds bytes, which SQLite copies; zero bytes are an empty value, not NULL.
static inline int csqlite_bind_bytes(sqlite3_stmt *_Nonnull statement, int place,
                                     const void *_Nullable bytes, sqlite3_uint64 count) {
  if (bytes == (const void *)0 || count == 0) return sqlite3_bind_zeroblob(statement, place, 0);
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}
