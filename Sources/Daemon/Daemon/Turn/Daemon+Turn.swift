import CLibrary
import Diagnostics
import EventLoops
import Service

/// The input of a client, line by line.
extension Daemon {
  /// Answers lines of input until the turn is over, and sends the answers. The client keeps the
  /// remaining input.
  func answer(_ bytes: UnsafeBufferPointer<UInt8>, of client: Client) {
    var output = turn.begin(for: client)
    var (rest, early) = (bytes, Self.earlyBytes)
    if !client.partial.isEmpty || client.isSkipping {
      rest = finishLine(bytes, of: client, into: &output)
    }
    while client.line.isReading, let end = lineEnd(rest) {
      answer(line: UnsafeBufferPointer(rebasing: rest[..<end]), of: client, into: &output)
      rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
      if output.count >= early, !rest.isEmpty, client.waitingBytes == 0,
        persistence.isDurable(turn.record)
      {
        connections.putEarly(&output, to: client)
        if output.isEmpty { _ = turn.takePieces() }
        countCalls()
        early *= 2
      }
      if client.line.isReading, turn.isOver(outputBytes: output.count), lineEnd(rest) != nil {
        client.line = .queued
      }
    }
    if !rest.isEmpty, !client.isSkipping, client.phase == .open || client.phase == .left {
      client.partial.append(contentsOf: rest)
    }
    endTurn(of: client, &output)
  }

  func endTurn(of client: Client, _ output: inout ByteBuffer) {
    turn.end()
    if client.phase != .open, client.phase != .left { abandonCall(of: client) }
    persistence.flush()
    if !output.isEmpty, client.phase == .open { put(output.bytes, to: client) }
    turn.reuse(&output)
  }

  /// Sends the answers of a turn, or holds them until the records they depend on are durable.
  private func put(_ output: UnsafeBufferPointer<UInt8>, to client: Client) {
    let pieces = turn.takePieces()
    guard persistence.isDurable(turn.record) else {
      return connections.put(
        output, to: client, until: turn.record, began: turn.began, calls: turn.takeCalls(),
        pieces: pieces)
    }
    connections.putNow(output, to: client, pieces: pieces)
    countCalls()
  }

  /// Records the latency of the calls whose answers were sent.
  private func countCalls() {
    counters.latency.add(EventLoop.nowNanoseconds &- turn.began, times: turn.takeCalls())
  }

  /// Completes and answers a line whose beginning arrived earlier.
  /// - Returns: The input after that line.
  private func finishLine(
    _ bytes: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout ByteBuffer
  ) -> UnsafeBufferPointer<UInt8> {
    guard let end = lineEnd(bytes) else {
      guard !client.isSkipping else { return UnsafeBufferPointer(rebasing: bytes[bytes.count...]) }
      // One more byte may be the `\r` of a line end.
      if client.partial.count + bytes.count > limits.lineBytes.max + 1 {
        client.partial = []
        client.isSkipping = true
        refuseLine(into: &output)
        return UnsafeBufferPointer(rebasing: bytes[bytes.count...])
      }
      return bytes
    }
    client.lineDeadline = 0
    if client.isSkipping {
      client.isSkipping = false
    } else {
      var line = emptied(&client.partial)
      line.append(contentsOf: bytes[..<end])
      line.withUnsafeBufferPointer { answer(line: $0, of: client, into: &output) }
    }
    return UnsafeBufferPointer(rebasing: bytes[(end + 1)...])
  }

  private func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress, !bytes.isEmpty,
      let found = memchr(start, 0x0A, bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Answers a line of more than `lineBytes` bytes.
  private func refuseLine(into output: inout ByteBuffer) {
    fail(counters.reached(limits.lineBytes), id: "null".utf8, into: &output)
  }

  /// Answers one line without its `\n`; an empty line is ignored.
  private func answer(
    line: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout ByteBuffer
  ) {
    guard client.phase == .open || client.phase == .left else { return }
    var line = line
    if line.last == 0x0D { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
    guard !line.isEmpty else { return }
    guard line.count <= limits.lineBytes.max else { return refuseLine(into: &output) }
    if !answerPlain(line, of: client, into: &output) {
      answerAny(Array(line), of: client, into: &output)
    }
    turn.moveNotices(to: &output)
  }

  /// The bytes of output that are sent before the turn ends; doubled each time.
  private static let earlyBytes = 1_500
}
