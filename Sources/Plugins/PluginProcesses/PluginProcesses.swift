import CLibrary
import CSystem
import CUV
public import EventLoops
public import Navigation
public import Screens

/// The processes of an app's plugins: they make the screens that routes with `run` show.
///
/// They are waited for in a loop of their own. An outer loop polls `descriptor`, at most for
/// `timeoutMilliseconds`, and calls `turn()`; a command that waits calls `wait(until:)`.
public final class PluginProcesses: ScreenSource, InnerLoop {
  private let loop: EventLoop
  /// Wakes the loop, no more.
  private let timer: LoopTimer
  private let limits: PluginLimits
  private let log: (String) -> Void
  /// The most milliseconds that `wait(until:)` waits, where those of a call are too many.
  public var waitMillisecondsMax = UInt64.max
  /// Those that were taken up last, and those before that somebody still holds.
  private var processes: [PluginProcess] = []

  /// What makes the screens, by the bytes of their names. Each is loading first; it shows what its
  /// route file describes if the process does not make it.
  public private(set) var factories: [[UInt8]: ScreenFactory] = [:]

  /// Begins without a plugin.
  /// - Parameters:
  ///   - limits: What a process may take and use.
  ///   - log: Gets what processes write to standard error, and what became of them: lines without
  ///     line ends, escaped.
  /// - Throws: `noLoop`, if the system does not let us wait.
  public init(
    limits: PluginLimits = PluginLimits(), log: @escaping (String) -> Void
  ) throws(PluginProcessError) {
    csystem_ignore_sigpipe()
    self.limits = limits
    self.log = log
    do throws(LoopFault) {
      loop = try EventLoop()
    } catch {
      throw .noLoop(reason: error.text)
    }
    do throws(LoopFault) {
      timer = try loop.timer {}
    } catch {
      loop.close()
      throw .noLoop(reason: error.text)
    }
  }

  /// Takes up the plugins that have `run`. Processes that were taken up before end as soon as none
  /// of their screens is open.
  ///
  /// A process is started when `start()` is called, or when the first of its screens is shown.
  public func take(_ plugins: [PluginDraft]) {
    processes.forEach { $0.retire() }
    factories = [:]
    prune()
    for plugin in plugins {
      guard let command = PluginCommandLine(plugin) else { continue }
      let process = PluginProcess(command, limits: limits, loop: loop, sink: log)
      processes.append(process)
      for route in plugin.routes {
        guard let screen = route.screen else { continue }
        factories[Array(screen.value.utf8)] = { process.makeScreen($0) }
      }
    }
    turn()
  }

  /// Forgets those that nobody can ask for a screen any more and that have ended.
  private func prune() {
    for index in processes.indices.reversed() {
      guard processes[index].isRetired, !processes[index].hasChild else { continue }
      if isKnownUniquelyReferenced(&processes[index]) { processes.remove(at: index) }
    }
  }

  /// Starts all processes, so that the first screen of each comes sooner.
  public func start() {
    for process in processes where !process.isRetired { process.start() }
    turn()
  }

  /// What an outer loop waits on.
  public var descriptor: Int32 { loop.descriptor }

  /// How long an outer loop may wait before it calls `turn()`; -1 for ever.
  public var timeoutMilliseconds: Int32 {
    // Most apps have none, and this is asked in every turn of the loop.
    guard !processes.isEmpty else { return loop.timeoutMilliseconds }
    if processes.contains(where: \.hasActed) { return 0 }
    arm(until: nil)
    return loop.timeoutMilliseconds
  }

  /// Takes what is there, without waiting.
  public func turn() {
    // What a turn gives to do is known to the system only after another one.
    for _ in 0..<turnsMax {
      for process in processes { process.hasActed = false }
      loop.turn()
      served()
      guard processes.contains(where: \.hasActed) else { return }
    }
  }

  /// Takes what comes in until something is so, at most for the time of a call.
  ///
  /// Nothing is looked at again and again meanwhile: where both sides share a processor, that would
  /// only keep the plugin from answering.
  public func wait(until isDone: () -> Bool) -> Bool {
    let end =
      EventLoop.nowMilliseconds &+ min(limits.callMilliseconds, waitMillisecondsMax)
    while !isDone() {
      guard EventLoop.nowMilliseconds < end, processes.contains(where: \.state.isExpecting) else {
        return false
      }
      arm(until: end)
      loop.wait()
      served()
    }
    return true
  }

  /// Lets all processes end, and ends those that do not. Nothing can be done afterwards.
  public func close() {
    processes.forEach { $0.closeAll() }
    while processes.contains(where: \.hasChild) {
      arm(until: nil)
      loop.wait()
      served()
    }
    factories = [:]
    processes = []
    loop.close()
  }

  private func served() {
    processes.forEach { $0.turn() }
    processes.forEach { $0.killLate() }
  }

  /// Lets the loop wake up for what is due next, and at the latest at `end`.
  private func arm(until end: UInt64?) {
    let deadlines =
      processes.compactMap(\.state.nextDeadline) + processes.compactMap(\.lateDeadline)
      + (end.map { [$0] } ?? [])
    guard let next = deadlines.min() else { return timer.stop() }
    let now = EventLoop.nowMilliseconds
    uv_update_time(loop.loop)
    timer.start(afterMilliseconds: next > now ? next - now : 0)
  }
}

/// The turns of the inner loop in one of the outer one.
private nonisolated let turnsMax = 4
