import CLibrary

/// A lock that one process at a time has: `flock` on a file that holds the holder's number. The
/// system gives it back when the process ends, however it ends; the file stays.
///
/// Not on file systems that know no locks for files, which is an error.
package final class FileLock: Sendable {
  /// Why it cannot be had.
  package enum Refusal: Error {
    /// Another has it; its number, where it has told it.
    case held(processID: Int32?)
    /// The file belongs to another user.
    case foreign(userID: UInt32)
    /// The file cannot be used.
    case fault(FileFault)
  }

  private let descriptor: Descriptor

  /// Takes the lock, or tells who has it; in this process, too.
  /// - Parameter path: In a folder that is there. The file is made with mode 0600; a link is
  ///   refused, and so is the file of another user.
  package init(_ path: String) throws(Refusal) {
    descriptor = try Self.locked(path)
    let text = "\(getpid())\n"
    // Only for the message of whom it is refused; the lock holds without it.
    if ftruncate(descriptor.number, 0) == 0 {
      _ = pwrite(descriptor.number, text, text.utf8.count, 0)
    }
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
      // Else somebody put the file away between its opening and the lock.
      if let named = stat(linkPath: path), named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev
      {
        return descriptor
      }
    }
    throw .fault(.system(EBUSY))
  }

  /// The number that the holder wrote, waiting a little for one that has not yet.
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

/// How often a lock is tried whose file others put away meanwhile.
private let lockTriesMax = 8
/// How often the holder is looked for, which writes its number right after it locked.
private let holderTriesMax = 20
/// How long is waited between two looks.
private let holderTryMicroseconds: UInt32 = 5_000
