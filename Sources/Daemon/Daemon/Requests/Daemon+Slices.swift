import Commands
import Diagnostics
import EventLoops
import JSONCodec
import Navigation
import Service

/// Calls that take several turns.
extension Daemon {
  /// Begins a call that may take long.
  /// - Parameter isTyped: Whether it is a typed line, which is answered with a text, too.
  /// - Returns: False if it cannot take long.
  func begin(
    _ call: borrowing Call, _ invocation: Command.Invocation, on live: LiveSession,
    isTyped: Bool = false, into output: inout [UInt8]
  ) throws(DaemonError) -> Bool {
    var workspace = live.workspace
    let sliced = engine.interpreter.sliced(invocation, on: &workspace, wantsText: isTyped)
    guard let command = sliced else { return false }
    let running = RunningCall(
      call, invocation, call.method.isMutation ? try request(of: call) : nil, command,
      on: workspace, of: live, began: turn.began, isTyped: isTyped)
    if try !advance(running, into: &output) {
      if running.isExclusive { runningCalls.append(running) }
      turn.suspend(.running(.call(running), for: nil))
    }
    return true
  }

  /// Gives a call its part of the turn.
  /// - Returns: Whether it is done; its result is in the output then.
  private func advance(
    _ running: RunningCall, into output: inout [UInt8]
  ) throws(DaemonError) -> Bool {
    if running.isStale { try begin(again: running) }
    let began = EventLoop.nowNanoseconds
    engine.interpreter.scriptTime = scriptTime(used: running.nanoseconds)
    let isDone = running.command.advance(by: &engine.interpreter, on: &running.workspace) {
      turn.isTimeOver
    }
    prepareChanges(of: running)
    running.nanoseconds += EventLoop.nowNanoseconds &- began
    guard isDone else { return false }
    guard running.isExclusive else {
      let response = running.command.finish(on: &running.workspace)
      if running.isTyped {
        answerTyped(response, of: running.live, running.request, into: &output)
      } else {
        response.json.write(into: &output)
      }
      turn.wait(for: running.live.lastRecord)
      return true
    }
    keepEarlier(running.live, running.invocation.command)
    running.live.workspace = running.workspace
    for prepared in running.changes { record(prepared, of: running.live) }
    var response = running.command.finish(on: &running.live.workspace)
    if let last = running.lastChange { response.changes = [last] }
    try complete(response, of: running.live, running.request, into: &output)
    turn.wait(for: running.live.lastRecord)
    return true
  }

  /// Writes what can be written of the changes of a call before it is done, so that its end is
  /// short.
  private func prepareChanges(of running: RunningCall) {
    for change in running.command.takeChanges() {
      if let before = running.lastChange {
        running.changes.append(PreparedChange(Change(before, isLast: false), before.answer))
      }
      running.lastChange = change
    }
  }

  /// Begins a call again after its session was replaced, as if it had come later.
  private func begin(again running: RunningCall) throws(DaemonError) {
    running.isStale = false
    (running.changes, running.lastChange) = ([], nil)
    running.command.abandon()
    if running.workspace.hasScreens { running.workspace.closeScreens() }
    running.live = try session(named: running.live.name)
    try checkWritable()
    if running.live.workspace.hasScreens { running.live.workspace.remakeScreens(of: app) }
    running.workspace = running.live.workspace
    let command = engine.interpreter.sliced(
      running.invocation, on: &running.workspace, wantsText: running.isTyped)
    if let command {
      running.command = command
    }
  }

  /// Has the calls that are running begin again: sessions may have been replaced.
  func restartRunningCalls() {
    for running in runningCalls { running.isStale = true }
  }

  /// The call that a session waits for.
  func running(on live: LiveSession) -> RunningCall? { runningCalls.first { $0.live === live } }

  /// Lets the clients continue that wait for a call.
  private func release(_ running: RunningCall) {
    runningCalls.removeAll { $0 === running }
    for client in emptied(&running.waiting) { connections.unblock(client) }
  }

  /// Ends a call whose client does not get the answer; nothing is changed.
  func abandonCall(of client: Client) {
    let running: RunningCall?
    switch client.running {
    case .call(let call)?: running = call
    case .batch(let batch)?: running = batch.call
    case nil: return
    }
    client.running = nil
    guard let running else { return }
    running.command.abandon()
    release(running)
  }

