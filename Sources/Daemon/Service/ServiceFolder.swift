import CLibrary
internal import Diagnostics
internal import FileAccess

/// The folders of a daemon: made if they are missing, and refused where others could meddle.
public enum ServiceFolder {
  /// Makes a folder that is ours alone, or checks that it is: a folder itself and no link, ours, of
  /// mode 0700 or less. Folders above it are made too, with mode 0700.
  /// - Throws: `unusable`, `link`, `foreign` or `open`.
  public static func preparePrivate(_ path: String) throws(ServiceError) {
    try make(path)
    let status = try status(path)
    guard status.st_uid == geteuid() else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    let mode = UInt32(status.st_mode) & 0o7777
    guard mode & 0o077 == 0 else { throw .open(path: path, mode: mode) }
  }

  /// Makes a folder for a socket at a place that a person chose, or checks it: it must belong to us
  /// or to root, and others may not remove what we put there. So a folder that all may write, such
  /// as `/tmp`, must be sticky.
  /// - Throws: `unusable`, `foreign` or `open`.
  public static func prepareChosen(_ path: String) throws(ServiceError) {
    try make(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unusable(path: path, reason: lastReason()) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    let mode = UInt32(status.st_mode) & 0o7777
    guard mode & 0o022 == 0 || mode & 0o1000 != 0 else { throw .open(path: path, mode: mode) }
  }

  /// What a folder is known by wherever it is moved: a random number in a file of it, `identity`,
  /// which is made if it is missing.
  /// - Throws: `unusable`.
  public static func identity(of folder: String) throws(ServiceError) -> String {
    let path = folder + "/identity"
    do throws(FileError) {
      if let known = try? readFile(path, bytesMax: 64), known.count == 17 {
        return String(decoding: known.dropLast(), as: UTF8.self)
      }
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      let made = String(repeating: "0", count: 16 - digits.utf8.count) + digits
      try writeFile(path, Array((made + "\n").utf8), mode: 0o600)
      return made
    } catch {
      throw .unusable(path: path, reason: error.message)
    }
  }

  private static func make(_ path: String) throws(ServiceError) {
    do throws(FileError) {
      try createFolder(path, mode: 0o700)
    } catch {
      throw .unusable(path: path, reason: error.message)
    }
  }

  /// What a folder is, which is opened so that no link is followed.
  private static func status(_ path: String) throws(ServiceError) -> stat {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR { throw .link(path: path) }
      throw .unusable(path: path, reason: lastReason())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unusable(path: path, reason: lastReason())
    }
    return status
  }
}

/// What the system says of the last call that failed.
func lastReason() -> String {
  String(cString: strerror(errno))
}
