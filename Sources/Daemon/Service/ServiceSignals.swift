import CLibrary
internal import CSystem
public import EventLoops

/// The signals of a daemon: SIGTERM and SIGINT end it, the first gently, a second at once; SIGHUP
/// makes it read its files again; SIGPIPE does nothing.
@MainActor public final class ServiceSignals {
  /// How a signal wants the daemon to end.
  public enum Ending: Sendable, Hashable {
    /// What was begun is finished.
    case gentle
    /// Now.
    case atOnce
  }

  private var isEnding = false

  /// Serves signals from now on, until the loop is closed.
  /// - Parameters:
  ///   - onEnd: Called for every SIGTERM and SIGINT.
  ///   - onReload: Called for SIGHUP; several that come together may be one call.
  public init(
    loop: EventLoop, onEnd: @escaping (Ending) -> Void, onReload: @escaping () -> Void
  ) throws(LoopFault) {
    csystem_ignore_sigpipe()
    // Whoever started us may have blocked signals, which is inherited.
    var served = sigset_t()
    sigemptyset(&served)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&served, number) }
    pthread_sigmask(SIG_UNBLOCK, &served, nil)
    for number in [SIGTERM, SIGINT] {
      try loop.onSignal(number) { [self] in  // The loop keeps it, so that none is lost.
        defer { isEnding = true }
        onEnd(isEnding ? .atOnce : .gentle)
      }
    }
    try loop.onSignal(SIGHUP) { onReload() }
  }
}
