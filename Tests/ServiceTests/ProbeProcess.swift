import CSystem
import TestSupport
import Testing

@testable import Service

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run of the probe: another process, ended with the test.
final class ProbeProcess {
  let processID: Int32
  private let input = try? Pipe()
  private let output: Int32
  private var received: [UInt8] = []
  private var isReaped = false

  /// Starts the probe.
  /// - Parameters:
  ///   - environment: All of its variables.
  ///   - third: Becomes its descriptor 3, and `LISTEN_PID` its number.
  ///   - error: Becomes its standard error; else that is its standard output.
  init(
    _ arguments: [String], environment: [String] = [], third: Int32? = nil, error: Int32? = nil
  ) throws {
    let output = try Pipe()
    self.output = dup(output.reading)
    _ = fcntl(self.output, F_SETFD, FD_CLOEXEC)
    let input = try #require(input)
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, error ?? output.writing, 2)
    if let third { posix_spawn_file_actions_adddup2(&actions, third, 3) }
    // A shell knows its own number, which becomes that of the probe.
    let script = third == nil ? "exec \"$0\" \"$@\"" : "LISTEN_PID=$$ exec \"$0\" \"$@\""
    let words = ["/bin/sh", "-c", script, try builtProgram("ServiceProbe")] + arguments
    let list = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (list + variables).forEach { free($0) } }
    var number: pid_t = 0
    try #require(posix_spawn(&number, "/bin/sh", &actions, nil, list, variables) == 0)
    processID = number
    input.closeReading()
  }

  deinit {
    close(output)
    guard !isReaped else { return }
    kill(processID, SIGKILL)
    _ = waitpid(processID, nil, 0)
  }

  /// Its next line; `nil` at its end or after 20 seconds.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 4_096)
      guard poll(&request, 1, 20_000) > 0 else { return nil }
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }

  /// All lines up to its end.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends its input and waits for it, 20 seconds at most. Returns its exit code, or 128 + the signal
  /// that ended it.
  @discardableResult
  func end(by signal: Int32? = nil) -> Int32 {
    // The end of its input is no end by a signal, and may be faster.
    if let signal { kill(processID, signal) } else { input?.closeWriting() }
    var status: Int32 = 0
    for _ in 0..<4_000 where !isReaped {
      isReaped = waitpid(processID, &status, WNOHANG) == processID
      if !isReaped { usleep(5_000) }
    }
    if !isReaped { return -1 }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// A client's end of a unix socket; -1 if nobody takes it.
func connected(to path: String) throws -> Int32 {
  let descriptor = try streamSocket(path)
  if csystem_socket_connect(descriptor, path, path.utf8.count) == 0 { return descriptor }
  close(descriptor)
  return -1
}
