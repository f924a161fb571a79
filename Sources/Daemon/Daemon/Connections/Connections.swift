import CLibrary
import CUV
import EventLoops
import Service

/// The clients and the listeners: accepts, reads, sends and closes.
///
/// Answers wait here until the records they depend on are durable.
final class Connections {
  private let loop: EventLoop
  private let options: DaemonOptions
  let counters: DaemonCounters
  /// Owns this object. Set once, so accesses are not checked, as in `Turn`.
  @exclusivity(unchecked) private unowned var handler: (any ConnectionHandler)?
  var clients: [UInt64: Client] = [:]
  private var lastNumber: UInt64 = 0
  private var listeners: [Listener] = []
  /// Clients with output that waits for the disk.
  var holding: [Client] = []
  /// Clients that got output outside of their own turn; it is sent by `sendPending`.
  private var pending: [Client] = []
  /// Clients with lines for a later turn, the longest-waiting first.
  private var resuming: [Client] = []
  /// Clients with an unfinished line, and some that had one.
  var unfinished: [Client] = []
  /// Bytes of unfinished lines and unsent output of all clients.
  var heldBytes = 0
  /// Whether the daemon is shutting down, and until when output is still sent.
  private(set) var isEnding = false
  private var endDeadline: UInt64 = 0
  private var deadlineTimer: LoopTimer?
  private var resumeTimer: LoopTimer?
  var lineTimer: LoopTimer?
  /// The buffer that all clients are read into.
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 65_536)

  init(
    _ loop: EventLoop, options: DaemonOptions, counters: DaemonCounters
  ) throws(LoopFault) {
    self.loop = loop
    self.options = options
    self.counters = counters
    deadlineTimer = try loop.timer { [weak self] in self?.checkDeadlines() }
    resumeTimer = try loop.timer { [weak self] in self?.resumeAll() }
    lineTimer = try loop.timer { [weak self] in self?.checkLines() }
  }

  var limits: DaemonLimits {
    @inline(__always) _read { yield options.limits }
  }

  isolated deinit { input.deallocate() }

  /// Sets the daemon that answers.
  func connect(to handler: any ConnectionHandler) { self.handler = handler }

  /// All clients, in no order.
  var all: [Client] { Array(clients.values) }
  var count: Int { clients.count }

  /// The client of a number; `nil` if it has left.
  subscript(number: UInt64) -> Client? { clients[number] }
}

extension Connections {
  /// Accepts clients from another listening socket, which is closed at the end.
  func listen(on descriptor: Int32) throws(LoopFault) {
    listeners.append(try Listener(descriptor, of: self, loop: loop))
  }

  /// Adds a client, or rejects it if the limit is reached.
  func accept(_ descriptor: Int32) {
    guard clients.count < limits.clients.max else {
      reject(descriptor, counters.reached(limits.clients))
      return closeDescriptor(descriptor)
    }
    guard (try? Peer(of: descriptor))?.isTrusted ?? false else {
      counters.strangers += 1
      options.log(
        LogEntry(.warning, "client/stranger", "a connection from another user was refused"))
      return closeDescriptor(descriptor)
    }
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init(loop.loop, poll, descriptor) == 0 else {
      poll.deallocate()
      return closeDescriptor(descriptor)
    }
    counters.connections += 1
    lastNumber += 1
    let client = Client(number: lastNumber, descriptor: descriptor, poll: poll, of: self)
    clients[client.number] = client
    poll.pointee.data = Unmanaged.passUnretained(client).toOpaque()
    put(handler?.greeting ?? [], to: client)
    send(client)
  }

  /// Sends the reason to a client that cannot be accepted. The caller closes the descriptor.
  func reject(_ descriptor: Int32, _ reason: DaemonError) {
    _ = posixSend(descriptor, (handler?.goodbye(reason) ?? [])[...])
  }

  /// Counts a client that could not be accepted for lack of a descriptor.
  /// - Returns: The error for it.
  @discardableResult func ranOutOfDescriptors() -> DaemonError {
    counters.reached(limits.descriptors)
  }

  /// A listener stopped because no descriptors were left: the timer starts it again.
  func restartListenersLater() { watchDeadlines() }
}

