import CLibrary
import FileAccess
import JSONCodec
import Service

/// A daemon controlled by a test, on a thread of its own: one connection after another,
/// each by the next of its parts.
final class FakeDaemon {
  typealias Part = @Sendable (FakeConnection) -> Void

  private let socket: ListeningSocket
  private let thread: RunningThread?

  init(_ path: String, _ parts: [Part]) throws {
    socket = try ListeningSocket(path: path, isStandard: false)
    _ = fcntl(socket.descriptor, F_SETFL, 0)
    let descriptor = socket.descriptor
    thread = RunningThread { Self.serve(descriptor, parts) }
  }

  /// Waits until all parts are played.
  func wait() {
    thread?.wait()
    socket.end()
  }

  private static func serve(_ listening: Int32, _ parts: [Part]) {
    for part in parts {
      let descriptor = accept(listening, nil, nil)
      guard descriptor >= 0 else { return }
      let connection = FakeConnection(descriptor)
      part(connection)
      close(descriptor)
    }
  }
}

/// One connection of it.
final class FakeConnection {
  private let descriptor: Int32
  private var framer = LineFramer()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func send(_ text: String) { _ = put(descriptor, Array(text.utf8)) }

  func tell(_ method: String, _ params: JSON) {
    let message = RPCMessage.notification(RPCNotification(method: method, params: params))
    _ = put(descriptor, message.line)
  }

  func greet(instance: String? = nil, journal: String? = nil, protocol number: JSON = 1) {
    var members: [JSON.Member] = [
      .init("version", "9.9"), .init("protocol", number), .init("durability", "none"),
      .init("readOnly", false),
    ]
    if let instance { members.append(.init("instance", .string(instance))) }
    if let journal { members.append(.init("journal", .string(journal))) }
    tell("hello", .object(members))
  }

  func answer(_ request: RPCRequest, _ result: JSON) {
    _ = put(descriptor, RPCMessage.response(RPCResponse(id: request.id, result: result)).line)
  }

  func refuse(_ request: RPCRequest, _ code: String) {
    let failure = RPCFailure(
      id: request.id, code: -32_000, message: "no \(code)",
      data: ["code": .string(code), "advice": "Do it."])
    _ = put(descriptor, RPCMessage.failure(failure).line)
  }

  /// The next call; `nil` when the client has hung up.
  func next() -> RPCRequest? {
    while true {
      if case .whole(let bytes) = framer.next() {
        guard case .request(let request)? = try? RPCMessage(parsing: bytes) else { return nil }
        return request
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return nil }
      framer.feed(chunk[..<count])
    }
  }

  /// Answers `stack` and `subscribe` until another method is called, and returns that call.
  func enter(seq: Int64 = 0) -> RPCRequest? {
    while let request = next() {
      switch request.method {
      case "stack", "subscribe": answer(request, ["seq": .int(seq)])
      default: return request
      }
    }
    return nil
  }
}

private func put(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  #if canImport(Glibc)
    CLibrary.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    CLibrary.send(descriptor, bytes, bytes.count, 0)
  #endif
}
