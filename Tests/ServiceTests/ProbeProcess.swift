import CSystem
import FileAccess
import TestSupport
import Testing

import CLibrary
@testable import Service

/// A run of the probe in its own process, which ends with the test.
final class ProbeProcess {
  var processID: Int32 { program.processID }
  private let program: RunningProgram
  private let input = try? Pipe()
  private let output: Pipe
  private var received: [UInt8] = []

  /// Starts the probe.
  /// - Parameters:
  ///   - environment: The complete environment.
  ///   - third: Becomes descriptor 3; `LISTEN_PID` is then the probe's process ID.
  ///   - error: Becomes standard error; if `nil`, standard error is standard output.
  init(
    _ arguments: [String], environment: [String] = [], third: Int32? = nil, error: Int32? = nil
  ) throws {
    output = try Pipe()
    let input = try #require(input)
    // The shell replaces itself with the probe, so its process ID becomes the probe's.
    let script = third == nil ? "exec \"$0\" \"$@\"" : "LISTEN_PID=$$ exec \"$0\" \"$@\""
    program = try RunningProgram(
      "/bin/sh", ["-c", script, try builtProgram("ServiceProbe")] + arguments,
      environment: environment,
      descriptors: [input.reading, output.writing, error ?? output.writing]
        + (third.map { [$0] } ?? []))
    input.closeReading()
    output.closeWriting()
  }

  /// The next line; `nil` at the end of the output or after `hangSeconds`.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 4_096)
      guard poll(&request, 1, Int32(hangSeconds) * 1_000) > 0 else { return nil }
      let count = read(output.reading, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }

  /// All lines until the output ends.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Sends a signal or closes the input, then waits for the end.
  @discardableResult
  func end(by signal: Int32? = nil) -> ProgramEnd? {
    // With a signal the input stays open, since closing it could end the probe first.
    if let signal { program.signal(signal) } else { input?.closeWriting() }
    return program.wait(seconds: hangSeconds)
  }
}

/// A client's socket connected to a unix socket; -1 if the connection is refused.
func connected(to path: String) throws -> Int32 {
  let descriptor = try streamSocket(path)
  if csystem_socket_connect(descriptor, path, path.utf8.count) == 0 { return descriptor }
  close(descriptor)
  return -1
}
