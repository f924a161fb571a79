import CLibrary
import CSystem
import CUV
public import Diagnostics
public import EventLoops
public import Navigation
public import Screens

/// The processes of an app's plugins, which create the screens of routes with `run`.
///
/// They have an event loop of their own. An outer loop polls `descriptor` for at most
/// `timeoutMilliseconds` and calls `turn()`; a command that has to wait calls `wait(until:)`.
public final class PluginProcesses: ScreenSource, InnerLoop {
  private let loop: EventLoop
  /// Only wakes the loop; its callback is empty.
  private let timer: LoopTimer
  private let limits: PluginLimits
  private let log: (String) -> Void
  /// The maximum time `wait(until:)` waits, if shorter than `PluginLimits.callMilliseconds`.
  public var waitMillisecondsMax = UInt64.max
  /// Whether SIGINT arrived: waits end at once until this is set to false. See
  /// `endWaitsOnInterrupt`.
  public var isInterrupted = false
  /// The processes of the current plugins, and retired ones that are still in use.
  private var processes: [PluginProcess] = []

  /// The screen factories, by the UTF-8 bytes of the screens' names. A screen is first shown as
  /// loading; if the process does not provide it, it shows what its route file describes.
  public private(set) var factories: [[UInt8]: ScreenFactory] = [:]

  /// Creates an instance without plugins.
  /// - Parameters:
  ///   - limits: The limits on each process.
  ///   - log: Receives the standard error of the processes and their failures: escaped lines
  ///     without line ends.
  /// - Throws: `noLoop` if the event loop cannot be created.
  public init(
    limits: PluginLimits = PluginLimits(), log: @escaping (String) -> Void
  ) throws(Diagnostic) {
    csystem_ignore_write_signals()
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

  /// Has SIGINT, which Ctrl-C sends, end waits instead of the program.
  /// - Throws: `noLoop` if the signal cannot be received.
  public func endWaitsOnInterrupt() throws(Diagnostic) {
    do throws(LoopFault) {
      try loop.onSignal(SIGINT) { [weak self] in self?.isInterrupted = true }
    } catch {
      throw .noLoop(reason: error.text)
    }
  }

  /// Replaces the plugins with those in `plugins` that have `run`. The previous processes end as
  /// soon as none of their screens is open.
  ///
  /// A process is started by `start()`, or when its first screen is requested.
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

  /// Removes retired processes that have ended and that no factory or screen references.
  private func prune() {
    for index in processes.indices.reversed() {
      guard processes[index].isRetired, !processes[index].hasChild else { continue }
      if isKnownUniquelyReferenced(&processes[index]) { processes.remove(at: index) }
    }
  }

  /// Starts all processes, so that their first screens appear sooner.
  public func start() {
    for process in processes where !process.isRetired { process.start() }
    turn()
  }

  /// The descriptor that an outer loop polls.
  public var descriptor: Int32 { loop.descriptor }

  /// The maximum time until an outer loop calls `turn()`; -1 for no limit.
  public var timeoutMilliseconds: Int32 {
    // Most apps have no plugins, and this is called in every turn of the loop.
    guard !processes.isEmpty else { return loop.timeoutMilliseconds }
    if processes.contains(where: \.hasActed) { return 0 }
    arm(until: nil)
    return loop.timeoutMilliseconds
  }

  /// Processes pending events without waiting.
  public func turn() {
    // Effects performed in one turn reach the system only in the next.
    for _ in 0..<turnsMax {
      for process in processes { process.hasActed = false }
      loop.turn()
      served()
      guard processes.contains(where: \.hasActed) else { return }
    }
  }

  /// The time limit of a call.
  public var waitMilliseconds: UInt64 { limits.callMilliseconds }

  /// Processes events until `isDone` returns true, for at most the time limit of a call. Returns
  /// false if the time is up, no more events are expected, or SIGINT ended the wait.
  ///
  /// Does not poll in between: where both sides share a processor, that would only delay the
  /// plugin's answer.
  public func wait(until isDone: () -> Bool) -> Bool {
    let end =
      EventLoop.nowMilliseconds &+ min(waitMilliseconds, waitMillisecondsMax)
    while !isDone() {
      guard !isInterrupted, EventLoop.nowMilliseconds < end,
        processes.contains(where: \.state.isExpecting)
      else { return false }
      arm(until: end)
      loop.wait()
      served()
    }
    return true
  }

  /// Asks all processes to end, and kills those that do not. This object must not be used
  /// afterwards.
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

  /// Sets the timer to the next deadline, at the latest `end`.
  private func arm(until end: UInt64?) {
    var next = end
    for process in processes {
      next = earlier(next, earlier(process.state.nextDeadline, process.lateDeadline))
    }
    guard let next else { return timer.stop() }
    let now = EventLoop.nowMilliseconds
    uv_update_time(loop.loop)
    timer.start(afterMilliseconds: next > now ? next - now : 0)
  }
}

/// The earlier of two deadlines, if there is any.
nonisolated func earlier(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

/// The maximum turns of the inner loop per turn of the outer one.
private nonisolated let turnsMax = 4
