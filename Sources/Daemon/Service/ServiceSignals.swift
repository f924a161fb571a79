import CLibrary
internal import CSystem
public import EventLoops

/// The signals of a daemon: the first SIGTERM or SIGINT ends it gracefully, a second one at once;
/// SIGHUP reloads its files; SIGUSR1 reopens its log; SIGUSR2, SIGALRM, SIGPIPE and SIGXFSZ are
/// ignored.
@MainActor public final class ServiceSignals {
  /// How the daemon is to end.
  public enum Ending: Sendable, Hashable {
    /// After finishing pending work.
    case gentle
    /// Immediately.
    case atOnce
  }

  private var isEnding = false
  /// When the last reload ended, in milliseconds; `nil` before the first.
  private var reloadedAt: UInt64?

  /// Ignores the signals that otherwise end a process and do not mean an end; those that do end it
  /// with exit code 0. Call it at the start, before there is a loop or anything to lose.
  public nonisolated static func prepare() {
    csystem_ignore_write_signals()
    for number in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
  }

  /// Handles signals until the loop is closed.
  /// - Parameters:
  ///   - onEnd: Called for every SIGTERM and SIGINT.
  ///   - onReload: Called for SIGHUP: at once, but not until `reloadPauseMilliseconds` after the
  ///     last call. Signals that arrive meanwhile cause one call together.
  ///   - onReopen: Called for SIGUSR1; several signals at once may cause one call.
  public init(
    loop: EventLoop, onEnd: @escaping (Ending) -> Void, onReload: @escaping () -> Void,
    onReopen: @escaping () -> Void = {},
    reloadPauseMilliseconds pause: UInt64 = reloadPauseMilliseconds
  ) throws(LoopFault) {
    Self.prepare()
    for number in [SIGTERM, SIGINT] {
      try loop.onSignal(number) { [self] in  // The loop retains it, so that no signal is lost.
        defer { isEnding = true }
        onEnd(isEnding ? .atOnce : .gentle)
      }
    }
    let reload: @MainActor () -> Void = { [self] in
      onReload()
      reloadedAt = EventLoop.nowMilliseconds
    }
    let timer = try loop.timer(perform: reload)
    try loop.onSignal(SIGHUP) { [self] in
      guard !timer.isRunning else { return }
      let passed = reloadedAt.map { EventLoop.nowMilliseconds &- $0 } ?? pause
      if passed >= pause { reload() } else { timer.start(afterMilliseconds: pause - passed) }
    }
    try loop.onSignal(SIGUSR1) { onReopen() }
  }
}
