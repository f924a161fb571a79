import CLibrary
internal import FileAccess

/// Whether an `errno` means that the disk or the quota is full.
func isNoSpace(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

/// Whether an `errno` means that a file would exceed the process's limit on its size.
func isSizeLimit(_ code: Int32) -> Bool { code == EFBIG }

/// Whether a path exists; symbolic links are not followed. A file that cannot be looked at is not
/// one that is missing.
func exists(_ path: String) throws(JournalError) -> Bool {
  var status = stat()
  if lstat(path, &status) == 0 { return true }
  guard errno == ENOENT else { throw .file(.unreadable(path: path, fault: .last)) }
  return false
}

/// The size of a file in bytes; 0 if it does not exist.
func fileBytes(_ path: String) throws(JournalError) -> Int64 {
  var status = stat()
  if stat(path, &status) == 0 { return Int64(status.st_size) }
  guard errno == ENOENT else { throw .file(.unreadable(path: path, fault: .last)) }
  return 0
}

/// Throws `unsafe` if a file or folder has another owner, or others can write to it.
func requireOwn(_ path: String) throws(JournalError) {
  var status = stat()
  guard stat(path, &status) == 0 else { throw .file(.unreadable(path: path, fault: .last)) }
  guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .unsafe(path: path) }
}

/// Creates an empty file with mode 0600.
func makeFile(_ path: String) throws(JournalError) {
  let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard made >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
  close(made)
}

func renameFile(_ path: String, to other: String) throws(JournalError) {
  guard rename(path, other) == 0 else { throw .file(.unwritable(path: other, fault: .last)) }
}

func removeFile(_ path: String) throws(JournalError) {
  guard unlink(path) == 0 || errno == ENOENT else {
    throw .file(.unwritable(path: path, fault: .last))
  }
}

/// Syncs a folder, so that the names in it are on the disk.
func syncFolder(_ path: String) throws(JournalError) {
  let opened = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
  guard opened >= 0 else { throw .file(.unreadable(path: path, fault: .last)) }
  defer { close(opened) }
  guard fsync(opened) == 0 else { throw .file(.unwritable(path: path, fault: .last)) }
}

/// Syncs what has been written to a file.
func syncFile(_ path: String) throws(JournalError) {
  let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard opened >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
  defer { close(opened) }
  guard fsync(opened) == 0 else {
    let code = errno
    throw .failed(
      path: path, doing: "sync", reason: systemMessage(code), isFull: isNoSpace(code))
  }
}

func rest(milliseconds: Int) {
  usleep(useconds_t(clamping: milliseconds * 1_000))
}

/// Copies a file to a new one with mode 0600.
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

/// A file open for reading at any offset.
final class ReadingFile {
  /// Its size in bytes when it was opened.
  let count: Int
  private let descriptor: Int32
  private let path: String

  /// Opens a file; `nil` if it does not exist.
  init?(_ path: String) throws(JournalError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .file(.unreadable(path: path, fault: .last)) }
      return nil
    }
    count = try Int(fileBytes(path))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads `count` bytes from an offset; fewer at the end of the file.
  func bytes(from start: Int, count: Int) throws(JournalError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, start + filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .file(.unreadable(path: path, fault: .last)) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes[..<filled])
  }
}

/// Bytes copied or overwritten at once: 1 MiB.
let copiedBytes = 1_048_576
