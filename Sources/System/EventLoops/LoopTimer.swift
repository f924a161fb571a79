internal import CUV

/// A timer of a loop. Must not be used after the loop was closed.
public final class LoopTimer {
  private let timer: UnsafeMutablePointer<uv_timer_t>

  init(_ timer: UnsafeMutablePointer<uv_timer_t>) {
    self.timer = timer
  }

  /// Whether the timer is running.
  public var isRunning: Bool {
    uv_is_active(UnsafeMutableRawPointer(timer).assumingMemoryBound(to: uv_handle_t.self)) != 0
  }

  /// Starts the timer, replacing any earlier schedule. It calls back after `afterMilliseconds`,
  /// then every `everyMilliseconds`; 0 for only once.
  public func start(afterMilliseconds: UInt64, everyMilliseconds: UInt64 = 0) {
    uv_timer_start(
      timer, { @Sendable handle in LoopCall.call(handle?.pointee.data) }, afterMilliseconds,
      everyMilliseconds)
  }

  /// Stops the timer.
  public func stop() {
    uv_timer_stop(timer)
  }
}
