import CLibrary
import CUV
import Diagnostics
import EventLoops
import Service

/// Output of the clients: queued, held until a record is durable, and sent.
extension Connections {
  /// Adds output.
  /// - Parameters:
  ///   - record: The record that it waits for; `nil` if that is durable.
  ///   - calls: How many calls it answers, and `began` when they were read.
  ///   - pieces: The parts of `bytes`; empty if a lost record would change nothing.
  func put(
    _ bytes: some Collection<UInt8>, to client: Client, until record: Int64? = nil,
    began: UInt64 = 0, calls: UInt64 = 0, pieces: [OutputPiece] = []
  ) {
    guard client.phase == .open else { return }
    if record != nil, client.held.isEmpty { holding.append(client) }
    client.put(bytes, until: record, began: began, calls: calls, pieces: pieces)
    count(client)
    checkQueue(of: client)
  }

  /// Sends output at once if none is queued, and queues the rest.
  func putNow(
    _ bytes: UnsafeBufferPointer<UInt8>, to client: Client, pieces: [OutputPiece]
  ) {
    guard client.waitingBytes == 0 else { return put(bytes, to: client, pieces: pieces) }
    let count = posixSend(client.descriptor, bytes)
    guard count < bytes.count else { return }
    if count < 0, errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { return close(client) }
    put(bytes[max(0, count)...], to: client)
  }

  /// Sends durable answers before the turn ends, if no output is queued. The rest of a line that
  /// was partly sent does not wait for records of later lines. A lost connection is noticed at the
  /// end of the turn: all lines are executed.
  func putEarly(_ bytes: inout ByteBuffer, to client: Client) {
    let count = posixSend(client.descriptor, bytes.bytes)
    guard count > 0 else { return }
    if count < bytes.count { client.put(bytes.bytes(from: count), until: nil) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Has the output of a client sent by the next `sendPending`.
  func sendLater(_ client: Client) {
    guard !client.isPending else { return }
    client.isPending = true
    pending.append(client)
  }

  /// Sends output that clients got outside of their own turn.
  func sendPending() {
    while let client = pending.popLast() {
      client.isPending = false
      send(client)
    }
  }

  /// Sends the answers that waited for records up to this one.
  func release(upTo record: Int64) {
    let now = EventLoop.nowNanoseconds
    var left: [Client] = []
    for client in emptied(&holding) where client.phase != .closed {
      for output in client.release(upTo: record) {
        counters.latency.add(now &- output.began, times: output.calls)
      }
      send(client)
      if !client.held.isEmpty { left.append(client) }
    }
    holding += left
    sendPending()
  }

  /// Sends all held output after the records beyond this one were lost. Output that waited for
  /// records up to this one is unchanged; the pieces of the rest are replaced.
  /// - Parameter replace: Appends the replacement of a piece.
  func releaseLost(
    after record: Int64,
    replace: (OutputPiece.Content, ArraySlice<UInt8>, inout ByteBuffer) -> Void
  ) {
    for client in emptied(&holding) where client.phase != .closed {
      _ = client.release(upTo: record)
      var bytes = ByteBuffer()
      for output in client.takeHeld() { output.forEachPiece { replace($0, $1, &bytes) } }
      client.put(bytes.bytes, until: nil)
      checkQueue(of: client)
      sendLater(client)
    }
  }

  /// Disconnects a client with too much output in its queue.
  private func checkQueue(of client: Client) {
    guard client.phase == .open, client.waitingBytes > limits.queuedBytes.max else { return }
    client.cutToLine()
    part(client, why: counters.reached(limits.queuedBytes))
  }

  /// Counts the bytes that a client holds. Above the limit of all clients, the largest are
  /// disconnected.
  func count(_ client: Client) {
    let bytes = client.heldBytes
    guard bytes != client.countedBytes else { return }
    heldBytes += bytes - client.countedBytes
    client.countedBytes = bytes
    while heldBytes > limits.clientBytes.max, let largest { disconnect(largest) }
  }

  private var largest: Client? { clients.values.max { $0.countedBytes < $1.countedBytes } }

  private func disconnect(_ client: Client) {
    let reason = counters.reached(limits.clientBytes)
    client.partial = []
    guard client.phase == .open else { return close(client) }
    client.cutToLine()
    part(client, why: reason)
    count(client)
  }

  /// Sends what can be sent, and waits for the next event.
  func send(_ client: Client) {
    guard client.phase != .closed, !client.isAtRest else { return }
    guard client.sendReleased() else { return close(client) }
    count(client)
    if client.phase == .parting, client.waitingBytes == 0 { return close(client) }
    wait(for: client)
  }

  /// Waits until more can be sent, and for input unless the client does not read its answers.
  private func wait(for client: Client) {
    var events: Int32 = 0
    let holdsTooMany = client.held.count > limits.requestsWaiting.max
    if holdsTooMany { counters.reached(limits.requestsWaiting) }
    let isBusy = holdsTooMany || client.waitingBytes > limits.pausedBytesMin
    switch client.line {
    case .reading where client.phase == .left: return close(client)
    case .reading where client.phase == .open && !isBusy: events |= Int32(UV_READABLE.rawValue)
    case .queued where !isBusy: resumeLater(client)
    // It does not wait for its client to read: others may wait for the call.
    case .running: resumeLater(client)
    case .reading, .queued, .waiting: break
    }
    if client.sendableBytes > 0 || client.isReplaying { events |= Int32(UV_WRITABLE.rawValue) }
    client.wait(for: events)
  }

  /// Serves a client whose socket is ready.
  func serve(_ client: Client, _ status: Int32, _ events: Int32) {
    guard status == 0 else { return close(client) }
    if events & Int32(UV_READABLE.rawValue) != 0 { read(client) }
    if events & Int32(UV_WRITABLE.rawValue) != 0 { afterTurn(of: client) }
    sendPending()
  }
}
