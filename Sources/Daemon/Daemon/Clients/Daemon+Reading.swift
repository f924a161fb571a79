import CUV
import EventLoops
import JSONCodec
import Service

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What clients send, line by line.
extension Daemon {
  /// Reads what is there, and answers all lines of it.
  func read(_ client: Client) {
    guard client.phase == .open, !client.hasLines else { return }
    let count = recv(client.descriptor, input.baseAddress, input.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
      return count == 0 ? finish(client) : close(client)
    }
    answer(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(input)[..<count]), of: client)
    continueReplay(client)
    send(client)
  }

  /// The client has ended its side, as `printf … | socat - …` does, or is gone, which the next
  /// writing shows: what it has asked is still answered. A line without its end is none.
  private func finish(_ client: Client) {
    client.partial = []
    client.phase = .parting
    client.deadline = EventLoop.nowMilliseconds + limits.finishingMilliseconds
    watchTime()
    send(client)
  }

  /// Answers the lines of what was read, and keeps the beginning of one that has not ended.
  func answer(_ bytes: UnsafeBufferPointer<UInt8>, of client: Client) {
    var output = emptied(&self.output)
    awaited = 0
    turnCalls = 0
    turnIsLong = false
    turnBegan = EventLoop.nowNanoseconds
    current = client
    var (rest, early) = (bytes, Self.earlyBytes)
    if !client.partial.isEmpty || client.isSkipping {
      rest = finishLine(bytes, of: client, into: &output)
    }
    while let end = lineEnd(rest) {
      answer(line: UnsafeBufferPointer(rebasing: rest[..<end]), of: client, into: &output)
      rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
      if output.count >= early, awaited <= durableRecord, !rest.isEmpty {
        sendEarly(&output, to: client)
        early *= 2
      }
      if isTurnOver(output), lineEnd(rest) != nil {
        client.hasLines = true
        break
      }
    }
    if !rest.isEmpty, !client.isSkipping { client.partial.append(contentsOf: rest) }
    current = nil
    if !holdsRecords { keeper?.flush() }
    if !output.isEmpty, client.phase == .open { deliver(output, to: client) }
    output.removeAll(keepingCapacity: output.capacity <= Self.keptBytesMax)
    self.output = output
  }

  /// Sends answers at once where nothing is before them and nothing is to be waited for.
  private func deliver(_ output: [UInt8], to client: Client) {
    let isDurable = awaited <= durableRecord
    guard client.waitingBytes == 0, isDurable else {
      if isDurable { countTurn() }
      return put(output, to: client, until: isDurable ? nil : awaited, calls: turnCalls)
    }
    defer { countTurn() }
    let count = posixSend(client.descriptor, output[...])
    guard count < output.count else { return }
    if count < 0, errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { return close(client) }
    put(Array(output[max(0, count)...]), to: client, until: nil)
  }

  /// Sends answers while others are still worked on: whoever waits for these can go on. The rest of
  /// a line that was begun waits for nothing, whatever the answers behind it wait for. Whether the
  /// client is gone is looked at in the end: all its lines are done.
  private func sendEarly(_ output: inout [UInt8], to client: Client) {
    guard client.waitingBytes == 0 else { return }
    let count = posixSend(client.descriptor, output[...])
    output.removeFirst(max(0, count))
    if count > 0, !output.isEmpty {
      client.put(output, until: nil)
      output.removeAll(keepingCapacity: true)
    }
    countTurn()
  }

  /// Counts the calls of this turn by how long they took.
  private func countTurn() {
    counters.latency.add(EventLoop.nowNanoseconds &- turnBegan, times: turnCalls)
    turnCalls = 0
  }

  /// Answers the line whose beginning came before.
  /// - Returns: What is behind it.
  private func finishLine(
    _ bytes: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout [UInt8]
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

  /// Answers a line of more than `lineBytesMax` bytes.
  private func refuseLine(into output: inout [UInt8]) {
    writeFailure(reached(limits.lineBytes), id: nil, into: &output)
    output.append(0x0A)
  }

  /// Answers one line without its `\n`; an empty one is passed over.
  private func answer(
    line: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout [UInt8]
  ) {
    guard client.phase == .open || client.phase == .left else { return }
    var line = line
    if line.last == 0x0D { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
    guard !line.isEmpty else { return }
    guard line.count <= limits.lineBytes.max else { return refuseLine(into: &output) }
    let start = output.count
    if !answerPlain(line, of: client, into: &output) {
      answerAny(Array(line), of: client, into: &output)
    }
    if output.count > start { output.append(0x0A) }
    if !ownNotices.isEmpty {
      output.append(contentsOf: ownNotices)
      ownNotices.removeAll(keepingCapacity: ownNotices.capacity <= Self.keptBytesMax)
    }
  }

  private static let keptBytesMax = 1_048_576
  /// So much of the answers of one turn is sent before all are there, then twice as much each time.
  private static let earlyBytes = 1_500
}

/// What a variable holds, which is left empty, so that nothing is copied when it is changed.
@inline(__always)
func emptied<Value: RangeReplaceableCollection>(_ variable: inout Value) -> Value {
  var taken = Value()
  swap(&taken, &variable)
  return taken
}