extension Connections {
  /// Reads the available input, and has all its lines answered.
  private func read(_ client: Client) {
    guard client.phase == .open, !client.hasLines else { return }
    let count = recv(client.descriptor, input.baseAddress, input.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
      return count == 0 ? finish(client) : close(client)
    }
    handler?.answer(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(input)[..<count]), of: client)
    afterTurn(of: client)
  }

  private func afterTurn(of client: Client) {
    handler?.continueReplay(client)
    send(client)
    if client.isInLine { awaitLineEnd(client) }
    count(client)
  }

  /// Handles the end of input. The client has shut down its side, as `printf … | socat - …` does,
  /// or has disconnected, which the next write will show. Its calls are still answered; an
  /// unfinished line is dropped.
  private func finish(_ client: Client) {
    client.partial = []
    client.phase = .parting
    client.deadline = EventLoop.nowMilliseconds + limits.finishingMilliseconds
    watchDeadlines()
    send(client)
  }

  /// Keeps a client's lines for a later turn.
  private func resumeLater(_ client: Client) {
    guard !client.isResuming else { return }
    client.isResuming = true
    resuming.append(client)
    if let resumeTimer, !resumeTimer.isRunning { resumeTimer.start(afterMilliseconds: 1) }
  }

  /// Executes lines that were kept, client by client, for the time of one turn.
  private func resumeAll() {
    let began = EventLoop.nowNanoseconds
    while !resuming.isEmpty {
      let client = resuming.removeFirst()
      client.isResuming = false
      resume(client)
      if EventLoop.nowNanoseconds &- began >= limits.turnMilliseconds &* 1_000_000 { break }
    }
    if !resuming.isEmpty { resumeTimer?.start(afterMilliseconds: 1) }
    sendPending()
  }

  /// Lets a client continue whose next line waited for a call of another one.
  func unblock(_ client: Client) {
    client.isBlocked = false
    if client.hasLines { resumeLater(client) }
  }

  /// Executes a client's lines until the turn is over.
  private func resume(_ client: Client) {
    guard client.hasLines, client.phase == .open || client.phase == .left else { return }
    guard !client.isBlocked || isEnding else { return }
    client.hasLines = false
    if client.running != nil {
      handler?.continueCall(of: client)
      return afterTurn(of: client)
    }
    let lines = emptied(&client.partial)
    lines.withUnsafeBufferPointer { handler?.answer($0, of: client) }
    afterTurn(of: client)
  }
}

extension Connections {
  /// Adds output.
  /// - Parameters:
  ///   - record: The record that it waits for; `nil` if that is durable.
  ///   - calls: How many calls it answers, and `began` when they were read.
  ///   - provisional: Pieces that change if the record is lost.
  func put(
    _ bytes: some Collection<UInt8>, to client: Client, until record: Int64? = nil,
    began: UInt64 = 0, calls: UInt64 = 0, provisional: [ProvisionalOutput] = []
  ) {
    guard client.phase == .open else { return }
    client.put(bytes, until: record, began: began, calls: calls, provisional: provisional)
    count(client)
    if record != nil, !client.isHolding {
      client.isHolding = true
      holding.append(client)
    }
    checkQueue(of: client)
  }

  /// Sends output at once if none is queued, and queues the rest.
  func putNow(_ bytes: [UInt8], to client: Client, provisional: [ProvisionalOutput]) {
    guard client.waitingBytes == 0 else {
      return put(bytes, to: client, provisional: provisional)
    }
    let count = posixSend(client.descriptor, bytes[...])
    guard count < bytes.count else { return }
    if count < 0, errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { return close(client) }
    put(bytes[max(0, count)...], to: client)
  }

