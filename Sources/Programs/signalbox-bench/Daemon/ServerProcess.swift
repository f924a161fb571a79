import Diagnostics
import CLibrary
import CSystem
import FileAccess

/// A program that serves until it is stopped, at the latest on deinitialization.
class MeasuredProcess {
  fileprivate let run: RunningProgram

  init(_ run: RunningProgram) { self.run = run }

  deinit { stop() }

  final func residentBytes() throws(Diagnostic) -> Int {
    try Machine.residentBytes(of: run.processID)
  }

  /// Sends SIGTERM and waits for the process to end.
  final func stop() {
    run.signal(SIGTERM)
    _ = run.wait(seconds: secondsMax)
  }
}

/// A server to measure, on a unix socket.
final class ServerProcess: MeasuredProcess {
  let socketPath: String

  /// Starts a program and waits until it accepts connections.
  init(_ program: String, _ arguments: [String], socket path: String) throws(Diagnostic) {
    socketPath = path
    super.init(try started(program, arguments))
    try waitUntilItListens(program)
  }

  private func waitUntilItListens(_ program: String) throws(Diagnostic) {
    let deadline = Deadline(milliseconds: secondsMax * 1_000)
    while !deadline.isOver {
      if let end = run.end { throw .noRun(program: program, reason: "it has \(end)") }
      if let descriptor = connected(to: socketPath) {
        close(descriptor)
        return
      }
      usleep(1_000)
    }
    throw .noRun(program: program, reason: "it did not listen in \(secondsMax) s")
  }
}

/// Connects to a unix socket; `nil` if that fails.
func connected(to path: String) -> Int32? {
  let descriptor = socket(AF_UNIX, streamSocketType, 0)
  guard descriptor >= 0 else { return nil }
  guard csystem_socket_connect(descriptor, path, path.utf8.count) == 0 else {
    close(descriptor)
    return nil
  }
  return descriptor
}

/// Long enough to read or write a million sessions.
private let secondsMax = 120
