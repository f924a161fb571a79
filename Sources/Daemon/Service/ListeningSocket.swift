import CLibrary
internal import CSystem
internal import FileAccess

/// A unix socket at which clients may connect: made by us, or handed over by a supervisor.
///
/// One that we make is nobody's but ours from its first moment: it is made under a tight `umask`,
/// and a lock beside it (`PATH.lock`) keeps two daemons that start at once from taking over one
/// from the other.
public final class ListeningSocket {
  /// Takes connections; does not block and is not inherited by children.
  public let descriptor: Int32
  /// Where it stands; `nil` for one that was handed over, which stays when we end.
  public let path: String?
  /// What the supervisor calls it; `nil` for one that we made.
  public let name: String?
  private let lock: ServiceLock?
  /// The file that we made, so that no other is removed.
  private let file: FileIdentity?
  private var isEnded = false

  /// Takes one that was handed over.
  init(activated descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    (path, lock, file) = (nil, nil, nil)
  }

  /// Makes a socket and listens. A socket that a dead daemon left is taken over.
  /// - Parameters:
  ///   - path: Absolute, or relative to the current folder. The folder is made if it is missing.
  ///   - isStandard: Whether it is the place that was not chosen by a person; then its folder must
  ///     be ours alone.
  /// - Throws: `socketPath`, `live`, `locked`, `notASocket`, `socket`, or that the folder is not
  ///   safe.
  public init(path: String, isStandard: Bool) throws(ServiceError) {
    try Self.check(path)
    let folder = parentFolder(path)
    if isStandard {
      try ServiceFolder.preparePrivate(folder)
    } else {
      try ServiceFolder.prepareChosen(folder)
    }
    let lock = try ServiceLock(path: path + ".lock")
    try Self.clear(path)
    let descriptor = try Self.make(path)
    do throws(ServiceError) {
      try Self.listen(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
    self.lock = lock
    name = nil
    file = FileIdentity(path: path)
  }

  /// Ends listening and removes the socket, if it is still the one that we made.
  /// - Parameter isDescriptorOurs: Whether the descriptor is still to be closed: a loop that took
  ///   it closes it itself.
  public func end(isDescriptorOurs: Bool = true) {
    guard !isEnded else { return }
    isEnded = true
    if let path, let file, FileIdentity(path: path) == file { unlink(path) }
    if isDescriptorOurs { close(descriptor) }
  }

  deinit {
    end()
  }

  /// The most bytes that a path may have.
  public static var pathBytesMax: Int { csystem_socket_path_bytes_max() }

  /// Refuses a path that cannot be that of a socket.
  /// - Throws: `socketPath`.
  public static func check(_ path: String) throws(ServiceError) {
    guard (1...pathBytesMax).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw .socketPath(path: path, bytesMax: pathBytesMax)
    }
  }

  /// Makes way: removes a socket at which nobody answers.
  private static func clear(_ path: String) throws(ServiceError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .socket(path: path, reason: lastReason())
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    guard status.st_uid == geteuid() || geteuid() == 0 else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    let probe = try streamSocket(path)
    defer { close(probe) }
    // Without waiting, so a full queue is an answer: somebody is there, and busy.
    if csystem_socket_connect(probe, path, path.utf8.count) == 0 {
      throw .live(path: path, processID: (try? Peer(of: probe))?.processID)
    }
    switch errno {
    case ECONNREFUSED: break
    case ENOENT: return
    case EAGAIN, EINPROGRESS: throw .live(path: path, processID: nil)
    default: throw .socket(path: path, reason: lastReason())
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .socket(path: path, reason: lastReason())
    }
  }

  /// A socket that is bound, and that nobody else may connect to.
  private static func make(_ path: String) throws(ServiceError) -> Int32 {
    let descriptor = try streamSocket(path)
    // The permissions are those that the file is made with: between making it and a change of them
    // others could connect.
    let before = umask(0o177)
    let status = csystem_socket_bind(descriptor, path, path.utf8.count)
    let fault = errno
    umask(before)
    guard status == 0 else {
      close(descriptor)
      throw .socket(path: path, reason: String(cString: strerror(fault)))
    }
    return descriptor
  }

  private static func listen(_ descriptor: Int32, _ path: String) throws(ServiceError) {
    let status = CLibrary.listen(descriptor, socketBacklogMax)
    guard status == 0 else {
      unlink(path)
      throw .socket(path: path, reason: lastReason())
    }
  }
}

/// A new unix socket that does not block and that no child inherits.
package func streamSocket(_ path: String) throws(ServiceError) -> Int32 {
  #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
  #endif
  guard descriptor >= 0 else { throw .socket(path: path, reason: lastReason()) }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  return descriptor
}
