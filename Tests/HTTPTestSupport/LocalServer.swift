import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A real HTTP server on the loopback address, in a process of its own: see `server.py`. It ends
/// with the test.
public final class LocalServer {
  /// Such as `http://127.0.0.1:40123`; the system has chosen the port.
  public let address: String
  /// The server has not begun to listen.
  public struct Silent: Error {}

  private let process = Process()
  /// Ends with the tests, and the server with it, should they end before it is told to.
  private let input = Foundation.Pipe()

  /// Starts one, and waits until it listens.
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

  /// Waits until so many transfers are under way at `/slow` and `/trickle`, about a minute.
  ///
  /// The thread is kept meanwhile: were another test to run, the transfer could time out.
  public func waits(for count: Int, meanwhile turn: () -> Void) throws -> Bool {
    guard let url = URL(string: address + "/count") else { return false }
    for _ in 0..<6_000 {
      turn()
      if try Data(contentsOf: url).elementsEqual("\(count)".utf8) { return true }
      usleep(10_000)
    }
    return false
  }

  deinit {
    // Started on a thread that blocks signals, it blocks all but this one. Its end is waited for,
    // but not for ever: that Foundation learns of it is not certain.
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<200 where process.isRunning { usleep(5_000) }
  }

  /// An address at which nobody listens any more.
  public static func closedAddress() throws -> String {
    try LocalServer().address
  }
}
