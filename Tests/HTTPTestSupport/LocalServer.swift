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

  /// Waits until so many transfers are under way at `/slow` and `/trickle`, at most 20 s.
  @MainActor
  public func waits(for count: Int, meanwhile turn: () -> Void) async throws -> Bool {
    guard let url = URL(string: address + "/count") else { return false }
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      turn()
      let (data, _) = try await URLSession.shared.data(from: url)
      if data.elementsEqual("\(count)".utf8) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  deinit {
    // Its input ends, and it with it.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// An address at which nobody listens any more.
  public static func closedAddress() throws -> String {
    try LocalServer().address
  }
}
