import CLibrary
internal import CSystem
internal import Diagnostics
internal import FileAccess
public import JSONCodec
internal import Service

/// A connection to a daemon: calls, answers and notifications.
///
/// Not for use from several threads at once, nor after an error of the connection (`lost`,
/// `silent`, `stranger`).
public final class DaemonConnection {
  /// The socket of the daemon.
  public let path: String
  /// Its first notification.
  public private(set) var greeting: Greeting
  /// Readable when `receive()` has input to read.
  public let descriptor: Int32
  /// Notifications that were dropped since the last `takeNotices`, because there were too many.
  public private(set) var droppedNotices = 0
  /// How many of the queued notifications arrived before the last answer.
  public private(set) var noticesBeforeAnswer = 0

  private var messages: MessageReader
  private var notices: [RPCNotification] = []
  private var lastID: Int64 = 0
  /// The answer to the last call; `nil` until it arrives.
  private var answer: Result<JSON, ClientError>?

  /// Connects and waits for the greeting.
  /// - Parameters:
  ///   - path: The socket.
  ///   - milliseconds: The longest wait.
  /// - Throws: `unreachable`, `untrusted`, `stranger`, `lost` or `silent`.
  public init(
    path: String, milliseconds: Int32 = connectMillisecondsMax
  ) throws(ClientError) {
    self.path = path
    let deadline = Deadline(milliseconds: milliseconds)
    let descriptor = try Self.connected(to: path, deadline)
    self.descriptor = descriptor
    messages = MessageReader(descriptor, of: path)
    greeting = Greeting.unknown
    try Self.checkPeer(of: descriptor, path)
    greeting = try hello(deadline)
  }

  deinit {
    close(descriptor)
  }

  /// Calls a method and waits for the answer. Notifications that arrive meanwhile are queued for
  /// `takeNotices`.
  /// - Throws: `refused` with the daemon's error; `tooLong`, before anything was sent; any other
  ///   error ends the connection.
  public func call(
    _ method: String, _ params: JSON, milliseconds: Int32 = answerMillisecondsMax
  ) throws(ClientError) -> JSON {
    try send(method, params)
    let deadline = Deadline(milliseconds: milliseconds)
    while true {
      if let answer { return try answer.get() }
      try receive(until: deadline)
    }
  }

  /// Reads the available input, up to a limit, without waiting.
  /// - Throws: `lost` or `stranger`; what arrived before it remains available.
  public func receive() throws(ClientError) {
    for _ in 0..<chunksAtOnceMax {
      guard try wait(for: Int16(POLLIN), Deadline(milliseconds: 0)) else { return }
      try readOnce()
    }
  }

  /// Removes and returns the queued notifications, in order.
  public func takeNotices() -> [RPCNotification] {
    defer { (notices, noticesBeforeAnswer, droppedNotices) = ([], 0, 0) }
    return notices
  }

  private func hello(_ deadline: Deadline) throws(ClientError) -> Greeting {
    while notices.isEmpty { try receive(until: deadline) }
    return try Self.greeting(notices.removeFirst(), path)
  }

  /// Reads the first notification of a connection.
  static func greeting(_ first: RPCNotification, _ path: String) throws(ClientError) -> Greeting {
    guard sameBytes(first.method, "hello") else {
      let reason = first.params?["message"]?.stringValue
      throw .stranger(path: path, reason: reason ?? "it sends '\(first.method)' first")
    }
    guard let greeting = Greeting(first.params ?? .null) else {
      throw .stranger(path: path, reason: "it uses another version of the protocol")
    }
    return greeting
  }

