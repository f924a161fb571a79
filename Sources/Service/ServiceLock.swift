#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A lock that one process at a time has: `flock` on a file that holds the holder's number. The
/// system gives it back when the process ends, however it ends; the file stays.
///
/// Not on file systems that know no locks for files, which is an error.
public final class ServiceLock {
  /// The file.
  public let path: String
  private let descriptor: Int32

  /// Takes the lock, or tells who has it.
  /// - Parameter path: In a folder that is there. The file is made with mode 0600; a link is
  ///   refused, and so is the file of another user.
  /// - Throws: `locked`, `foreign` or `unusable`.
  public init(path: String) throws(ServiceError) {
    self.path = path
    descriptor = try Self.lock(path)
    let text = "\(getpid())\n"
    // Only for the message of whom it is refused; the lock holds without it.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.utf8.count, 0) }
  }

  deinit {
    close(descriptor)
  }

  private static func lock(_ path: String) throws(ServiceError) -> Int32 {
    for _ in 0..<lockTriesMax {
      let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw .unusable(path: path, reason: lastReason()) }
      do throws(ServiceError) {
        try check(descriptor, path)
        if isAt(path, descriptor) { return descriptor }
      } catch {
        close(descriptor)
        throw error
      }
      close(descriptor)  // Somebody put the file away between its opening and the lock.
    }
    throw .unusable(path: path, reason: "others keep removing it")
  }

  private static func check(_ descriptor: Int32, _ path: String) throws(ServiceError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unusable(path: path, reason: lastReason())
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unusable(path: path, reason: "it is no regular file")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .unusable(path: path, reason: lastReason()) }
      throw .locked(path: path, processID: holder(descriptor))
    }
  }

  /// Whether the path still leads to the open file.
  private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// The number that the holder wrote, waiting a little for one that has not yet.
  private static func holder(_ descriptor: Int32) -> Int32? {
    for _ in 0..<lockHolderTriesMax {
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      if text.utf8.last == UInt8(ascii: "\n"), let number = Int32(text.dropLast()) {
        return number
      }
      usleep(lockHolderTryMicroseconds)
    }
    return nil
  }
}
