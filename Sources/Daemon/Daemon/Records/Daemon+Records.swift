import Commands
import JSONCodec
import Journal
import Navigation
import Sessions

/// What a call has changed: kept, told to those who are subscribed, and, if there is a journal,
/// handed to it.
extension Daemon {
  /// A change as it goes to the journal.
  struct Change {
    let kind: JournalRecord.Kind
    /// The command line.
    let text: String
    /// The session's count of changes with it.
    let seq: Int64
    /// Whether the session stands where it led, so that its state can be kept with it: of what one
    /// call changes, only the last.
    var isLast = true
  }

  /// Notes an accepted change.
  /// - Parameter answer: What was answered, an object that ends in `,"seq":N}`.
  func note(
    _ change: Change, _ answer: ArraySlice<UInt8>, of live: LiveSession,
    _ request: StoredRequestId? = nil
  ) {
    let previous = change.kind == .create ? 0 : live.lastRecord
    let number = keep(change, answer, of: live, request?.text)
    live.lastRecord = number
    awaited = max(awaited, number)
    var body = emptied(&eventBody)
    let isTold = change.kind == .event || change.kind == .state
    if isTold { Self.write(change, answer, request?.id, into: &body) }
    recent.append(number: number, seq: change.seq, previous: previous, body)
    if isTold { tellSubscribers(of: live, seq: change.seq, number: number, body) }
    body.removeAll(keepingCapacity: body.capacity <= 65_536)
    eventBody = body
  }

  /// `"seq":1,"event":{"line":"open /movies"},"outcome":"moved","transitions":[…]`: what stands
  /// behind the session's name where a change is told.
  static func write(
    _ change: Change, _ answer: ArraySlice<UInt8>, _ requestId: String?,
    into body: inout [UInt8]
  ) {
    let start = body.count
    body.append(#""seq":"#)
    writeJSONInteger(change.seq, into: &body)
    let seqEnd = body.count
    body.append(#","event":{"line":"#)
    writeJSONString(change.text, into: &body)
    if let requestId {
      body.append(#","requestId":"#)
      writeJSONString(requestId, into: &body)
    }
    body.append(UInt8(ascii: "}"))
    // The answer without its braces and without its `,"seq":N`, which stands in front.
    let end = answer.endIndex - (seqEnd - start) - 2
    guard end > answer.startIndex, answer[end] == UInt8(ascii: ","),
      answer[(end + 1)...].dropLast() == body[start..<seqEnd]
    else { return }
    body.append(UInt8(ascii: ","))
    body.append(contentsOf: answer[(answer.startIndex + 1)..<end])
  }

  private func tellSubscribers(
    of live: LiveSession, seq: Int64, number: Int64, _ body: [UInt8]
  ) {
    guard live.hasSubscriptions else { return }
    for subscription in live.subscriptions where subscription.isLive {
      subscription.seq = seq
      tell(subscription, number: number, body)
    }
  }

  /// Tells a subscriber of one change.
  func tell(
    _ subscription: Subscription, number: Int64, _ body: some Collection<UInt8>
  ) {
    let client = subscription.client
    var bytes = emptied(&notice)
    bytes.append(
      contentsOf: #"{"jsonrpc":"2.0","method":"event","params":{"session":"#.utf8)
    writeJSONString(subscription.live.name, into: &bytes)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: body)
    bytes.append(contentsOf: "}}\n".utf8)
    if client === current {
      ownNotices.append(contentsOf: bytes)  // Behind the answer that is being written.
    } else {
      put(bytes, to: client, until: number > durableRecord ? number : nil)
      tell(client)
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
    notice = bytes
  }
}
