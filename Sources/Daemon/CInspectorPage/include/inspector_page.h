// The files of the page of `signalbox inspect`, which are part of the program.
#pragma once

#include <stddef.h>

/// A file of the folder `Page`.
typedef struct {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} inspector_file;

/// The number of files.
size_t inspector_file_count(void);

/// A file; the index is less than their number.
inspector_file inspector_file_at(size_t index);
