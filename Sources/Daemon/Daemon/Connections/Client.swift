import CLibrary
import CUV
import EventLoops

/// One connection: input that is not answered yet, and output that is not sent yet.
///
/// An idle client holds no bytes: input is read into a buffer that all clients share. A client
/// keeps only the beginning of an unfinished line and the output that its socket did not accept.
final class Client {
  /// Output up to a position that waits until a record is durable.
  struct Hold {
    let record: Int64
    /// When the first of its calls was read, and how many calls it answers.
    let began: UInt64
    var calls: UInt64
    /// Counted from the first byte of the connection.
    var end: Int
  }

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
  var (isPending, isHolding, isResuming) = (false, false, false)
  var isUnfinished = false

  /// The beginning of an unfinished line, or the lines that are left for a later turn.
  var partial: [UInt8] = []
  /// Whether a line is running or `partial` holds whole lines for a later turn; nothing is read
  /// until then.
  var hasLines = false
  /// The line whose answer takes several turns.
  var running: RunningLine?
  /// Whether its next line waits: for a call of another client, or for the content of a screen.
  var isBlocked = false
  /// Until when its next line, a tap, waits for the content of a screen, in milliseconds; 0 if it
  /// does not.
  var loadDeadline: UInt64 = 0
  /// Whether input is the rest of a line that is too long.
  var isSkipping = false
  /// When the connection is closed unless the unfinished line has ended; 0 without one.
  var lineDeadline: UInt64 = 0
  /// The bytes that `Connections` has counted for it.
  var countedBytes = 0

  /// Output that is not sent, except for its first `sent` bytes.
  private(set) var output: [UInt8] = []
  private(set) var sent = 0
  /// Bytes that were removed from the front of `output`.
  private var dropped = 0
  /// Oldest first.
  private(set) var holds: [Hold] = []
  /// Pieces of the held output, in order; positions as in `Hold.end`.
  private var provisional: [ProvisionalOutput] = []
  /// The end of the output that does not wait for a record, while other output does.
  private var releasedEnd = 0

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

  /// Whether only new input can give it anything to do; the loop waits for that.
  var isAtRest: Bool {
    phase == .open && events == Int32(UV_READABLE.rawValue) && output.isEmpty && !hasLines
      && replays == 0
  }

  /// Whether missed changes can be sent now.
  var isReplaying: Bool { replays > 0 && phase == .open && waitingBytes < Self.replayedBytesMax }

  /// Whether a line has begun and not ended.
  var isInLine: Bool { phase == .open && !hasLines && (isSkipping || !partial.isEmpty) }

  /// Whether the loop waits for input.
  var isRead: Bool { events & Int32(UV_READABLE.rawValue) != 0 }

  /// Bytes of input and output that it holds.
  var heldBytes: Int { partial.count + output.count }

  /// Bytes that wait to be sent.
  var waitingBytes: Int { output.count - sent }

  /// Bytes that can be sent: those before the first hold.
  var sendableBytes: Int {
    holds.isEmpty ? waitingBytes : releasedEnd - dropped - sent
  }

  /// Adds output.
  /// - Parameters:
  ///   - record: The output, and all output after it, waits until this record is durable; `nil` if
  ///     it need not wait itself.
  ///   - began: When the calls were read.
  ///   - calls: How many calls the bytes answer.
  ///   - provisional: The pieces that a lost record would change; positions in `bytes`.
  func put(
    _ bytes: some Collection<UInt8>, until record: Int64?, began: UInt64 = 0, calls: UInt64 = 0,
    provisional pieces: [ProvisionalOutput] = []
  ) {
    let start = dropped + output.count
    if holds.isEmpty, record != nil { releasedEnd = start }
    output.append(contentsOf: bytes)
    let end = dropped + output.count
    guard let record = record ?? holds.last?.record else { return }
    provisional += pieces.map { $0.moved(by: start) }
    if let last = holds.indices.last, holds[last].record >= record {
      holds[last].end = end
      holds[last].calls += calls
    } else {
      holds.append(Hold(record: record, began: began, calls: calls, end: end))
    }
  }

  /// Removes and returns the held output and its provisional pieces, with positions in it.
  func takeHeld() -> (bytes: [UInt8], provisional: [ProvisionalOutput]) {
    guard !holds.isEmpty else { return ([], []) }
    let start = releasedEnd - dropped
    let held = Array(output[start...])
    let pieces = provisional.map { $0.moved(by: -releasedEnd) }
    output.removeSubrange(start...)
    (holds, provisional) = ([], [])
    return (held, pieces)
  }

  /// Drops all output, which will not be read.
  func dropOutput() {
    dropped += output.count
    (output, sent, holds, provisional) = ([], 0, [], [])
  }

  /// Drops all output except the rest of a line that was partly sent.
  func cutToLine() {
    var end = sent
    if sent > 0 || dropped > 0, !isAtLineStart {
      end = output[sent...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? output.count
    }
    output.removeSubrange(end...)
    (holds, provisional) = ([], [])
  }

  private var isAtLineStart: Bool { sent > 0 && output[sent - 1] == UInt8(ascii: "\n") }

  /// Releases output that waited for records up to this one.
  func release(upTo record: Int64) {
    let count = holds.prefix { $0.record <= record }.count
    guard count > 0 else { return }
    releasedEnd = holds[count - 1].end
    holds.removeFirst(count)
    provisional.removeFirst(provisional.prefix { $0.range.lowerBound < releasedEnd }.count)
  }

  /// Sends released output until the socket accepts no more.
  /// - Returns: False if the connection is lost.
  func sendReleased() -> Bool {
    while sendableBytes > 0 {
      let count = posixSend(descriptor, output[sent..<(sent + sendableBytes)])
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
      dropped += sent
      sent = 0
      output = []
    } else if sent > Self.keptBytesMax, sent > output.count / 2 {
      dropped += sent
      output.removeFirst(sent)
      sent = 0
    }
  }

  /// Sent bytes that are kept until moving the rest is worthwhile.
  private static let keptBytesMax = 65_536
  /// Bytes of missed changes that wait for a client before the next ones are added.
  static let replayedBytesMax = 65_536
}

/// A piece of output that reports a change, and is replaced if the change's record is lost.
struct ProvisionalOutput {
  enum Content {
    /// The result of a call, with its identifier at this place in the piece: an error replaces it.
    case result(id: Range<Int>)
    /// An `event` notification: it is dropped unless the session has had the change.
    case event(session: String, seq: Int64)
    /// An `unsubscribed` notification of a session that was closed by this record.
    case closed(record: Int64)
  }

  let range: Range<Int>
  let content: Content

  /// The same piece, farther from the start.
  func moved(by bytes: Int) -> ProvisionalOutput {
    ProvisionalOutput(
      range: (range.lowerBound + bytes)..<(range.upperBound + bytes), content: content)
  }
}

/// Sends what a socket accepts now. Returns -1 with errno.
nonisolated func posixSend(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { CLibrary.send(descriptor, $0.baseAddress, $0.count, noSignalFlag) }
}
