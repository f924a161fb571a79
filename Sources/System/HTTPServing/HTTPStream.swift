internal import CLibrary
internal import CMicroHTTPD
internal import EventLoops

/// An answer without an end, sent piece by piece as the client reads.
public final class HTTPStream {
  /// Called when everything that waited was passed to the system.
  public var onSent: (() -> Void)?
  /// Called once, when the client has left or the server closes.
  public var onClose: (() -> Void)?

  private var waiting: [UInt8] = []
  private var sentCount = 0
  private var isEnded = false
  private var isClosed = false
  /// The connection while libmicrohttpd does not ask for more.
  private var suspended: OpaquePointer?
  /// The watch for a client that closes a connection on which nothing is sent.
  private var departure: (reader: LoopReader, socket: Int32)?
  private let wake: () -> Void

  /// - Parameter wake: Makes the server handle what has changed.
  init(wake: @escaping () -> Void) { self.wake = wake }

  /// The bytes that the client has not read yet, apart from those in the system's buffers.
  public var waitingBytes: Int { waiting.count - sentCount }

  var keptBytes: Int { waiting.count }

  /// Sends bytes after those that wait. Does nothing after the end.
  public func send(_ bytes: some Sequence<UInt8>) {
    guard !isEnded, !isClosed else { return }
    waiting += bytes
    resume()
  }

  /// Ends the answer after the queued output.
  public func end() {
    isEnded = true
    resume()
  }

  /// Watches for the client's departure.
  func watch(_ socket: Int32, loop: EventLoop) throws(LoopFault) {
    // A copy, since libuv follows a descriptor only once.
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw LoopFault(status: -errno) }
    do throws(LoopFault) {
      let reader = try LoopReader(copy, for: .disconnected, loop: loop) { [weak self] in
        self?.leave()
      }
      departure = (reader, copy)
    } catch {
      CLibrary.close(copy)
      throw error
    }
  }

  /// Ends the answer without the queued output, since the client has closed the connection.
  private func leave() {
    departure?.reader.end()
    waiting = []
    sentCount = 0
    end()
  }

  /// Stops everything; the connection is closed afterwards.
  func close() {
    if let departure {
      departure.reader.end()
      CLibrary.close(departure.socket)
    }
    departure = nil
    guard !isClosed else { return }
    isClosed = true
    suspended = nil
    waiting = []
    sentCount = 0
    onClose?()
    (onClose, onSent) = (nil, nil)
  }

  private func resume() {
    guard let connection = suspended else { return }
    suspended = nil
    cmicrohttpd_resume(connection)
    wake()
  }

  /// Writes the next bytes into a buffer, or suspends the connection until there are any.
  /// - Returns: The count, 0 after suspending, or libmicrohttpd's code for the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, of connection: OpaquePointer) -> Int {
    guard waitingBytes > 0 else {
      guard !isEnded else { return cmicrohttpd_end() }
      suspended = connection
      cmicrohttpd_suspend(connection)
      return 0
    }
    let count = min(buffer.count, waitingBytes)
    buffer.copyBytes(from: waiting[sentCount..<sentCount + count])
    sentCount += count
    if waitingBytes == 0 {
      waiting = []
      sentCount = 0
      onSent?()
    } else if sentCount > sentBytesMax, sentCount > waiting.count / 2 {
      waiting.removeFirst(sentCount)
      sentCount = 0
    }
    return count
  }
}
