internal import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps every other opener away from a folder, in this process too, as long as it lives.
///
/// The system takes the lock away when the process ends, however it ends; the file stays. It holds
/// the number of the process that had the lock last.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or says that another has it.
  init(_ folder: String) throws(JournalError) {
    let path = folder + "/journal.lock"
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let fault = errno
      defer { close(opened) }
      if fault == EWOULDBLOCK { throw .locked(folder: folder, processID: Self.holder(opened)) }
      throw .failed(
        path: path, doing: "lock", reason: systemMessage(fault), isFull: isNoSpace(fault))
    }
    descriptor = opened
    let text = "\(getpid())\n"
    // Only for the message of whom it is refused; the lock holds without it.
    if ftruncate(opened, 0) == 0 { _ = pwrite(opened, text, text.utf8.count, 0) }
  }

  /// The number that the holder wrote; `nil` if it has not yet.
  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self))
  }

  deinit { close(descriptor) }
}
