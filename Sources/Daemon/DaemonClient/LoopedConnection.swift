import CLibrary
public import EventLoops
internal import FileAccess
public import JSONCodec

/// A connection to a daemon for a program with an event loop of its own: nothing waits.
@MainActor public final class LoopedConnection {
  /// The answer to a call, or why there is none.
  public typealias Answer = Result<JSON, ClientError>

  /// The socket of the daemon.
  public let path: String
  /// The daemon's greeting; `nil` until it arrives.
  public private(set) var greeting: Greeting?
  /// Called when the greeting arrives; calls can be made from then on.
  public var onGreeting: ((Greeting) -> Void)?
  /// Called for each notification after the greeting.
  public var onNotice: ((RPCNotification) -> Void)?
  /// Called once, after the calls that wait have failed, when the connection is lost.
  public var onLost: ((ClientError) -> Void)?

  private let descriptor: Int32
  private var reader: LoopReader?
  private var messages: MessageReader
  private var unsent: [UInt8] = []
  private var lastID: Int64 = 0
  private var waiting: [Int64: (Answer) -> Void] = [:]
  private var isReading = true

  /// Connects; the greeting arrives later.
  /// - Throws: `unreachable` or `untrusted`.
  public init(path: String, loop: EventLoop) throws(ClientError) {
    self.path = path
    descriptor = try DaemonConnection.connected(to: path, Deadline(milliseconds: 0))
    messages = MessageReader(descriptor, of: path)
    do throws(ClientError) {
      try DaemonConnection.checkPeer(of: descriptor, path)
    } catch {
      CLibrary.close(descriptor)
      throw error
    }
    do throws(LoopFault) {
      reader = try LoopReader(descriptor, loop: loop) { [weak self] in self?.proceed() }
    } catch {
      CLibrary.close(descriptor)
      throw .unreachable(path: path, reason: error.text)
    }
  }

  isolated deinit { close() }

  /// Whether the connection has not been lost or closed.
  public var isOpen: Bool { reader != nil }

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
  public func close() {
    guard let reader else { return }
    reader.end()
    self.reader = nil
    CLibrary.close(descriptor)
    (onGreeting, onNotice, onLost, waiting) = (nil, nil, nil, [:])
  }

  /// Calls a method.
  /// - Parameter done: Called with the answer, at once if the call is too long or the connection
  ///   is lost.
  public func call(_ method: String, _ params: JSON, _ done: @escaping (Answer) -> Void) {
    guard isOpen, let greeting else {
      return done(.failure(.lost(path: path, reason: "it is not connected")))
    }
    lastID += 1
    let request = RPCRequest(id: .number(lastID), method: method, params: params)
    let bytes = RPCMessage.request(request).line
    guard bytes.count - 1 <= greeting.lineBytesMax else {
      return done(
        .failure(.tooLong(bytes: bytes.count - 1, bytesMax: greeting.lineBytesMax)))
    }
    waiting[lastID] = done
    unsent += bytes
    proceed(reading: false)
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
      let greeting = try DaemonConnection.greeting(notice, path)
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
    close()
    for call in calls { call.value(.failure(error)) }
    onLost?(error)
  }
}
