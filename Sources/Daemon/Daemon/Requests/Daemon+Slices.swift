import Commands
import Diagnostics
import EventLoops
import JSONCodec

/// Calls that are not answered in the turn that reads them.
extension Daemon {
  /// Has a call answered in a later turn.
  @discardableResult func suspend(_ call: borrowing Call) -> SuspendedCall {
    let suspended = call.suspended ?? SuspendedCall(call, began: turn.began)
    call.client.line = .running(suspended)
    return suspended
  }

  /// Has a call wait if another client's call is running on its session.
  /// - Returns: Whether it waits.
  @inline(__always)
  func waits(_ call: borrowing Call) -> Bool {
    guard !runningCalls.isEmpty, call.method.isOfSession, let name = call.text(0),
      let other = runningCalls[TextBytes(name)], other !== call.suspended
    else { return false }
    call.client.line = .waiting(suspend(call))
    other.waiting.append(call.client)
    return true
  }

  /// Gives the call of a client its next turn.
  func continueCall(of client: Client) {
    guard let call = client.line.call else { return }
    var output = turn.begin(for: client)
    client.line = .reading
    answer(call.method, call.arguments, id: call.id, of: client, call, into: &output)
    if client.line.isReading, client.partial.contains(0x0A) { client.line = .queued }
    turn.moveNotices(to: &output)
    endTurn(of: client, &output)
  }

  /// Ends a call whose client does not get the answer; nothing is changed.
  func abandonCall(of client: Client) {
    if let call = client.line.call { end(call) }
    client.line = .reading
  }

  /// Ends a call, and lets those continue that wait for it.
  func end(_ call: SuspendedCall) {
    call.run?.sliced.abandon()
    if let session = call.session { runningCalls[session] = nil }
    for client in emptied(&call.waiting) { connections.unblock(client) }
  }

  /// Has the calls that are running begin again: sessions may have been replaced.
  func restartRunningCalls() {
    for call in runningCalls.values { call.run?.isStale = true }
  }
}

/// Commands that take several turns.
extension Daemon {
  /// Begins a command that may take long.
  /// - Parameter isTyped: Whether it is a typed line, which is answered with a text, too.
  /// - Returns: False if it cannot take long.
  func begin(
    _ call: borrowing Call, _ invocation: Command.Invocation, on live: LiveSession,
    isTyped: Bool = false, into output: inout ByteBuffer
  ) throws(DaemonError) -> Bool {
    var workspace = live.workspace
    let sliced = engine.interpreter.sliced(invocation, on: &workspace, wantsText: isTyped)
    guard let sliced else { return false }
    let run = CommandRun(
      sliced, of: invocation.command, on: workspace, of: live,
      call.method.isMutation ? try request(of: call) : nil,
      isExclusive: call.method.isMutation && !isTyped, isTyped: isTyped)
    guard try !advance(run, into: &output) else { return true }
    let suspended = suspend(call)
    suspended.run = run
    if run.isExclusive {
      let session = TextBytes(live.name)
      suspended.session = session
      runningCalls[session] = suspended
    }
    return true
  }

  /// Continues the command of a suspended call.
  /// - Returns: False if it has none, or has to begin again.
  func resume(
    _ call: borrowing Call, into output: inout ByteBuffer
  ) throws(DaemonError) -> Bool {
    guard let suspended = call.suspended, let run = suspended.run else { return false }
    if run.isStale {
      suspended.run = nil
      try abandon(run)
      return false
    }
    if try advance(run, into: &output) { suspended.run = nil } else { suspend(call) }
    return true
  }

  /// Ends a command whose call begins again.
  private func abandon(_ run: CommandRun) throws(DaemonError) {
    run.sliced.abandon()
    guard run.workspace.hasScreens else { return }
    run.workspace.closeScreens()
    let live = try session(named: run.live.name)
    if live.workspace.hasScreens { live.workspace.remakeScreens(of: app) }
  }

  /// Gives a command its part of the turn.
  /// - Returns: Whether it is done; its result is in the output then.
  private func advance(
    _ run: CommandRun, into output: inout ByteBuffer
  ) throws(DaemonError) -> Bool {
    let began = EventLoop.nowNanoseconds
    engine.interpreter.scriptTime = scriptTime(used: run.nanoseconds)
    let isDone = run.sliced.advance(by: &engine.interpreter, on: &run.workspace) {
      turn.isTimeOver
    }
    run.nanoseconds += EventLoop.nowNanoseconds &- began
    guard isDone else { return false }
    let live = run.live
    if run.isExclusive {
      keepEarlier(live, run.command)
      live.workspace = run.workspace
      let response = run.sliced.finish(on: &live.workspace)
      try complete(response, of: live, run.request, into: &output)
    } else {
      let response = run.sliced.finish(on: &run.workspace)
      if run.isTyped {
        answerTyped(response, of: live, run.request, into: &output)
      } else {
        response.json.write(into: &output)
      }
    }
    turn.wait(for: live.lastRecord)
    return true
  }

  /// How long a script can run.
  /// - Parameter used: The time of its earlier slices, in nanoseconds.
  private func scriptTime(used: UInt64) -> ScriptTime {
    let end =
      EventLoop.nowNanoseconds &- used
      &+ UInt64(clamping: limits.callMilliseconds.max) &* 1_000_000
    return ScriptTime(milliseconds: limits.callMilliseconds.max) { [self] in
      guard EventLoop.nowNanoseconds > end else { return false }
      counters.reached(limits.callMilliseconds)
      return true
    }
  }
}