  /// Sends durable answers before the turn ends, if no output is queued. The rest of a line that
  /// was partly sent does not wait for records of later lines. A lost connection is noticed at the
  /// end of the turn: all lines are executed.
  func putEarly(_ bytes: inout [UInt8], to client: Client) {
    let count = posixSend(client.descriptor, bytes[...])
    guard count > 0 else { return }
    if count < bytes.count { client.put(bytes[count...], until: nil) }
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

  /// Disconnects a client with too much output in its queue.
  func checkQueue(of client: Client) {
    guard client.phase == .open, client.waitingBytes > limits.queuedBytes.max else { return }
    client.cutToLine()
    part(client, why: counters.reached(limits.queuedBytes))
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
    let holdsTooMany = client.holds.count > limits.requestsWaiting.max
    if holdsTooMany { counters.reached(limits.requestsWaiting) }
    let isBusy = holdsTooMany || client.waitingBytes > limits.pausedBytesMin
    // A call that is running does not wait for its client: others may wait for the call.
    if client.hasLines, !client.isBlocked, !isBusy || client.running != nil {
      resumeLater(client)
    } else if client.phase == .left, !client.hasLines {
      return close(client)
    } else if client.phase == .open, !isBusy {
      events |= Int32(UV_READABLE.rawValue)
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

extension Connections {
  /// Closes a connection at once; lines kept for a later turn are still executed.
  func close(_ client: Client) {
    guard client.phase != .closed else { return }
    if client.phase == .open, client.hasLines, !isEnding {
      client.phase = .left
      client.dropOutput()
      return resumeLater(client)
    }
    client.phase = .closed
    client.partial = []
    client.dropOutput()
    count(client)
    handler?.closed(client)
    uv_poll_stop(client.poll)
    client.poll.pointee.data = nil
    EventLoop.release(client.poll)
    closeDescriptor(client.descriptor)
    clients[client.number] = nil
    if isEnding, clients.isEmpty { loop.stop() }
  }

  /// Sends a client the reason, and closes the connection once the client has read it.
  func part(_ client: Client, why: DaemonError) {
    guard client.phase == .open else { return }
    client.put(handler?.goodbye(why) ?? [], until: nil)
    client.phase = .parting
    client.hasLines = false
    handler?.abandonCall(of: client)
    client.deadline =
      isEnding ? endDeadline : EventLoop.nowMilliseconds + limits.partingMilliseconds
    sendLater(client)
    watchDeadlines()
  }

  /// Checks deadlines and stopped listeners periodically.
  private func watchDeadlines() {
    guard let deadlineTimer, !deadlineTimer.isRunning else { return }
    deadlineTimer.start(
      afterMilliseconds: Self.checkMilliseconds, everyMilliseconds: Self.checkMilliseconds)
  }

  private static var checkMilliseconds: UInt64 { 50 }

  private func checkDeadlines() {
    for listener in listeners { listener.start() }
    let now = EventLoop.nowMilliseconds
    var isNeeded = isEnding
    for client in all where client.phase == .parting {
      if client.deadline <= now { close(client) } else { isNeeded = true }
    }
    if isEnding, clients.isEmpty || endDeadline <= now {
      for client in all { close(client) }
      loop.stop()
    }
    if !isNeeded { deadlineTimer?.stop() }
  }

  /// Accepts nothing new, sends the answers, and stops the loop.
  func end() {
    guard !isEnding else { return }
    closeListeners()
    endDeadline = EventLoop.nowMilliseconds + limits.drainMilliseconds
    answerLastCalls()
    isEnding = true
    for client in all {
      while client.hasLines { resume(client) }  // Each is refused now.
      part(client, why: .shuttingDown)
    }
    sendPending()
    if clients.isEmpty { loop.stop() } else { watchDeadlines() }
  }

  /// Answers calls that have already been sent, as far as time allows.
  private func answerLastCalls() {
    let end = EventLoop.nowMilliseconds + limits.lastCallsMilliseconds
    var left = all
    while !left.isEmpty, EventLoop.nowMilliseconds < end {
      for client in left where EventLoop.nowMilliseconds < end {
        if client.hasLines { resume(client) } else { read(client) }
      }
      left.removeAll { !$0.hasLines || $0.waitingBytes > limits.pausedBytesMin }
    }
  }

  /// Closes everything at once.
  func close() {
    isEnding = true
    closeListeners()
    for client in all { close(client) }
  }

  private func closeListeners() {
    for listener in emptied(&listeners) { listener.close() }
  }
}
