import CLibrary
internal import CSystem
internal import FileAccess

/// The sockets that a supervisor passed to this process at its start, see `sd_listen_fds(3)`.
public enum ActivatedSockets {
  /// Takes the sockets: each must be a listening unix stream socket. Children inherit neither them
  /// nor the variables. Call it once, at the start, before other threads exist.
  /// - Returns: No socket if the variables are missing or meant for another process.
  /// - Throws: `activation`.
  public static func take() throws(ServiceError) -> [ListeningSocket] {
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
  ) throws(ServiceError) -> ListeningSocket {
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0, fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) == 0 else {
      throw .activation(descriptor: descriptor, reason: lastReason())
    }
    guard csystem_socket_is_listening(descriptor) else {
      throw .activation(
        descriptor: descriptor, reason: "it is not a listening unix stream socket")
    }
    let status = fcntl(descriptor, F_GETFL)
    guard status >= 0, fcntl(descriptor, F_SETFL, status | O_NONBLOCK) == 0 else {
      throw .activation(descriptor: descriptor, reason: lastReason())
    }
    return ListeningSocket(activated: descriptor, name: name)
  }
}

/// SD_LISTEN_FDS_START of sd-daemon: the first descriptor after the standard streams.
private let firstDescriptor: Int32 = 3
