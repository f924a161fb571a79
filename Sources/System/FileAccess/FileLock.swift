import CLibrary

/// An exclusive lock between processes: `flock` on a file that contains the holder's process id.
/// The system releases the lock when the process ends, however it ends; the file remains.
///
/// Fails on file systems without file locks.
package final class FileLock: Sendable {
  /// Why the lock could not be acquired.
  package enum Refusal: Error {
    /// The lock is already held; the process id is `nil` if the holder has not written it.
    case held(processID: Int32?)
    /// The file belongs to another user.
    case foreign(userID: UInt32)
    /// The file cannot be used.
    case fault(FileFault)
  }

  private let descriptor: Descriptor

  /// Acquires the lock without waiting; throws `held` if it is taken, even by this process.
  /// - Parameter path: A file in an existing folder, created with mode 0600. A link, or a file
  ///   owned by a user other than this one or root, is refused.
  package init(_ path: String) throws(Refusal) {
    descriptor = try Self.locked(path)
    let text = "\(getpid())\n"
    // Only used to report the holder; the lock works without it.
    if ftruncate(descriptor.number, 0) == 0 {
      _ = pwrite(descriptor.number, text, text.utf8.count, 0)
    }
  }

  deinit {
    // Closing alone would not release it while a child that another thread has just started shares
    // the open file, until it executes its program.
    flock(descriptor.number, LOCK_UN)
  }

  private static func locked(_ path: String) throws(Refusal) -> Descriptor {
    for _ in 0..<lockTriesMax {
      let descriptor: Descriptor
      let opened: stat
      do throws(FileFault) {
        descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        opened = try descriptor.requireFile()
      } catch {
        throw .fault(error)
      }
      guard opened.st_uid == geteuid() || opened.st_uid == 0 else {
        throw .foreign(userID: opened.st_uid)
      }
      while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw .fault(.last) }
        throw .held(processID: holder(descriptor))
      }
      // Otherwise the file was replaced or removed between opening and locking it.
      if let named = stat(linkPath: path), named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev
      {
        return descriptor
      }
    }
    throw .fault(.system(EBUSY))
  }

  /// The process id written by the holder. Waits up to 100 ms for it to be written.
  private static func holder(_ descriptor: Descriptor) -> Int32? {
    for _ in 0..<holderTriesMax {
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = pread(descriptor.number, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      if text.utf8.last == UInt8(ascii: "\n"), let number = Int32(text.dropLast()) {
        return number
      }
      usleep(holderTryMicroseconds)
    }
    return nil
  }
}

/// Attempts to lock a file that others keep replacing.
private let lockTriesMax = 8
/// Attempts to read the process id, which the holder writes right after locking.
private let holderTriesMax = 20
/// The pause between two attempts.
private let holderTryMicroseconds: UInt32 = 5_000
