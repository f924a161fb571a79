internal import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps every other opener away from a folder, in this process too, as long as it lives.
///
/// The system takes the lock away when the process ends, however it ends; the file stays.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or says that another has it.
  init(_ folder: String) throws(JournalError) {
    let path = folder + "/journal.lock"
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw .file(.unwritable(path: path, fault: .last)) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let fault = errno
      close(opened)
      if fault == EWOULDBLOCK { throw .locked(folder: folder) }
      throw .failed(
        path: path, doing: "lock", reason: systemMessage(fault), isFull: isNoSpace(fault))
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
