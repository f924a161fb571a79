import EventLoops

/// The memory of all clients, and unfinished lines.
extension Connections {
  /// Counts the bytes that a client holds. Above the limit of all clients, the largest are
  /// disconnected.
  func count(_ client: Client) {
    let bytes = client.heldBytes
    guard bytes != client.countedBytes else { return }
    heldBytes += bytes - client.countedBytes
    client.countedBytes = bytes
    while heldBytes > limits.clientBytes.max, let largest { disconnect(largest) }
  }

  /// The client that holds the most bytes.
  private var largest: Client? { clients.values.max { $0.countedBytes < $1.countedBytes } }

  private func disconnect(_ client: Client) {
    let reason = counters.reached(limits.clientBytes)
    client.partial = []
    client.hasLines = false
    guard client.phase == .open else { return close(client) }
    client.cutToLine()
    part(client, why: reason)
    count(client)
  }
}

extension Connections {
  /// Closes the connection of a client if the line that it has begun does not end in time.
  func awaitLineEnd(_ client: Client) {
    guard client.lineDeadline == 0 else { return }
    let milliseconds = UInt64(clamping: limits.lineMilliseconds.max)
    client.lineDeadline = EventLoop.nowMilliseconds &+ milliseconds
    guard !client.isUnfinished else { return }
    client.isUnfinished = true
    unfinished.append(client)
    if let lineTimer, !lineTimer.isRunning {
      let period = min(milliseconds, Self.lineCheckMilliseconds)
      lineTimer.start(afterMilliseconds: period, everyMilliseconds: period)
    }
  }

  private static var lineCheckMilliseconds: UInt64 { 1_000 }

  func checkLines() {
    let now = EventLoop.nowMilliseconds
    for client in emptied(&unfinished) {
      guard client.isInLine, client.lineDeadline > 0 else {
        client.isUnfinished = false
        client.lineDeadline = 0
        continue
      }
      // While the daemon does not read, the client cannot finish its line.
      if !client.isRead {
        client.lineDeadline = now &+ UInt64(clamping: limits.lineMilliseconds.max)
      }
      if client.lineDeadline <= now {
        client.isUnfinished = false
        client.partial = []
        part(client, why: counters.reached(limits.lineMilliseconds))
      } else {
        unfinished.append(client)
      }
    }
    if unfinished.isEmpty { lineTimer?.stop() }
    sendPending()
  }
}
