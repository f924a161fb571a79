import CLibrary
import CSystem
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
  @exclusivity(unchecked) private unowned var daemon: Daemon?
  var clients: [UInt64: Client] = [:]
  private var lastNumber: UInt64 = 0
  private var listeners: [Listener] = []
  /// Clients with output that waits for the disk.
  var holding: [Client] = []
  /// Clients that got output outside of their own turn; it is sent by `sendPending`.
  var pending: [Client] = []
  /// Clients with lines for a later turn, the longest-waiting first.
  private var resuming: [Client] = []
  /// Clients whose tap waits for the content of a screen. They look at the screen every few
  /// milliseconds, not all at once, so that many of them do not delay the others.
  private var loading: [Client] = []
  /// Clients with an unfinished line, and some that had one.
  private var unfinished: [Client] = []
  /// Bytes of unfinished lines and unsent output of all clients.
  var heldBytes = 0
  /// Whether the daemon is shutting down, and until when output is still sent.
  private(set) var isEnding = false
  private var endDeadline: UInt64 = 0
  private var deadlineTimer: LoopTimer?
  private var resumeTimer: LoopTimer?
  private var loadTimer: LoopTimer?
  private var lineTimer: LoopTimer?
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
    loadTimer = try loop.timer { [weak self] in self?.resumeLoading() }
    lineTimer = try loop.timer { [weak self] in self?.checkLines() }
  }

  var limits: DaemonLimits {
    @inline(__always) _read { yield options.limits }
  }

  isolated deinit { input.deallocate() }

  /// Sets the daemon that answers.
  func connect(to daemon: Daemon) { self.daemon = daemon }

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
    csystem_bound_unsent(descriptor, limits.unsentBytesMax)
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
    put(daemon?.greeting ?? [], to: client)
    send(client)
  }

  /// Sends the reason to a client that cannot be accepted. The caller closes the descriptor.
  func reject(_ descriptor: Int32, _ reason: DaemonError) {
    _ = daemon?.goodbye(reason).withUnsafeBufferPointer { posixSend(descriptor, $0) }
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
  func read(_ client: Client) {
    guard client.phase == .open, client.line.isReading else { return }
    let count = recv(client.descriptor, input.baseAddress, input.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
      return count == 0 ? finish(client) : close(client)
    }
    daemon?.answer(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(input)[..<count]), of: client)
    afterTurn(of: client)
  }

  func afterTurn(of client: Client) {
    daemon?.continueReplay(client)
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
  func resumeLater(_ client: Client) {
    guard !client.isResuming else { return }
    client.isResuming = true
    if client.line.isLoading {
      loading.append(client)
      guard let loadTimer, !loadTimer.isRunning else { return }
      loadTimer.start(
        afterMilliseconds: Self.loadMilliseconds, everyMilliseconds: Self.loadMilliseconds)
      return
    }
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

  /// Has some of the clients look whether the content of a screen is there.
  private func resumeLoading() {
    let some = loading.prefix(Self.loadingResumedMax)
    loading.removeFirst(some.count)
    if loading.isEmpty { loadTimer?.stop() }
    resuming += some
    resumeAll()
  }

  private static var loadMilliseconds: UInt64 { 5 }
  private static var loadingResumedMax: Int { 64 }

  /// Lets a client continue whose call waited for another one.
  func unblock(_ client: Client) {
    guard case .waiting(let call) = client.line else { return }
    client.line = .running(call)
    resumeLater(client)
  }

  /// Continues a client's call, or executes its lines until the turn is over.
  private func resume(_ client: Client) {
    guard client.phase == .open || client.phase == .left else { return }
    switch client.line {
    case .reading: return
    case .waiting where !isEnding: return
    case .running, .waiting: daemon?.continueCall(of: client)
    case .queued:
      client.line = .reading
      let lines = emptied(&client.partial)
      lines.withUnsafeBufferPointer { daemon?.answer($0, of: client) }
    }
    afterTurn(of: client)
  }
}

extension Connections {
  /// Closes a connection at once; lines kept for a later turn are still executed.
  func close(_ client: Client) {
    guard client.phase != .closed else { return }
    if client.phase == .open, !client.line.isReading, !isEnding {
      client.phase = .left
      client.dropOutput()
      return resumeLater(client)
    }
    client.phase = .closed
    client.partial = []
    client.dropOutput()
    count(client)
    daemon?.closed(client)
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
    client.put(daemon?.goodbye(why) ?? [], until: nil)
    client.phase = .parting
    daemon?.abandonCall(of: client)
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

  /// Closes the connection of a client if the line that it has begun does not end in time.
  private func awaitLineEnd(_ client: Client) {
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

  private func checkLines() {
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
      while !client.line.isReading { resume(client) }  // Each is refused now.
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
        if client.line.isReading { read(client) } else { resume(client) }
      }
      left.removeAll {
        $0.line.isReading || $0.line.isLoading || $0.waitingBytes > limits.pausedBytesMin
      }
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
