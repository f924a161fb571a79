import CLibrary
internal import CSystem
public import Diagnostics
internal import FileAccess

/// A listening unix socket, created by this process or passed by a supervisor.
///
/// A created socket is bound under a tight `umask`, so only its user can ever connect. A lock file
/// next to it (`PATH.lock`) keeps two daemons that start at the same time from replacing each
/// other's socket.
public final class ListeningSocket {
  /// Non-blocking, and not inherited by children.
  public let descriptor: Int32
  /// Its path; `nil` for one that a supervisor passed, which `end` does not remove.
  public let path: String?
  /// The supervisor's name for it; `nil` for a created one.
  public let name: String?
  private let lock: ServiceLock?
  /// The socket file that was created, so that `end` does not remove another one.
  private let file: FileIdentity?
  private var isEnded = false

  init(activated descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    (path, lock, file) = (nil, nil, nil)
  }

  /// Creates a socket and listens. A socket left by a daemon that no longer runs is replaced.
  /// - Parameters:
  ///   - path: Absolute, or relative to the working directory. A missing folder is created.
  ///   - isStandard: Whether it is the default path; its folder must then belong to the user alone.
  /// - Throws: `socketPath`, `live`, `locked`, `notASocket`, `socket`, or an error of
  ///   `ServiceFolder`.
  public init(path: String, isStandard: Bool) throws(Diagnostic) {
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
    do throws(Diagnostic) {
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

  /// Stops listening and removes the created socket, unless another file has replaced it.
  /// - Parameter isDescriptorOurs: Whether to close the descriptor; false if a loop owns it.
  public func end(isDescriptorOurs: Bool = true) {
    guard !isEnded else { return }
    isEnded = true
    if let path, let file, FileIdentity(path: path) == file { unlink(path) }
    if isDescriptorOurs { close(descriptor) }
  }

  deinit {
    end()
  }

  /// The maximum length of a path in bytes.
  public static var pathBytesMax: Int { csystem_socket_path_bytes_max() }

  /// Checks that a path is short enough for a socket, not empty, and without NUL.
  /// - Throws: `socketPath`.
  public static func check(_ path: String) throws(Diagnostic) {
    guard (1...pathBytesMax).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw .socketPath(path: path, bytesMax: pathBytesMax)
    }
  }

  /// Removes a socket that no program listens at.
  private static func clear(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .socket(path: path, reason: systemMessage(errno))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    guard status.st_uid == geteuid() || geteuid() == 0 else {
      throw .foreign(path: path, userID: status.st_uid)
    }
    let probe = try streamSocket(path)
    defer { close(probe) }
    // Non-blocking, so a full queue is reported as an error: a program listens there but is busy.
    if csystem_socket_connect(probe, path, path.utf8.count) == 0 {
      throw .live(path: path, processID: (try? Peer(of: probe))?.processID)
    }
    switch errno {
    case ECONNREFUSED: break
    case ENOENT: return
    case EAGAIN, EINPROGRESS: throw .live(path: path, processID: nil)
    default: throw .socket(path: path, reason: systemMessage(errno))
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .socket(path: path, reason: systemMessage(errno))
    }
  }

  /// A bound socket that only this user can connect to.
  private static func make(_ path: String) throws(Diagnostic) -> Int32 {
    let descriptor = try streamSocket(path)
    // The permissions must be right at creation: others could connect before a later change.
    let before = umask(0o177)
    let status = csystem_socket_bind(descriptor, path, path.utf8.count)
    let fault = errno
    umask(before)
    guard status == 0 else {
      close(descriptor)
      throw .socket(path: path, reason: systemMessage(fault))
    }
    return descriptor
  }

  private static func listen(_ descriptor: Int32, _ path: String) throws(Diagnostic) {
    let status = CLibrary.listen(descriptor, socketBacklogMax)
    guard status == 0 else {
      unlink(path)
      throw .socket(path: path, reason: systemMessage(errno))
    }
  }
}

/// A new non-blocking unix socket that children do not inherit.
package func streamSocket(_ path: String) throws(Diagnostic) -> Int32 {
  let descriptor = socket(AF_UNIX, streamSocketType, 0)
  guard descriptor >= 0 else { throw .socket(path: path, reason: systemMessage(errno)) }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  return descriptor
}

/// The sockets that a supervisor passed to this process at its start, see `sd_listen_fds(3)`.
public enum ActivatedSockets {
  /// Takes the sockets: each must be a listening unix stream socket. Children inherit neither them
  /// nor the variables. Call it once, at the start, before other threads exist.
  /// - Returns: No socket if the variables are missing or meant for another process.
  /// - Throws: `activation`.
  public static func take() throws(Diagnostic) -> [ListeningSocket] {
    let (process, count, names) = (
      environment("LISTEN_PID"), environment("LISTEN_FDS"), environment("LISTEN_FDNAMES")
    )
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard let process, let count else { return [] }
    guard let wanted = Int32(process) else {
      throw .activation(descriptor: nil, reason: "LISTEN_PID is not a number")
    }
    guard wanted == getpid() else { return [] }
    guard let count = Int32(count), (0...Int32(activatedSocketsMax)).contains(count) else {
      throw .activation(
        descriptor: nil, reason: "LISTEN_FDS is not a number from 0 to \(activatedSocketsMax)")
    }
    let named = (names ?? "").utf8.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    var sockets: [ListeningSocket] = []
    for index in 0..<Int(count) {
      let name = index < named.count && !named[index].utf8.isEmpty ? named[index] : "unknown"
      sockets.append(try socket(firstDescriptor + Int32(index), name: name))
    }
    return sockets
  }

  private static func socket(
    _ descriptor: Int32, name: String
  ) throws(Diagnostic) -> ListeningSocket {
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0, fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) == 0 else {
      throw .activation(descriptor: descriptor, reason: systemMessage(errno))
    }
    guard csystem_socket_is_listening(descriptor) else {
      throw .activation(
        descriptor: descriptor, reason: "it is not a listening unix stream socket")
    }
    let status = fcntl(descriptor, F_GETFL)
    guard status >= 0, fcntl(descriptor, F_SETFL, status | O_NONBLOCK) == 0 else {
      throw .activation(descriptor: descriptor, reason: systemMessage(errno))
    }
    return ListeningSocket(activated: descriptor, name: name)
  }
}

/// SD_LISTEN_FDS_START of sd-daemon: the first descriptor after the standard streams.
private let firstDescriptor: Int32 = 3
