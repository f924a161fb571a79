import CUV

/// One connection: what has come and not been answered, and what was answered and not been taken.
///
/// An idle client holds no bytes: what comes is read into a place that all share, and only the
/// beginning of a line and what the socket did not take are kept.
final class Client {
  /// Answers up to a place in the output that wait until a record is durable.
  struct Hold {
    let record: Int64
    /// When the first of them was asked for, and how many there are.
    let began: UInt64
    var calls: UInt64
    /// Counted from the first byte that was ever put out.
    var end: Int
  }

  /// What becomes of it.
  enum Phase {
    case open
    /// It has left, and what it sent is still done; nobody is answered.
    case left
    /// What is in the output is still sent, and then it is closed.
    case parting
    case closed
  }

  /// Its number among the clients of this daemon, never used again.
  let number: UInt64
  let descriptor: Int32
  let poll: UnsafeMutablePointer<uv_poll_t>
  unowned let daemon: Daemon
  /// Whether it is among those to whom something is sent at the end of the turn.
  var isTold = false
  /// Whether it is among those some of whose answers wait for the disk.
  var isHolding = false
  var phase = Phase.open
  /// The beginning of a line whose end has not come, or all that is behind a turn that was over.
  var partial: [UInt8] = []
  /// Whether whole lines stand in `partial`, which are done in a later turn; nothing is read
  /// meanwhile.
  var hasLines = false
  /// Whether it is among those whose lines are done in a later turn.
  var isResuming = false
  /// Whether what comes is the rest of a line that is too long.
  var isSkipping = false
  /// What was put out and not been sent; its first `sent` bytes were.
  var output: [UInt8] = []
  var sent = 0
  /// How many bytes were taken off the front of `output`.
  var dropped = 0
  /// Oldest first.
  var holds: [Hold] = []
  /// What the loop waits for: `UV_READABLE`, `UV_WRITABLE`.
  var events: Int32 = 0
  /// Until when it may take what was sent, once it is parting.
  var deadline: UInt64 = 0
  /// The sessions it is subscribed to.
  var subscriptions: [Subscription] = []
  /// How many of these have still to be told of the past.
  var replays = 0

  init(
    number: UInt64, descriptor: Int32, poll: UnsafeMutablePointer<uv_poll_t>, of daemon: Daemon
  ) {
    self.daemon = daemon
    self.number = number
    self.descriptor = descriptor
    self.poll = poll
  }

  /// Whether there is nothing to do until it sends something, which is waited for.
  var isAtRest: Bool {
    phase == .open && events == Int32(UV_READABLE.rawValue) && output.isEmpty && !hasLines
      && replays == 0
  }

  /// Bytes that wait to be sent.
  var waitingBytes: Int { output.count - sent }

  /// Bytes that may be sent: those before the first hold.
  var sendableBytes: Int {
    holds.isEmpty ? waitingBytes : releasedEnd - dropped - sent
  }

  /// Where the bytes end that wait for no record, while others do.
  private var releasedEnd = 0

  /// Puts answers out.
  /// - Parameters:
  ///   - record: They wait until this record is durable, and those behind them with them; `nil` if
  ///     they need not wait by themselves.
  ///   - began: When they were asked for.
  ///   - calls: How many there are.
  func put(
    _ bytes: [UInt8], until record: Int64?, began: UInt64 = 0,
    calls: UInt64 = 0
  ) {
    if holds.isEmpty, record != nil { releasedEnd = dropped + output.count }
    output.append(contentsOf: bytes)
    let end = dropped + output.count
    guard let record = record ?? holds.last?.record else { return }
    if let last = holds.indices.last, holds[last].record >= record {
      holds[last].end = end
      holds[last].calls += calls
    } else {
      holds.append(Hold(record: record, began: began, calls: calls, end: end))
    }
  }

  /// Takes away what waits for records.
  func takeHeld() -> [UInt8] {
    guard !holds.isEmpty else { return [] }
    let start = releasedEnd - dropped
    let held = Array(output[start...])
    output.removeSubrange(start...)
    holds = []
    return held
  }

  /// Drops all output: nobody is there to take it.
  func dropOutput() {
    dropped += output.count
    (output, sent, holds) = ([], 0, [])
  }

  /// Drops all output but the rest of a line of which something was sent.
  func cutToLine() {
    var end = sent
    if sent > 0 || dropped > 0, !isAtLineStart {
      end = output[sent...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? output.count
    }
    output.removeSubrange(end...)
    holds = []
  }

  private var isAtLineStart: Bool { sent > 0 && output[sent - 1] == UInt8(ascii: "\n") }

  /// Lets go what waited for records up to this one.
  func release(upTo record: Int64) {
    var count = 0
    while count < holds.count, holds[count].record <= record {
      releasedEnd = holds[count].end
      count += 1
    }
    if count > 0 { holds.removeFirst(count) }
  }

  /// Bytes of the output that were sent.
  func took(_ count: Int) {
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

  /// Bytes that were sent and are kept until it is worth while to move the rest.
  private static let keptBytesMax = 65_536
}
