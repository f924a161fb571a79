import CUV
import EventLoops
import JSONCodec
import Service

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Connections: taken, read, written, closed.
extension Daemon {
  /// Takes a connection, unless there are enough.
  func take(_ descriptor: Int32) {
    guard clients.count < limits.clients.max else {
      turnAway(descriptor, limits.clients)
      return closeDescriptor(descriptor)
    }
    guard (try? Peer(of: descriptor))?.isTrusted ?? false else {
      counters.strangers += 1
      log(.warning, "client/stranger", "somebody else's program was turned away")
      return closeDescriptor(descriptor)
    }
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init(loop.loop, poll, descriptor) == 0 else {
      poll.deallocate()
      return closeDescriptor(descriptor)
    }
    counters.connections += 1
    lastClient += 1
    let client = Client(number: lastClient, descriptor: descriptor, poll: poll, of: self)
    clients[client.number] = client
    poll.pointee.data = Unmanaged.passUnretained(client).toOpaque()
    var greeting: [UInt8] = []
    writeGreeting(into: &greeting)
    put(greeting, to: client, until: nil)
    send(client)
  }

  /// Tells somebody who cannot be taken why.
  func turnAway(_ descriptor: Int32, _ limit: DaemonLimit) {
    var bytes: [UInt8] = []
    writeParting(reached(limit), into: &bytes)
    _ = posixSend(descriptor, bytes[...])
  }

  /// Puts something out for a client.
  /// - Parameter calls: How many calls it answers.
  func put(_ bytes: [UInt8], to client: Client, until record: Int64?, calls: UInt64 = 0) {
    guard client.phase == .open else { return }
    client.put(bytes, until: record, began: turnBegan, calls: calls)
    if record != nil, !client.isHolding {
      client.isHolding = true
      holding.append(client)
    }
    bound(client)
  }

  /// Parts from a client for whom too much waits.
  func bound(_ client: Client) {
    guard client.phase == .open, client.waitingBytes > limits.queuedBytes.max else { return }
    // What it would have to read is dropped, but for the rest of a line that it has begun to.
    client.cutToLine()
    part(client, why: reached(limits.queuedBytes))
  }

  /// Sends what may be sent, and waits for what is next.
  func send(_ client: Client) {
    guard client.phase != .closed, !client.isAtRest else { return }
    while client.sendableBytes > 0 {
      let range = client.sent..<(client.sent + client.sendableBytes)
      let count = posixSend(client.descriptor, client.output[range])
      if count > 0 {
        client.took(count)
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else {
        return close(client)
      }
    }
    if client.phase == .parting, client.waitingBytes == 0 { return close(client) }
    wait(for: client)
  }

  /// Waits for what the client can do next: to send more, unless it does not read what it has
  /// asked for; to read, if there is something to send.
  private func wait(for client: Client) {
    var events: Int32 = 0
    let waitsTooMuch = client.holds.count > limits.requestsWaiting.max
    if waitsTooMuch { reached(limits.requestsWaiting) }
    let isBusy = waitsTooMuch || client.waitingBytes > limits.pausedBytesMin
    if client.hasLines, !isBusy {
      resumeLater(client)
    } else if client.phase == .left {
      return close(client)
    } else if client.phase == .open, !isBusy {
      events |= Int32(UV_READABLE.rawValue)
    }
    let isReplaying = client.replays > 0 && client.waitingBytes < Self.replayedBytes
    if client.sendableBytes > 0 || isReplaying && client.phase == .open {
      events |= Int32(UV_WRITABLE.rawValue)
    }
    guard events != client.events else { return }
    client.events = events
    guard events != 0 else {
      uv_poll_stop(client.poll)
      return
    }
    uv_poll_start(client.poll, events) { @Sendable poll, status, events in
      guard let data = poll?.pointee.data else { return }
      let client = Unmanaged<Client>.fromOpaque(data).takeUnretainedValue()
      Daemon.serving.call((client, status, events))
    }
  }

  private nonisolated static let serving = LoopBody<(Client, Int32, Int32)> {
    client, status, events in client.daemon.serve(client, status, events)
  }

  private func serve(_ client: Client, _ status: Int32, _ events: Int32) {
    guard status == 0 else { return close(client) }
    if events & Int32(UV_READABLE.rawValue) != 0 { read(client) }
    if events & Int32(UV_WRITABLE.rawValue) != 0 {
      continueReplay(client)
      send(client)
    }
    sendTold()
  }

  /// Sends what clients were told who are not the one whose turn it is.
  func sendTold() {
    guard !told.isEmpty else { return }
    while let client = told.popLast() {
      client.isTold = false
      send(client)
    }
  }

  /// Closes a connection at once.
  func close(_ client: Client) {
    guard client.phase != .closed else { return }
    if client.phase == .open, client.hasLines, !isEnding { return leave(client) }
    client.phase = .closed
    for subscription in client.subscriptions { forget(subscription) }
    uv_poll_stop(client.poll)
    client.poll.pointee.data = nil
    EventLoop.release(client.poll)
    closeDescriptor(client.descriptor)
    clients[client.number] = nil
    if isEnding, clients.isEmpty { loop.stop() }
  }

  /// Tells a client that it has to go, and why, and closes it when it has taken that.
  func part(_ client: Client, why: DaemonError) {
    guard client.phase == .open else { return }
    var bytes: [UInt8] = []
    writeParting(why, into: &bytes)
    client.put(bytes, until: nil)
    client.phase = .parting
    client.hasLines = false
    client.deadline =
      isEnding ? endDeadline : EventLoop.nowMilliseconds + limits.partingMilliseconds
    tell(client)
    watchTime()
  }

  /// Has what was put out sent at the end of the turn.
  func tell(_ client: Client) {
    guard !client.isTold else { return }
    client.isTold = true
    told.append(client)
  }

  /// Looks now and then at what must not wait for ever.
  func watchTime() {
    guard let timer, !timer.isRunning else { return }
    timer.start(afterMilliseconds: Self.lookMilliseconds, everyMilliseconds: Self.lookMilliseconds)
  }

  private static var lookMilliseconds: UInt64 { 50 }

  func lookAtTime() {
    for listener in listeners { listener.start() }
    let now = EventLoop.nowMilliseconds
    var isNeeded = isEnding
    for client in Array(clients.values) where client.phase == .parting {
      if client.deadline <= now { close(client) } else { isNeeded = true }
    }
    if isEnding, clients.isEmpty || endDeadline <= now {
      for client in Array(clients.values) { close(client) }
      loop.stop()
    }
    if !isNeeded { timer?.stop() }
  }
}

/// Sends what a socket takes now. Returns -1 with errno.
nonisolated func posixSend(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { bytes in
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
  }
}
