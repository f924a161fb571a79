import CSystem
import EventLoops
import JSONCodec
import TestSupport
import Testing

import CLibrary
@testable import Daemon

/// Sends what a socket accepts now. Returns -1 with errno.
func posixSend(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBufferPointer { posixSend(descriptor, $0) }
}

/// A client that gives the daemon its turns while it waits.
@MainActor final class TestClient {
  private(set) var descriptor: Int32
  private let daemon: TestDaemon
  private var bytes: [UInt8] = []
  private var lastId: Int64 = 0
  var greeting: JSON = .null
  /// Notifications that arrived while waiting for an answer.
  var notices: [JSON] = []

  /// A wait that timed out.
  struct Silence: Error {}

  init(_ path: String, of daemon: TestDaemon) throws {
    self.daemon = daemon
    descriptor = socket(AF_UNIX, streamSocketType, 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    try #require(csystem_socket_connect(descriptor, path, path.utf8.count) == 0)
  }

  isolated deinit { close() }

  func close() {
    if descriptor >= 0 { closeDescriptor(descriptor) }
    descriptor = -1
  }

  /// Sends bytes, as many as the socket accepts at a time.
  func send(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    var tries = 0
    while !rest.isEmpty, tries < 100_000 {
      let count = posixSend(descriptor, rest)
      if count > 0 { rest = rest.dropFirst(count) } else { tries += 1 }
      daemon.turn()
    }
  }

  /// Sends a text and a line end.
  func send(_ text: String) { send(Array((text + "\n").utf8)) }

  /// Sends a request.
  /// - Returns: Its id.
  @discardableResult func request(_ method: String, _ params: JSON) -> Int64 {
    lastId += 1
    send(
      RPCMessage.request(RPCRequest(id: .number(lastId), method: method, params: params)).line)
    return lastId
  }

  /// The result of a call, or its error; notifications before it are kept.
  func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = request(method, params)
    while true {
      let line = try read()
      if line["id"]?.intValue == id { return line["result"] ?? line["error"] ?? .null }
      notices.append(line)
    }
  }

  /// The next line.
  func read() throws -> JSON { try JSON(parsing: try line(), bytesMax: 16_777_216) }

  /// The next line that is a notification of this method.
  func notice(_ method: String) throws -> JSON {
    while true {
      let next = notices.isEmpty ? try read() : notices.removeFirst()
      if next["method"]?.stringValue == method { return next["params"] ?? .null }
    }
  }

  /// The bytes of the next line.
  func line() throws -> [UInt8] {
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
      }
      let count = receive()
      if count == 0 { throw Silence() }
      if count < 0 {
        daemon.turn()
        guard EventLoop.nowMilliseconds < deadline else { throw Silence() }
        usleep(50)
      }
    }
  }

  /// Whether the daemon has closed the connection; earlier lines are dropped.
  func isClosed() -> Bool {
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while EventLoop.nowMilliseconds < deadline {
      let count = receive()
      if count == 0 || count < 0 && errno == ECONNRESET { return true }
      if count < 0 {
        daemon.turn()
        usleep(50)
      }
    }
    return false
  }

  /// Whether nothing arrives for some turns.
  func isQuiet() -> Bool {
    for _ in 0..<20 {
      daemon.turn()
      if !bytes.isEmpty || receive() > 0 { return false }
    }
    return true
  }

  private func receive() -> Int {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count > 0 { bytes += chunk[..<count] }
    return count
  }
}

private let hangMilliseconds = UInt64(hangSeconds) * 1_000
