import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A process with an HTTP server on the loopback address (`server.py`). It ends with its last
/// reference, or with the tests.
public final class LocalServer: Sendable {
  /// Its address, such as `http://127.0.0.1:40123`; the system chooses the port.
  public let address: String
  /// The server did not start to listen.
  public struct Silent: Error {}

  private let process = Process()
  /// Closed when the tests exit, which ends the server even if `deinit` does not run.
  private let input = Foundation.Pipe()

  /// Starts a server, and waits until it listens.
  public init() throws {
    let output = Foundation.Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", packageFolder + "/Tests/HTTPTestSupport/server.py"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    address = String(decoding: line, as: UTF8.self)
    guard address.utf8.starts(with: "http://127.0.0.1:".utf8) else {
      throw Silent()
    }
  }

  /// Waits until `count` transfers are in progress at `/slow` and `/trickle`.
  ///
  /// It blocks the thread: if another test ran meanwhile, the transfers could time out.
  public func waits(for count: Int, meanwhile turn: () -> Void) throws -> Bool {
    guard let url = URL(string: address + "/count") else { return false }
    return try TestSupport.waits {
      turn()
      return try Data(contentsOf: url).elementsEqual("\(count)".utf8)
    }
  }

  deinit {
    // SIGKILL, since a process started on a thread that blocks signals blocks all others. The wait
    // is bounded, since Foundation may never learn of its exit.
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<200 where process.isRunning { usleep(5_000) }
  }

  /// The address of a server that was stopped.
  public static func closedAddress() throws -> String {
    try LocalServer().address
  }
}
