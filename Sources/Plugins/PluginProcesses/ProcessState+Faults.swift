import Diagnostics
import PluginProtocol
import Screens

nonisolated extension ProcessState {
  /// Handles a successful start: sends `initialize`.
  mutating func started(now: UInt64) {
    guard phase == .starting else { return }
    let request = InitializeRequest(plugin: plugin)
    call(.initialize, request.json, now: now)
  }

  /// Handles a failed start.
  /// - Parameter isLasting: Whether a retry would be pointless.
  mutating func couldNotStart(_ error: Diagnostic, isLasting: Bool, now: UInt64) {
    guard phase == .starting else { return }
    log(error)
    if isLasting { goDown(error) } else { restart(after: error, now: now) }
  }

  /// Handles the end of the process, after all of its output was processed.
  mutating func ended(_ end: ProcessEnd, lastLine: String?, now: UInt64) {
    switch phase {
    case .starting, .ready:
      let error = Diagnostic.ended(
        plugin: plugin, end: end, method: calls.first?.method.rawValue, lastLine: lastLine)
      fail(error, isRunning: false, now: now)
    case .resting, .waiting, .down, .closed: break
    }
  }

  /// Handles the end of standard output. It also occurs just before the process exits, so the
  /// process gets `farewellMilliseconds` to do so.
  mutating func outputClosed(now: UInt64) {
    switch phase {
    case .starting, .ready: farewell = now &+ limits.farewellMilliseconds
    case .resting, .waiting, .down, .closed: break
    }
  }

  /// Performs what is due. Must be called after all received output was processed.
  mutating func tick(now: UInt64) {
    switch phase {
    case .waiting(let until):
      if now >= until { begin() }
    case .starting, .ready:
      if let farewell, now >= farewell {
        fail(.outputClosed(plugin: plugin), now: now)
      } else if let call = calls.first, now >= call.deadline {
        fail(
          .silent(
            plugin: plugin, method: call.method.rawValue, milliseconds: limits.callMilliseconds),
          now: now)
      }
    case .resting, .down, .closed: break
    }
  }

  /// Kills the process after an error and schedules its restart. If its oldest unanswered call was
  /// to create a screen, that screen shows the error and is not requested again, since it could
  /// bring down the next process too. All other screens are.
  mutating func fail(_ error: Diagnostic, isRunning: Bool = true, now: UInt64) {
    log(error)
    if isRunning { effects.append(.kill) }
    giveUpTaps(error)
    if case .make(let instance)? = calls.first?.purpose {
      settle(instance, error)
    }
    restart(after: error, now: now)
  }

  /// Schedules a restart with exponential back-off, or goes down after `restartsMax` restarts in a
  /// row.
  private mutating func restart(after error: Diagnostic, now: UInt64) {
    if case .ready = phase, now &- readySince >= limits.steadyMilliseconds { restarts = 0 }
    calls = []
    farewell = nil
    guard restarts < limits.restartsMax else {
      return goDown(
        .down(plugin: plugin, restarts: restarts, last: error.message, at: position))
    }
    let shift = UInt64(min(restarts, backOffDoublingsMax))
    let pause = limits.backOffMilliseconds.multipliedReportingOverflow(by: 1 << shift)
    let milliseconds = min(pauseMillisecondsMax, pause.overflow ? .max : pause.partialValue)
    restarts += 1
    phase = .waiting(until: now &+ milliseconds)
    effects.append(
      .log(
        "plugin '\(plugin)' starts again in \(milliseconds) ms"
          + " (restart \(restarts) of \(limits.restartsMax))"))
    for (number, instance) in inOrder where instance.progress == .made {
      instances[number]?.progress = .wanted
      var content = instance.content
      content.state = .loading
      show(number, content)
    }
  }

  mutating func goDown(_ error: Diagnostic) {
    phase = .down(error)
    calls = []
    farewell = nil
    if error.code == .pluginDown { log(error) }
    for (number, instance) in inOrder where instance.progress != .settled {
      settle(number, error)
    }
  }

  /// Shows an error on a screen and stops requesting it.
  mutating func settle(_ instance: UInt64, _ error: Diagnostic) {
    guard var content = instances[instance]?.content else { return }
    content = ScreenContent(title: content.title, state: .failed(message: error.screenMessage))
    instances[instance]?.progress = .settled
    show(instance, content)
  }

  /// The open screens, in the order they were opened.
  var inOrder: [(UInt64, Instance)] {
    instances.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

private nonisolated let backOffDoublingsMax = 16
private nonisolated let pauseMillisecondsMax: UInt64 = 60_000
