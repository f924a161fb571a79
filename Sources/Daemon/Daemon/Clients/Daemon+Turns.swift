import EventLoops

/// What one client has done at a time, so that the others have their turns meanwhile.
extension Daemon {
  /// Whether a client has had enough of a turn: its other lines are done in a later one, when the
  /// answers to these were taken. The clock is not looked at after every quick call.
  func isTurnOver(_ output: [UInt8]) -> Bool {
    if output.count > limits.pausedBytesMin { return true }
    guard turnIsLong || turnCalls % Self.quickCalls == 0 else { return false }
    return EventLoop.nowNanoseconds &- turnBegan >= limits.turnMilliseconds &* 1_000_000
  }

  private static var quickCalls: UInt64 { 16 }

  /// Has a client's lines done in a later turn.
  func resumeLater(_ client: Client) {
    guard !client.isResuming else { return }
    client.isResuming = true
    resuming.append(client)
    if let resumeTimer, !resumeTimer.isRunning { resumeTimer.start(afterMilliseconds: 1) }
  }

  /// Does lines that were left, of one client after another: those that come behind the time of a
  /// turn are the first of the next.
  func resumeLines() {
    let began = EventLoop.nowNanoseconds
    while !resuming.isEmpty {
      let client = resuming.removeFirst()
      client.isResuming = false
      resume(client)
      if EventLoop.nowNanoseconds &- began >= limits.turnMilliseconds &* 1_000_000 { break }
    }
    if !resuming.isEmpty { resumeTimer?.start(afterMilliseconds: 1) }
    sendTold()
  }

  /// Does lines that were left, until the turn is over.
  func resume(_ client: Client) {
    guard client.hasLines, client.phase == .open || client.phase == .left else { return }
    client.hasLines = false
    let lines = emptied(&client.partial)
    lines.withUnsafeBufferPointer { answer($0, of: client) }
    continueReplay(client)
    send(client)
  }

  /// A client is gone whose lines are not done yet: they still are.
  func leave(_ client: Client) {
    client.phase = .left
    client.dropOutput()
    resumeLater(client)
  }
}
