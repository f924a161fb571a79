import CLibrary
import CSystem
import PseudoTerminal

/// A server that was started to be measured, on a unix socket; stopped when this goes.
final class ServerProcess {
  /// Where it listens.
  let socketPath: String
  private let run: RunningProgram

  /// Starts a program and waits until it takes connections.
  init(_ program: String, _ arguments: [String], socket path: String) throws(BenchmarkError) {
    socketPath = path
    run = try started(program, arguments)
    try waitUntilItListens(program)
  }

  deinit { stop() }

  /// The bytes that it holds resident.
  func residentBytes() throws(BenchmarkError) -> Int {
    guard let bytes = Machine.residentBytes(of: run.processID) else { throw .memoryUnknown }
    return bytes
  }

  /// Asks it to end, and waits until it has.
  func stop() {
    run.signal(SIGTERM)
    _ = run.wait(seconds: Int(secondsMax))
  }

  private func waitUntilItListens(_ program: String) throws(BenchmarkError) {
    let end = monotonicSeconds() + secondsMax
    while monotonicSeconds() < end {
      if let end = run.end { throw .noRun(program: program, reason: "it has \(end)") }
      if let descriptor = connected(to: socketPath) {
        close(descriptor)
        return
      }
      usleep(1_000)
    }
    throw .noRun(program: program, reason: "it did not listen in \(Int(secondsMax)) s")
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

/// A million sessions may have to be read or written.
private let secondsMax = 120.0
