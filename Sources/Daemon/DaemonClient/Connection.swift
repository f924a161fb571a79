import CLibrary
internal import CSystem
internal import Diagnostics
public import EventLoops
internal import FileAccess
public import JSONCodec
internal import Service

/// A connection to a daemon: calls, answers and notifications.
///
/// With a loop, answers and notifications are called back from it. A caller that waits, with or
/// without a loop, gets its answer as a return value; what else arrives meanwhile is called back.
@MainActor public final class Connection {
  /// The answer to a call, or why there is none.
  public typealias Answer = Result<JSON, ClientError>

  /// The socket of the daemon.
  public let path: String
  /// The daemon's first notification; `nil` until it arrives.
  public private(set) var greeting: Greeting?
  /// Called when the greeting arrives; calls can be made from then on.
  public var onGreeting: ((Greeting) -> Void)?
  /// Called for each notification after the greeting.
  public var onNotice: ((RPCNotification) -> Void)?
  /// Called once, after the calls that wait have failed, when the connection is lost.
  public var onLost: ((ClientError) -> Void)?
  /// Whether to go on waiting; asked often while a caller waits. False loses the connection.
  var goesOn: () -> Bool = { true }

  private let descriptor: Int32
  private var reader: LoopReader?
  private var messages: MessageReader
  private var unsent: [UInt8] = []
  private var lastID: Int64 = 0
  private var waiting: [Int64: (Answer) -> Void] = [:]
  private var isReading = true
  /// Why the connection is over; `nil` while it is open.
  private var end: ClientError?

  /// Connects; the greeting arrives later.
  /// - Parameters:
  ///   - path: The socket.
  ///   - loop: Calls back what arrives; `nil` if the caller always waits.
  ///   - milliseconds: The longest wait for a place in the queue of the daemon's socket.
  /// - Throws: `unreachable` or `untrusted`.
  public init(
    path: String, loop: EventLoop?, milliseconds: Int32 = 0
  ) throws(ClientError) {
    self.path = path
    descriptor = try connectedSocket(path, Deadline(milliseconds: milliseconds))
    messages = MessageReader(descriptor, of: path)
    do throws(ClientError) {
      try checkPeer(of: descriptor, path)
      guard let loop else { return }
      do throws(LoopFault) {
        reader = try LoopReader(descriptor, loop: loop) { [weak self] in self?.proceed() }
      } catch {
        throw .unreachable(path: path, reason: error.text)
      }
    } catch {
      CLibrary.close(descriptor)
      end = error
      throw error
    }
  }

  /// Connects and waits for the greeting, without a loop.
  /// - Throws: `unreachable`, `untrusted`, `stranger`, `lost` or `silent`.
  public convenience init(
    path: String, milliseconds: Int32 = connectMillisecondsMax
  ) throws(ClientError) {
    try self.init(path: path, loop: nil, milliseconds: milliseconds)
    try waitForGreeting(milliseconds: milliseconds)
  }

  isolated deinit { close() }

  /// Whether the connection has not been lost or closed.
  public var isOpen: Bool { end == nil }

  /// Reads what has arrived, the end of the connection included, ahead of the loop.
  /// - Returns: Whether the connection is open.
  public func refresh() -> Bool {
    proceed()
    return isOpen
  }

  /// Whether notifications and answers are read. While they are not, the daemon keeps them, up to
  /// its own limit.
  public var reads: Bool {
    get { isReading }
    set {
      isReading = newValue
      follow()
    }
  }

  /// Closes the connection. Nothing is called back afterwards.
  public func close() { close(.lost(path: path, reason: "it is not connected")) }

  /// Calls a method.
  /// - Parameter done: Called with the answer, at once if the call is too long or the connection
  ///   is lost.
  public func call(_ method: String, _ params: JSON, _ done: @escaping (Answer) -> Void) {
    if let end { return done(.failure(end)) }
    lastID += 1
    let request = RPCRequest(id: .number(lastID), method: method, params: params)
    let bytes = RPCMessage.request(request).line
    let bytesMax = greeting?.lineBytesMax ?? callBytesMax
    guard bytes.count - 1 <= bytesMax else {
      return done(.failure(.tooLong(bytes: bytes.count - 1, bytesMax: bytesMax)))
    }
    waiting[lastID] = done
    unsent += bytes
    proceed(reading: false)
  }

  /// Calls a method and waits for the answer.
  /// - Parameter arrived: Called with the answer ahead of the notifications that follow it.
  /// - Throws: `refused` with the daemon's error; `tooLong`, before anything was sent; any other
  ///   error ends the connection.
  public func call(
    _ method: String, _ params: JSON, milliseconds: Int32 = answerMillisecondsMax,
    _ arrived: @escaping (JSON) -> Void = { _ in }
  ) throws(ClientError) -> JSON {
    var answer: Answer?
    call(method, params) {
      answer = $0
      if case .success(let json) = $0 { arrived(json) }
    }
    try wait(milliseconds: milliseconds) { answer != nil }
    return try answer?.get() ?? .null
  }

