internal import CLibrary
public import EventLoops
internal import FileAccess
public import JSONCodec

/// A connection to a daemon that is made again after it was lost: when it is time, after pauses
/// that grow, or when a caller waits for it.
@MainActor public final class RenewedConnection {
  /// The socket of the daemon.
  public let path: String
  /// The connection, which has its greeting; `nil` while there is none.
  public private(set) var current: Connection?
  /// When `retry` tries again, in milliseconds of the loop's clock; `UInt64.max` while there is a
  /// connection, or one that has no greeting yet.
  public private(set) var retriesAt: UInt64 = 0
  /// Called with each new connection after its greeting; an error loses it.
  public var onConnected: ((Connection, Greeting) throws(ClientError) -> Void)?
  /// Called for each notification of a connection after `onConnected` was called with it.
  public var onNotice: ((RPCNotification) -> Void)?
  /// Called when a connection is lost or cannot be made.
  public var onLost: ((ClientError) -> Void)?
  /// Whether to go on waiting; asked often while a caller waits. False ends every wait with an
  /// error.
  public var goesOn: () -> Bool = { true }

  private let loop: EventLoop?
  /// A connection without its greeting.
  private var begun: Connection?
  private var pause = reconnectPauseMillisecondsMin
  private var lastError: ClientError?

  /// - Parameters:
  ///   - path: The socket.
  ///   - loop: The loop that calls the connections back; `nil` if every caller waits.
  public init(path: String, loop: EventLoop?) {
    (self.path, self.loop) = (path, loop)
  }

  /// Begins to connect if it is time.
  public func retry(at now: UInt64) {
    guard now >= retriesAt else { return }
    do throws(ClientError) { try begin(milliseconds: 0) } catch { failed(error) }
  }

  /// The connection. Without one, it waits for one and tries several times.
  /// - Parameters:
  ///   - milliseconds: How long it tries again; 0 for one attempt.
  ///   - attemptMilliseconds: The longest wait of an attempt, for the socket and for the greeting.
  /// - Throws: The last error, at once if trying again is of no use.
  public func connected(
    milliseconds: UInt64 = reconnectMillisecondsMax, attemptMilliseconds: Int32 = 1_000
  ) throws(ClientError) -> Connection {
    if let current, current.refresh() { return current }
    let deadline = Deadline(milliseconds: milliseconds)
    while true {
      do throws(ClientError) {
        if begun == nil { try begin(milliseconds: attemptMilliseconds) }
        try begun?.waitForGreeting(milliseconds: attemptMilliseconds)
        if let current { return current }
        throw lastError ?? .lost(path: path, reason: "it was lost at once")
      } catch {
        lose(error)
        guard !deadline.isOver, error.isPassing, goesOn() else { throw error }
      }
      usleep(UInt32(reconnectPauseMillisecondsMin) * 1_000)
    }
  }

  /// Drops the connection, if there is one, for a reason that it cannot know.
  public func lose(_ error: ClientError) {
    if current != nil || begun != nil { failed(error) }
  }

  /// Disconnects. Nothing is called back afterwards, and nothing tries again.
  public func close() {
    (onConnected, onNotice, onLost) = (nil, nil, nil)
    current?.close()
    begun?.close()
    (current, begun) = (nil, nil)
    retriesAt = .max
  }

  private func failed(_ error: ClientError) {
    current?.close(error)
    begun?.close(error)
    (current, begun) = (nil, nil)
    lastError = error
    retriesAt = EventLoop.nowMilliseconds + pause
    pause = min(pause * 2, reconnectPauseMillisecondsMax)
    onLost?(error)
  }

  private func begin(milliseconds: Int32) throws(ClientError) {
    let connection = try Connection(path: path, loop: loop, milliseconds: milliseconds)
    connection.onGreeting = { [weak self, unowned connection] in self?.greeted(connection, $0) }
    connection.onLost = { [weak self] in self?.lose($0) }
    connection.goesOn = { [weak self] in self?.goesOn() ?? true }
    begun = connection
    retriesAt = .max
  }

  private func greeted(_ connection: Connection, _ greeting: Greeting) {
    // What arrives while the caller is called is for later.
    var early: [RPCNotification] = []
    connection.onNotice = { early.append($0) }
    do throws(ClientError) {
      try onConnected?(connection, greeting)
    } catch {
      return lose(error)
    }
    guard connection.isOpen else { return }
    (current, begun) = (connection, nil)
    pause = reconnectPauseMillisecondsMin
    connection.onNotice = { [weak self] in self?.onNotice?($0) }
    for notice in early { onNotice?(notice) }
  }
}
