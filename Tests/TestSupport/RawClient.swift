import CLibrary
import CSystem
package import EventLoops
import FileAccess

/// A client of an HTTP server that sends bytes as a test gives them, and gives the server's loop its
/// turns while it waits.
@MainActor package final class RawClient {
  private let loop: EventLoop
  private var descriptor: Int32
  private var received: [UInt8] = []
  private var isStream = false
  /// What has arrived of a chunk that is not complete.
  private var encoded: [UInt8] = []

  /// An answer.
  package struct Answer {
    /// The status code.
    package let status: Int
    /// The headers, with names in lower case.
    package let headers: [String: String]
    /// The body.
    package let text: String
  }

  /// A wait that timed out, with what had arrived.
  package struct Silence: Error {
    let received: String

    package init(received: String) { self.received = received }
  }

  /// Connects to a port of 127.0.0.1.
  package init(port: UInt16, loop: EventLoop) throws {
    self.loop = loop
    descriptor = csystem_loopback_connect(port)
    guard descriptor >= 0 else { throw Silence(received: systemMessage(errno)) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytesMax = unreadBytesMax
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &bytesMax, socklen_t(MemoryLayout<Int32>.size))
  }

  isolated deinit { close() }

  /// Disconnects.
  package func close() {
    if descriptor >= 0 { CLibrary.close(descriptor) }
    descriptor = -1
  }

  /// Sends a text; what the server no longer reads is dropped.
  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes; what the server no longer reads is dropped.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while !rest.isEmpty, EventLoop.nowMilliseconds < deadline {
      let count = put(rest)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN { return }
      loop.turn()
    }
  }

  /// Sends a text if there is room.
  package func trySend(_ text: String) { _ = put(Array(text.utf8)[...]) }

  /// Waits until a text has arrived, and removes everything up to its end.
  @discardableResult package func read(until end: String) throws -> String {
    let end = Array(end.utf8)
    try waitFor { $0.index(after: end) != nil }
    let count = received.index(after: end) ?? 0
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  /// Waits for an answer with a length.
  package func answer() throws -> Answer {
    let lines = try read(until: "\r\n\r\n").split(separator: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = String((parts.last ?? "").drop { $0 == " " })
    }
    let count = headers["content-length"].flatMap { Int($0) } ?? 0
    try waitFor { $0.count >= count }
    defer { received.removeFirst(count) }
    return Answer(
      status: status ?? 0, headers: headers,
      text: String(decoding: received[..<count], as: UTF8.self))
  }

  /// Whether the server closes the connection.
  package func isClosed() -> Bool {
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while EventLoop.nowMilliseconds < deadline {
      loop.turn()
      if isClosedNow { return true }
    }
    return false
  }

  /// Whether the server has closed the connection, after reading what it has sent.
  package var isClosedNow: Bool {
    while true {
      let count = received.count
      guard receive() else { return true }
      if received.count == count { return false }
    }
  }

  /// Waits for the head of an answer in chunks, which are decoded from then on.
  package func beginStream() throws {
    try read(until: "\r\n\r\n")
    (encoded, isStream) = (received, true)
    received = []
    decode()
  }

  /// Reads until the server closes the connection.
  /// - Returns: The number of bytes.
  package func readAll() -> Int {
    var total = received.count
    var isOpen = true
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while isOpen, EventLoop.nowMilliseconds < deadline {
      loop.turn()
      received = []
      isOpen = receive()
      total += received.count
    }
    return total
  }

  /// Moves the contents of whole chunks to what was received.
  private func decode() {
    while let start = encoded.index(after: [0x0D, 0x0A]),
      let count = Int(String(decoding: encoded[..<(start - 2)], as: UTF8.self), radix: 16),
      encoded.count >= start + count + 2
    {
      received += encoded[start..<start + count]
      encoded.removeFirst(start + count + 2)
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { CLibrary.send(descriptor, $0.baseAddress, $0.count, noSignalFlag) }
  }

  private func waitFor(_ isThere: ([UInt8]) -> Bool) throws {
    let deadline = EventLoop.nowMilliseconds + hangMilliseconds
    while !isThere(received) {
      loop.turn()
      let isOpen = receive()
      if !isThere(received), !isOpen || EventLoop.nowMilliseconds > deadline {
        throw Silence(received: String(decoding: received.suffix(2_000), as: UTF8.self))
      }
    }
  }

  /// Reads what is there. Returns false at the end.
  private func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count > 0, isStream {
      encoded += chunk[..<count]
      decode()
    } else if count > 0 {
      received += chunk[..<count]
    }
    return count > 0 || count < 0 && errno == EAGAIN
  }
}

/// Bytes that the system holds for a client that does not read. Without it, Linux holds up to
/// `net.ipv4.tcp_rmem`, 32 MB on some machines, so that a server never waits for the client.
private let unreadBytesMax: Int32 = 65_536
private let hangMilliseconds = UInt64(hangSeconds) * 1_000

extension [UInt8] {
  /// The index after the first occurrence of other bytes.
  fileprivate func index(after other: [UInt8]) -> Int? {
    guard count >= other.count, let first = other.first else { return nil }
    return (0...count - other.count).first { start in
      self[start] == first && self[start..<start + other.count].elementsEqual(other)
    }.map { $0 + other.count }
  }
}