  /// Gives the line of a client its next turn.
  func continueCall(of client: Client) {
    guard let line = client.running else { return }
    var output = turn.begin(for: client)
    client.running = nil
    switch line {
    case .call(let running): answer(running, into: &output)
    case .batch(let batch): answer(batch, of: client, into: &output)
    }
    if let suspension = turn.takeSuspension() {
      hold(client, suspension)
    } else {
      if !output.isEmpty { output.append(0x0A) }
      client.hasLines = client.partial.contains(0x0A)
    }
    turn.moveNotices(to: &output)
    endTurn(of: client, &output)
  }

  /// Continues a call, and writes its answer if it is done or has failed.
  private func answer(_ running: RunningCall, into output: inout [UInt8]) {
    let start = output.count
    do throws(DaemonError) {
      guard !connections.isEnding else { throw .shuttingDown }
      writeAnswerStart(running.id ?? [], into: &output)
      guard try advance(running, into: &output) else {
        output.removeSubrange(start...)
        return turn.suspend(.running(.call(running), for: nil))
      }
      output.append(UInt8(ascii: "}"))
      if let id = running.id { markResult(from: start, idCount: id.count, in: output) }
    } catch {
      output.removeSubrange(start...)
      running.command.abandon()
      if let id = running.id {
        writeFailure(error, rawId: id, into: &output)
      } else {
        counters.failed(with: error)
      }
    }
    if running.id == nil { output.removeSubrange(start...) }
    counters.latency.add(EventLoop.nowNanoseconds &- running.began, times: 1)
    release(running)
  }

  /// Holds the input of a client until its line can be continued.
  func hold(_ client: Client, _ suspension: Suspension) {
    client.hasLines = true
    switch suspension {
    case .running(let line, let other):
      client.running = line
      if let other { block(client, until: other) }
      if client.phase != .open, client.phase != .left { abandonCall(of: client) }
    case .waiting(let other): block(client, until: other)
    case .loading(let deadline): connections.waitForContent(client, until: deadline)
    }
  }

  private func block(_ client: Client, until other: RunningCall) {
    client.isBlocked = true
    other.waiting.append(client)
  }
}

// MARK: Batches

extension Daemon {
  /// Answers a batch, or the rest of it; a batch of notifications gets no answer. It is suspended
  /// between calls and within them.
  func answer(_ batch: RunningBatch, of client: Client, into output: inout [UInt8]) {
    let start = output.count
    output += batch.output
    batch.output = []
    turn.resume(batch, at: start)
    defer { turn.endBatch() }
    let began = EventLoop.nowNanoseconds
    var isFirst = true
    while batch.next < batch.calls.count {
      let read = batch.calls[batch.next]
      if let running = batch.call {
        batch.call = nil
        answer(running, into: &output)
      } else {
        if !isFirst, turn.isTimeOver {
          return suspend(batch, from: start, began: began, for: nil, &output)
        }
        if batch.limit == nil { batch.limit = limitReached(answerBytes: output.count - start) }
        let callStart = output.count
        if read.isAnswered {
          output.append(output.count > start ? UInt8(ascii: ",") : UInt8(ascii: "["))
        }
        answer(read, of: client, past: batch.limit, into: &output)
        if case .waiting(let other)? = turn.suspension {
          _ = turn.takeSuspension()
          output.removeSubrange(callStart...)
          return suspend(batch, from: start, began: began, for: other, &output)
        }
      }
      if case .running(.call(let running), _)? = turn.takeSuspension() {
        batch.call = running
        return suspend(batch, from: start, began: began, for: nil, &output)
      }
      batch.next += 1
      isFirst = false
    }
    if output.count > start { output.append(UInt8(ascii: "]")) }
  }

  private func suspend(
    _ batch: RunningBatch, from start: Int, began: UInt64, for other: RunningCall?,
    _ output: inout [UInt8]
  ) {
    batch.output = Array(output[start...])
    output.removeSubrange(start...)
    batch.nanoseconds += EventLoop.nowNanoseconds &- began
    turn.suspend(batch, at: start)
    turn.suspend(.running(.batch(batch), for: other))
  }

  /// The limit that a batch has reached. The rest of the batch is refused, so that one line does
  /// not fill the memory.
  private func limitReached(answerBytes: Int) -> DaemonError? {
    if answerBytes > limits.batchBytes.max { return counters.reached(limits.batchBytes) }
    guard EventLoop.nowNanoseconds > turn.callEnd(used: 0) else { return nil }
    return counters.reached(limits.callMilliseconds)
  }
}

extension PreparedChange {
  fileprivate init(_ change: Change, _ answer: JSON) {
    let members = Change.members(of: answer)
    var body: [UInt8] = []
    if change.isNotified { change.writeEvent(members[...], into: &body) }
    self.init(change: change, members: members, body: body)
  }
}
