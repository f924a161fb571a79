internal import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the system says about an `errno`.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Whether an `errno` says that there is no room left.
func isNoSpace(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

/// Whether there is anything of that name.
func exists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

/// The bytes of a file; 0 if there is none.
func fileBytes(_ path: String) -> Int64 {
  var status = stat()
  return stat(path, &status) == 0 ? Int64(status.st_size) : 0
}

/// Refuses what somebody else owns, or what others may change.
func requireOwn(_ path: String) throws(JournalError) {
  var status = stat()
  guard stat(path, &status) == 0 else { throw .file(.unreadable(path: path, fault: .last)) }
  guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .unsafe(path: path) }
}

/// Makes an empty file that only its owner may read.
func makeFile(_ path: String) throws(JournalError) {
  let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard made >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
  close(made)
}

/// Gives a file another name, in place of what has it.
func renameFile(_ path: String, to other: String) throws(JournalError) {
  guard rename(path, other) == 0 else { throw .file(.unwritable(path: other, fault: .last)) }
}

/// Removes a file, if it is there.
func removeFile(_ path: String) throws(JournalError) {
  guard unlink(path) == 0 || errno == ENOENT else {
    throw .file(.unwritable(path: path, fault: .last))
  }
}

/// Sees to it that the names in a folder are on the disk.
func syncFolder(_ path: String) throws(JournalError) {
  let opened = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
  guard opened >= 0 else { throw .file(.unreadable(path: path, fault: .last)) }
  defer { close(opened) }
  guard fsync(opened) == 0 else { throw .file(.unwritable(path: path, fault: .last)) }
}

/// Lets the thread rest.
func rest(milliseconds: Int) {
  usleep(useconds_t(clamping: milliseconds * 1_000))
}

/// Copies a file, for its owner alone.
func copyFile(_ path: String, to other: String) throws(JournalError) {
  guard let file = try ReadingFile(path) else {
    throw .file(.unreadable(path: path, fault: .missing))
  }
  try makeFile(other)
  var place = 0
  while place < file.count {
    let bytes = try file.bytes(from: place, count: min(copiedBytes, file.count - place))
    if bytes.isEmpty { return }
    try writeAt(other, place, bytes)
    place += bytes.count
  }
}

/// Writes bytes at a place of a file that is there.
func writeAt(_ path: String, _ place: Int, _ bytes: [UInt8]) throws(JournalError) {
  let opened = open(path, O_WRONLY | O_CLOEXEC)
  guard opened >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
  defer { close(opened) }
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      let rest = buffer[written...]
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      return pwrite(opened, start, rest.count, off_t(place + written))
    }
    guard count > 0 || errno == EINTR else { throw .file(.unwritable(path: path, fault: .last)) }
    written += max(0, count)
  }
}

/// Bytes that are copied at once: 1 MiB.
private let copiedBytes = 1_048_576
