import CLibrary
internal import CSystem
public import EventLoops

/// The signals of a daemon: the first SIGTERM or SIGINT ends it gracefully, a second one at once;
/// SIGHUP reloads its files; SIGPIPE is ignored.
@MainActor public final class ServiceSignals {
  /// How the daemon is to end.
  public enum Ending: Sendable, Hashable {
    /// After finishing pending work.
    case gentle
    /// Immediately.
    case atOnce
  }

  private var isEnding = false

  /// Handles signals until the loop is closed.
  /// - Parameters:
  ///   - onEnd: Called for every SIGTERM and SIGINT.
  ///   - onReload: Called for SIGHUP; several signals at once may cause one call.
  public init(
    loop: EventLoop, onEnd: @escaping (Ending) -> Void, onReload: @escaping () -> Void
  ) throws(LoopFault) {
    csystem_ignore_sigpipe()
    // The parent process may have blocked signals, which is inherited.
    var served = sigset_t()
    sigemptyset(&served)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&served, number) }
    pthread_sigmask(SIG_UNBLOCK, &served, nil)
    for number in [SIGTERM, SIGINT] {
      try loop.onSignal(number) { [self] in  // The loop retains it, so that no signal is lost.
        defer { isEnding = true }
        onEnd(isEnding ? .atOnce : .gentle)
      }
    }
    try loop.onSignal(SIGHUP) { onReload() }
  }
}
