import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server that was started to be measured, on a unix socket; stopped when this goes.
final class ServerProcess {
  /// Where it listens.
  let socketPath: String
  private let program: String
  private var child: pid_t = 0

  /// Starts a program and waits until it takes connections.
  init(_ program: String, _ arguments: [String], socket path: String) throws(BenchmarkError) {
    self.program = program
    socketPath = path
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", mode, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&child, program, &actions, nil, &words, csystem_environment())
    guard code == 0 else { throw failed(String(cString: strerror(code))) }
    try waitUntilItListens()
  }

  deinit { stop() }

  /// The bytes that it holds resident.
  func residentBytes() throws(BenchmarkError) -> Int {
    guard let bytes = Machine.residentBytes(of: child) else { throw .memoryUnknown }
    return bytes
  }

  /// Asks it to end, and waits until it has.
  func stop() {
    guard child > 0 else { return }
    kill(child, SIGTERM)
    while waitpid(child, nil, 0) < 0, errno == EINTR {}
    child = 0
  }

  private func waitUntilItListens() throws(BenchmarkError) {
    let end = monotonicSeconds() + startSecondsMax
    while monotonicSeconds() < end {
      var status: Int32 = 0
      guard waitpid(child, &status, WNOHANG) == 0 else {
        child = 0
        throw failed("it ended with \(status)")
      }
      if let descriptor = connected(to: socketPath) {
        close(descriptor)
        return
      }
      usleep(1_000)
    }
    stop()
    throw failed("it did not listen in \(Int(startSecondsMax)) s")
  }

  private func failed(_ reason: String) -> BenchmarkError {
    .noRun(program: program, reason: reason)
  }
}

/// A connection to a unix socket; `nil` if nobody takes it.
func connected(to path: String) -> Int32? {
  #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
  #endif
  guard descriptor >= 0 else { return nil }
  guard csystem_socket_connect(descriptor, path, path.utf8.count) == 0 else {
    close(descriptor)
    return nil
  }
  return descriptor
}

/// A million sessions may have to be read first.
private let startSecondsMax = 120.0
