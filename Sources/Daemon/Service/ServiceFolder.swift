import CLibrary
public import Diagnostics
internal import FileAccess

/// The folders of a daemon: created if missing, rejected if other users could interfere.
public enum ServiceFolder {
  /// Creates a folder that only this user can access, or checks an existing one: not a link, owned
  /// by this user, mode 0700 or less. Missing parent folders are created with mode 0700 too.
  /// - Throws: `unusable`, `link`, `foreign`, `open` or `writable`.
  public static func preparePrivate(_ path: String) throws(Diagnostic) {
    try make(path)
    let status = try status(path)
    guard status.st_uid == geteuid() else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    let mode = UInt32(status.st_mode) & 0o7777
    guard mode & 0o077 == 0 else { throw .open(path: path, mode: mode) }
    try refuse(FileTrust().untrusted(folder: path))
  }

  /// Creates the folder of a socket at a path that the user chose, or checks an existing one: it
  /// and the folders above it must belong to this user or to root, and others must not be able to
  /// remove the socket. A folder that others can write to, such as `/tmp`, must therefore be
  /// sticky.
  /// - Throws: `unusable`, `foreign` or `writable`.
  public static func prepareChosen(_ path: String) throws(Diagnostic) {
    try make(path)
    try refuse(FileTrust().untrusted(folder: path))
  }

  /// Creates the folder of a daemon's data, with mode 0700, or checks an existing one: others must
  /// not be able to write to it or to replace it.
  /// - Throws: `unusable`, `foreign` or `writable`.
  public static func prepareData(_ path: String) throws(Diagnostic) {
    try make(path)
    try refuse(FileTrust().untrusted(path: path))
  }

  /// Throws the reason why `FileTrust` does not trust an entry.
  private static func refuse(_ offender: String?) throws(Diagnostic) {
    guard let offender else { return }
    var status = stat()
    guard lstat(offender, &status) == 0 else {
      throw .unusable(path: offender, reason: systemMessage(errno))
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .foreign(path: offender, userID: status.st_uid)
    }
    throw .writable(path: offender, mode: UInt32(status.st_mode) & 0o7777)
  }

  /// A random number that identifies a folder even after it was moved, kept in its file `identity`,
  /// which is created if missing.
  /// - Throws: `unusable`.
  public static func identity(of folder: String) throws(Diagnostic) -> String {
    let path = folder + "/identity"
    do throws(FileError) {
      if let known = try? readFile(path, bytesMax: 64), known.count == 17 {
        return String(decoding: known.dropLast(), as: UTF8.self)
      }
      let made = zeroPadded(UInt64.random(in: 0...UInt64.max), 16, radix: 16)
      try writeFile(path, Array((made + "\n").utf8), mode: 0o600)
      return made
    } catch {
      throw .unusable(path: path, reason: error.diagnostic.message)
    }
  }

  private static func make(_ path: String) throws(Diagnostic) {
    do throws(FileError) {
      try createFolder(path, mode: 0o700)
    } catch {
      throw .unusable(path: path, reason: error.diagnostic.message)
    }
  }

  /// The status of a folder, without following a link.
  private static func status(_ path: String) throws(Diagnostic) -> stat {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR { throw .link(path: path) }
      throw .unusable(path: path, reason: systemMessage(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unusable(path: path, reason: systemMessage(errno))
    }
    return status
  }
}

/// The identity of a file: equal values mean the same file.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; a link is not followed. `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that a descriptor refers to; `nil` if the descriptor is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
