import CLibrary
import CUV
import EventLoops

/// One connection: input that is not answered yet, and output that is not sent yet.
///
/// An idle client holds no bytes: input is read into a buffer that all clients share. A client
/// keeps only the beginning of an unfinished line and the output that its socket did not accept.
final class Client {
  /// What happens to the connection.
  enum Phase {
    case open
    /// The client has disconnected. The lines it sent are still executed, and nothing is answered.
    case left
    /// The remaining output is sent, then the connection is closed.
    case parting
    case closed
  }

  /// Its number among the clients of this daemon, never reused.
  let number: UInt64
  let descriptor: Int32
  let poll: UnsafeMutablePointer<uv_poll_t>
  unowned let connections: Connections
  var phase = Phase.open
  /// The libuv events that the loop waits for: `UV_READABLE`, `UV_WRITABLE`.
  private var events: Int32 = 0
  /// When a parting client is closed, whether or not it has read its output.
  var deadline: UInt64 = 0
  /// Membership in the lists of `Connections`.
  var (isPending, isResuming) = (false, false)
  var isUnfinished = false

  /// The beginning of an unfinished line, or the lines that are left for a later turn.
  var partial: [UInt8] = []
  /// What the next line waits for.
  var line = LineState.reading
  /// Whether input is the rest of a line that is too long.
  var isSkipping = false
  /// When the connection is closed unless the unfinished line has ended; 0 without one.
  var lineDeadline: UInt64 = 0
  /// The bytes that `Connections` has counted for it.
  var countedBytes = 0

  /// Output that can be sent; its first `sent` bytes are.
  private var output: [UInt8] = []
  private var sent = 0
  /// Output that waits for records, oldest first.
  private(set) var held: [HeldOutput] = []
  /// The bytes of `held`.
  private var heldOutputBytes = 0

  /// Its subscriptions, kept by `Records`.
  var subscriptions: [Subscription] = []
  /// The number of subscriptions with missed changes that are not sent yet.
  var replays = 0

  init(
    number: UInt64, descriptor: Int32, poll: UnsafeMutablePointer<uv_poll_t>,
    of connections: Connections
  ) {
    self.connections = connections
    self.number = number
    self.descriptor = descriptor
    self.poll = poll
  }

  /// Whether it is idle, waiting only for input.
  var isAtRest: Bool {
    phase == .open && events == Int32(UV_READABLE.rawValue) && waitingBytes == 0
      && line.isReading && replays == 0
  }

  /// Whether missed changes can be sent now.
  var isReplaying: Bool { replays > 0 && phase == .open && waitingBytes < Self.replayedBytesMax }

  /// Whether a line has begun and not ended.
  var isInLine: Bool { phase == .open && line.isReading && (isSkipping || !partial.isEmpty) }

  /// Whether the loop waits for input.
  var isRead: Bool { events & Int32(UV_READABLE.rawValue) != 0 }

  /// Bytes of input and output that it holds.
  var heldBytes: Int { partial.count + output.count + heldOutputBytes }

  /// Bytes that wait to be sent.
  var waitingBytes: Int { sendableBytes + heldOutputBytes }

  /// Bytes that can be sent: those ahead of the held output.
  var sendableBytes: Int { output.count - sent }

  /// Adds output: whole lines, or the rest of one that was partly sent.
  /// - Parameters:
  ///   - record: The output, and all output after it, waits until this record is durable; `nil` if
  ///     it need not wait itself.
  ///   - began: When the calls were read.
  ///   - calls: How many calls the bytes answer.
  ///   - pieces: The parts of `bytes`; empty if a lost record would change nothing.
  func put(
    _ bytes: some Collection<UInt8>, until record: Int64?, began: UInt64 = 0, calls: UInt64 = 0,
    pieces: [OutputPiece] = []
  ) {
    guard let record = record ?? held.last?.record else {
      return output.append(contentsOf: bytes)
    }
    if held.last.map({ $0.record < record }) ?? true {
      held.append(HeldOutput(record: record, began: began))
    }
    held[held.count - 1].append(bytes, pieces, calls)
    heldOutputBytes += bytes.count
  }

  func takeHeld() -> [HeldOutput] {
    heldOutputBytes = 0
    return emptied(&held)
  }

  func dropOutput() {
    (output, sent) = ([], 0)
    _ = takeHeld()
  }

  /// Drops all output except the rest of a line that may be partly sent.
  func cutToLine() {
    if sent == 0 || output[sent - 1] != UInt8(ascii: "\n") {
      let end = output[sent...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      output.removeSubrange((end ?? output.count)...)
    } else {
      output.removeSubrange(sent...)
    }
    _ = takeHeld()
  }

  /// Releases output that waited for records up to this one.
  /// - Returns: What was released.
  func release(upTo record: Int64) -> [HeldOutput] {
    let released = Array(held.prefix { $0.record <= record })
    held.removeFirst(released.count)
    for one in released {
      output += one.bytes
      heldOutputBytes -= one.bytes.count
    }
    return released
  }

  /// Sends released output until the socket accepts no more.
  /// - Returns: False if the connection is lost.
  func sendReleased() -> Bool {
    while sendableBytes > 0 {
      let count = output.withUnsafeBufferPointer {
        posixSend(descriptor, UnsafeBufferPointer(rebasing: $0[sent...]))
      }
      if count > 0 {
        took(count)
      } else if count == 0 || errno != EINTR {
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
      }
    }
    return true
  }

  /// Has the loop wait for these events of the socket.
  func wait(for events: Int32) {
    guard events != self.events else { return }
    self.events = events
    guard events != 0 else {
      uv_poll_stop(poll)
      return
    }
    uv_poll_start(poll, events) { @Sendable poll, status, events in
      guard let data = poll?.pointee.data else { return }
      let client = Unmanaged<Client>.fromOpaque(data).takeUnretainedValue()
      Client.serving.call((client, status, events))
    }
  }

  private nonisolated static let serving = LoopBody<(Client, Int32, Int32)> {
    client, status, events in client.connections.serve(client, status, events)
  }

  /// Removes output that was sent.
  private func took(_ count: Int) {
    sent += count
    if sent == output.count {
      sent = 0
      output = []
    } else if sent > Self.keptBytesMax, sent > output.count / 2 {
      output.removeFirst(sent)
      sent = 0
    }
  }

  /// Sent bytes that are kept until moving the rest is worthwhile.
  private static let keptBytesMax = 65_536
  /// Bytes of missed changes that wait for a client before the next ones are added.
  static let replayedBytesMax = 65_536
}

/// Sends what a socket accepts now. Returns -1 with errno.
nonisolated func posixSend(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  CLibrary.send(descriptor, bytes.baseAddress, bytes.count, noSignalFlag)
}