  /// Sends a call.
  private func send(_ method: String, _ params: JSON) throws(ClientError) {
    lastID += 1
    answer = nil
    let request = RPCRequest(id: .number(lastID), method: method, params: params)
    let bytes = RPCMessage.request(request).line
    guard bytes.count - 1 <= greeting.lineBytesMax else {
      throw .tooLong(bytes: bytes.count - 1, bytesMax: greeting.lineBytesMax)
    }
    let deadline = Deadline(milliseconds: answerMillisecondsMax)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendBytes(descriptor, $0) }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        // The daemon may not read on until its answers are read.
        guard try wait(for: Int16(POLLIN | POLLOUT), deadline) else { throw silent(deadline) }
        try receive()
      } else if count < 0, errno == EINTR {
        continue
      } else {
        let fault = errno
        try? receive()  // The daemon may have sent its reason.
        throw messages.lost(systemMessage(fault))
      }
    }
  }

  /// Waits for input and reads it.
  private func receive(until deadline: Deadline) throws(ClientError) {
    guard try wait(for: Int16(POLLIN), deadline) else { throw silent(deadline) }
    try readOnce()
  }

  private func readOnce() throws(ClientError) {
    try messages.receive()
    while let message = try messages.next() { take(message) }
  }

  private func take(_ message: RPCMessage) {
    switch message {
    case .response(let response) where response.id == .number(lastID):
      answered(.success(response.result))
    case .failure(let failure) where failure.id == .number(lastID) || failure.id == nil:
      answered(.failure(.refused(RemoteError(failure))))
    case .response, .failure, .request: break  // The answer to an abandoned call, or no answer.
    case .notification(let notice): enqueue(notice)
    }
  }

  private func answered(_ answer: Result<JSON, ClientError>) {
    guard self.answer == nil else { return }
    self.answer = answer
    noticesBeforeAnswer = notices.count
  }

  private func enqueue(_ notice: RPCNotification) {
    if notices.count >= noticesMax {
      notices.removeFirst(noticesMax / 2)
      droppedNotices += noticesMax / 2
    }
    notices.append(notice)
  }

  /// Waits until the socket is ready. Returns false after the deadline.
  private func wait(for events: Int16, _ deadline: Deadline) throws(ClientError) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return true }
      if count == 0 { return false }
      guard errno == EINTR else { throw messages.lost(systemMessage(errno)) }
    }
  }

  private func silent(_ deadline: Deadline) -> ClientError {
    .silent(path: path, seconds: deadline.seconds)
  }

  /// Checks that the program at the other end belongs to the same user or root.
  static func checkPeer(of descriptor: Int32, _ path: String) throws(ClientError) {
    let peer: Peer
    do throws(Diagnostic) {
      peer = try Peer(of: descriptor)
    } catch {
      throw .unreachable(path: path, reason: error.message)
    }
    guard peer.isTrusted else {
      throw .untrusted(path: path, userID: peer.userID)
    }
  }

  /// A connected socket that does not block and that no child inherits.
  static func connected(
    to path: String, _ deadline: Deadline
  ) throws(ClientError) -> Int32 {
    do throws(Diagnostic) {
      try ListeningSocket.check(path)
    } catch {
      throw .unreachable(path: path, reason: error.message)
    }
    csystem_ignore_write_signals()
    while true {
      guard let descriptor = try? streamSocket(path) else {
        throw .unreachable(path: path, reason: systemMessage(errno))
      }
      if csystem_socket_connect(descriptor, path, path.utf8.count) == 0 { return descriptor }
      let fault = errno
      close(descriptor)
      // The queue of the listening socket is full.
      if fault == EAGAIN || fault == EINTR, deadline.millisecondsLeft > 0 {
        usleep(connectPauseMicroseconds)
        continue
      }
      throw .unreachable(path: path, reason: reason(fault))
    }
  }

  private static func reason(_ fault: Int32) -> String {
    switch fault {
    case ENOENT: "the socket does not exist"
    case ECONNREFUSED: "no program listens on it"
    default: systemMessage(fault)
    }
  }
}

func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  CLibrary.send(descriptor, bytes.baseAddress, bytes.count, noSignalFlag)
}

private let chunksAtOnceMax = 64
private let connectPauseMicroseconds: UInt32 = 10_000