  func waitForGreeting(milliseconds: Int32) throws(ClientError) {
    try wait(milliseconds: milliseconds) { greeting != nil || end != nil }
    if let end { throw end }
  }

  /// Sends and reads until something has happened. After the deadline the connection is lost, since
  /// the answer to an abandoned call could still arrive.
  private func wait(milliseconds: Int32, until isDone: () -> Bool) throws(ClientError) {
    let deadline = Deadline(milliseconds: milliseconds)
    while !isDone() {
      var request = pollfd(
        fd: descriptor, events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      let count = poll(&request, 1, min(deadline.millisecondsLeft, askMilliseconds))
      let fault = count < 0 ? errno : 0
      if count == 0, deadline.isOver { lose(.silent(path: path, seconds: deadline.seconds)) }
      if fault != 0, fault != EINTR { lose(messages.lost(systemMessage(fault))) }
      if count <= 0, !goesOn() { lose(.lost(path: path, reason: "the wait was ended")) }
      proceed()
      if let end, !isDone() { throw end }
    }
  }

  /// Sends and reads what is possible.
  private func proceed(reading: Bool = true) {
    guard isOpen else { return }
    do throws(ClientError) {
      try send()
      if reading, isReading { try receive() }
      follow()
    } catch {
      lose(error)
    }
  }

  private func follow() {
    var events: LoopEvents = isReading ? .readable : []
    if !unsent.isEmpty { events.insert(.writable) }
    do throws(LoopFault) { try reader?.wait(for: events) } catch {
      lose(.lost(path: path, reason: error.text))
    }
  }

  private func send() throws(ClientError) {
    while isOpen, !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { sendBytes(descriptor, $0) }
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return
      } else if errno != EINTR {
        let fault = errno
        try receive()  // The daemon may have sent its reason.
        throw messages.lost(systemMessage(fault))
      }
    }
  }

  /// Reads one piece, so that other connections have their turn.
  private func receive() throws(ClientError) {
    guard isOpen else { return }
    try messages.receive()
    while isOpen, let message = try messages.next() { try take(message) }
  }

  private func take(_ message: RPCMessage) throws(ClientError) {
    switch message {
    case .response(let response):
      answered(response.id, .success(response.result))
    case .failure(let failure):
      // An error without an identifier is about a line that the daemon did not understand.
      answered(
        failure.id ?? .number(waiting.keys.min() ?? 0), .failure(.refused(RemoteError(failure))))
    case .notification(let notice): try take(notice)
    case .request: break
    }
  }

  private func take(_ notice: RPCNotification) throws(ClientError) {
    guard greeting != nil else {
      let greeting = try Greeting(first: notice, path)
      self.greeting = greeting
      onGreeting?(greeting)
      return
    }
    onNotice?(notice)
  }

  private func answered(_ id: RPCIdentifier, _ answer: Answer) {
    guard case .number(let number) = id else { return }
    waiting.removeValue(forKey: number)?(answer)
  }

  private func lose(_ error: ClientError) {
    guard isOpen else { return }
    let (calls, onLost) = (waiting.sorted { $0.key < $1.key }, onLost)
    close(error)
    for call in calls { call.value(.failure(error)) }
    onLost?(error)
  }

  /// Closes the connection; later calls and a caller that waits for the greeting get `reason`.
  func close(_ reason: ClientError) {
    guard isOpen else { return }
    end = reason
    reader?.end()
    reader = nil
    CLibrary.close(descriptor)
    (onGreeting, onNotice, onLost, waiting) = (nil, nil, nil, [:])
  }
}

/// Checks that the program at the other end belongs to the same user or root.
private func checkPeer(of descriptor: Int32, _ path: String) throws(ClientError) {
  let peer: Peer
  do throws(Diagnostic) {
    peer = try Peer(of: descriptor)
  } catch {
    throw .unreachable(path: path, reason: error.message)
  }
  guard peer.isTrusted else { throw .untrusted(path: path, userID: peer.userID) }
}

/// A connected socket that does not block and that no child inherits.
private func connectedSocket(_ path: String, _ deadline: Deadline) throws(ClientError) -> Int32 {
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
    if fault == EAGAIN || fault == EINTR, !deadline.isOver {
      usleep(connectPauseMicroseconds)
      continue
    }
    let reason =
      switch fault {
      case ENOENT: "the socket does not exist"
      case ECONNREFUSED: "no program listens on it"
      default: systemMessage(fault)
      }
    throw .unreachable(path: path, reason: reason)
  }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, noSignalFlag)
}

private let connectPauseMicroseconds: UInt32 = 10_000
/// How often a caller that waits is asked whether to go on.
private let askMilliseconds: Int32 = 100
