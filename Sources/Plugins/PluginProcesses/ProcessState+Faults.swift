import PluginProtocol
import Screens

nonisolated extension ProcessState {
  /// The process runs: it is asked what it makes.
  mutating func started(now: UInt64) {
    guard phase == .starting else { return }
    let request = InitializeRequest(plugin: plugin)
    call(.initialize, request.json, now: now)
  }

  /// The process could not be started.
  /// - Parameter isLasting: Whether it is of no use to try again.
  mutating func couldNotStart(_ error: PluginProcessError, isLasting: Bool, now: UInt64) {
    guard phase == .starting else { return }
    log(error)
    if isLasting { goDown(error) } else { restart(after: error, now: now) }
  }

  /// The process has ended, and all that it sent was taken.
  mutating func ended(_ end: ProcessEnd, lastLine: String?, now: UInt64) {
    switch phase {
    case .starting, .ready:
      let error = PluginProcessError.ended(
        plugin: plugin, end: end, method: calls.first?.method.rawValue, lastLine: lastLine)
      fail(error, isRunning: false, now: now)
    case .resting, .waiting, .down, .closed: break
    }
  }

  /// Nothing more will come from the process. That is so, too, the moment before it ends.
  mutating func outputClosed(now: UInt64) {
    switch phase {
    case .starting, .ready: farewell = now &+ limits.farewellMilliseconds
    case .resting, .waiting, .down, .closed: break
    }
  }

  /// What is due is done. To be called after all that came was taken.
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

  /// Ends the process because of what it did. If a screen was to be made first of all, it shows
  /// why, and is not asked for again: it would bring down the next process too. All others are.
  mutating func fail(_ error: PluginProcessError, isRunning: Bool = true, now: UInt64) {
    log(error)
    if isRunning { effects.append(.kill) }
    giveUpTaps()
    if case .make(let instance)? = calls.first?.purpose {
      settle(instance, error)
    }
    restart(after: error, now: now)
  }

  /// Begins again, a while later, unless that has been tried too often.
  private mutating func restart(after error: PluginProcessError, now: UInt64) {
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
    for (number, instance) in inOrder where instance.standing == .made {
      instances[number]?.standing = .wanted
      var content = instance.content
      content.state = .loading
      show(number, content)
    }
  }

  mutating func goDown(_ error: PluginProcessError) {
    phase = .down(error)
    calls = []
    farewell = nil
    if case .down = error { log(error) }
    for (number, instance) in inOrder where instance.standing != .settled {
      settle(number, error)
    }
  }

  /// A screen shows why there is nothing to show.
  mutating func settle(_ instance: UInt64, _ error: PluginProcessError) {
    guard var content = instances[instance]?.content else { return }
    content = ScreenContent(title: content.title, state: .failed(message: error.screenMessage))
    instances[instance]?.standing = .settled
    show(instance, content)
  }

  /// The open screens, those that were opened first before the others.
  var inOrder: [(UInt64, Instance)] {
    instances.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

private nonisolated let backOffDoublingsMax = 16
private nonisolated let pauseMillisecondsMax: UInt64 = 60_000
