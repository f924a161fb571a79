import Diagnostics
import JSONWriting
import Journal
import JSONCodec
import Service
import Sessions

/// Changes and requests of sessions: journaled, remembered, and passed on to subscribers.
extension Daemon {
  /// Records an accepted change, and notifies subscribers.
  /// - Parameter isLast: Whether it is the last change of its call, so that the session's state is
  ///   the one it led to.
  func record(_ change: Change, isLast: Bool = true, of live: LiveSession) {
    let previous = change.kind == .create ? 0 : live.lastRecord
    let number = persistence.add(change, isLast: isLast, of: live, under: engine)
    let body = records.add(change, number: number, previous: previous)
    live.lastRecord = number
    turn.wait(for: number)
    guard change.isNotified, live.hasSubscriptions else { return }
    let line = eventLine(of: live, body)
    for subscription in live.subscriptions where subscription.isLive {
      records.notified(subscription, of: change.seq)
      notify(subscription.client, line, until: number, .event(session: live.name, seq: change.seq))
    }
  }

  /// An `event` notification.
  func eventLine(of live: LiveSession, _ body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var line = ByteBuffer()
    line.append(#"{"jsonrpc":"2.0","method":"event","params":{"session":"#)
    writeJSONString(live.name, into: &line)
    line.append(UInt8(ascii: ","))
    line.append(contentsOf: body)
    line.append("}\n")
    return [UInt8](line)
  }

  /// Sends a notification: after the current answer if it is the client's turn.
  /// - Parameters:
  ///   - record: The record that it waits for; 0 for none.
  ///   - content: What becomes of it if the record is lost.
  func notify(
    _ client: Client, _ line: [UInt8], until record: Int64 = 0,
    _ content: OutputPiece.Content = .fixed
  ) {
    let pieces = persistence.delaysAnswers ? [OutputPiece(bytes: line.count, content)] : []
    guard client !== turn.client else { return turn.notify(line, pieces) }
    connections.put(
      line, to: client, until: persistence.isDurable(record) ? nil : record, pieces: pieces)
    connections.sendLater(client)
  }
}

extension Change {
  /// Appends the end of an `event` notification's parameters, after the session's name:
  /// `"event":{"line":"open /movies"},"outcome":"moved","transitions":[…],"seq":1}`.
  func writeEvent(into body: inout ByteBuffer) {
    body.append(#""event":{"line":"#)
    writeJSONString(text, into: &body)
    if let request {
      body.append(#","requestId":"#)
      writeJSONString(request.id, into: &body)
    }
    body.append("},")
    body.append(contentsOf: answer.dropFirst())
  }
}

/// What memory no longer has, from the journal.
extension Daemon {
  func stored<Value>(
    of live: LiveSession, _ read: () throws(JournalError) -> Value
  ) throws(DaemonError) -> Value {
    do throws(JournalError) {
      return try read()
    } catch {
      throw unreadable(live, error)
    }
  }

  /// Logs that the journal cannot be read now, which says nothing about what is in it.
  func unreadable(_ live: LiveSession, _ error: JournalError) -> DaemonError {
    let fault = error.diagnostic
    log(.error, fault.code.rawValue, fault.message)
    return .sessionUnavailable(live.name, why: fault.message)
  }
}

/// Requests with an id: executed once, however often they are sent.
extension Daemon {
  /// The result of a request that came before; `nil` if it is new.
  /// - Parameter isTyped: Whether the call was a typed line: the journal has its JSON answer, not
  ///   its text.
  func remembered(
    _ call: borrowing Call, of live: LiveSession, isTyped: Bool = false
  ) throws(DaemonError) -> [UInt8]? {
    guard let id = try requestId(of: call) else { return nil }
    var found = live.requests?[id]
    if found == nil { found = try forgotten(id, of: live) }
    guard let entry = found else { return nil }
    guard entry.digest == call.digest else { throw .conflict(id) }
    if let answer = entry.answer { return answer }
    guard let answer = try storedAnswer(entry, isTyped, of: live) else { throw .answerGone(id) }
    return answer
  }

  /// A request that the memory has forgotten, from the journal; `nil` if it is new.
  private func forgotten(
    _ id: String, of live: LiveSession
  ) throws(DaemonError) -> RequestMemory.Entry? {
    guard let seq = live.requests?.forgottenSeq, seq > 0,
      live.session.changes - seq <= Int64(Journal.keptRecordsMax + 2 * Journal.snapshotEvents)
    else { return nil }
    return try stored(of: live) { () throws(JournalError) in
      try persistence.request(id, of: live)
    }
  }

  /// The answer of a request that changed something, from the journal.
  private func storedAnswer(
    _ entry: RequestMemory.Entry, _ isTyped: Bool, of live: LiveSession
  ) throws(DaemonError) -> [UInt8]? {
    guard entry.record > 0 else { return nil }
    let answer = try stored(of: live) { () throws(JournalError) in
      try persistence.answer(of: entry.record)
    }
    guard let answer, isTyped else { return answer }
    return typedAnswer(json: .written(answer), seq: entry.seq).bytes
  }

  /// The request of a call, if it has an id.
  func request(of call: borrowing Call) throws(DaemonError) -> RequestId? {
    guard let id = try requestId(of: call) else { return nil }
    return RequestId(digest: call.digest, id: id)
  }

  /// The id of a request, if it has one.
  func requestId(of call: borrowing Call) throws(DaemonError) -> String? {
    guard let place = call.method.requestIdPlace, let id = call.text(place) else { return nil }
    guard !id.utf8.isEmpty else {
      throw .parameter("requestId", of: call.method.name, why: "is empty")
    }
    guard id.utf8.count <= limits.requestIdBytes.max else {
      throw counters.reached(limits.requestIdBytes)
    }
    return id
  }

  /// Remembers the answer of a request with an id.
  /// - Parameter changed: Whether it changed the session.
  func remember(
    _ request: RequestId, of live: LiveSession, changed: Bool,
    _ answer: some Sequence<UInt8>
  ) {
    remember(
      request.id,
      RequestMemory.Entry(
        digest: request.digest, answer: Array(answer), record: changed ? live.lastRecord : 0,
        seq: live.session.changes), of: live)
  }

  func remember(_ id: String, _ entry: RequestMemory.Entry, of live: LiveSession) {
    if records.remember(id, entry, of: live) { counters.reached(limits.requestBytes) }
  }
}
