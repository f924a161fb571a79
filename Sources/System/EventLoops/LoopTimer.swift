internal import CUV

/// A timer of a loop. Not to be used after the loop was closed.
public final class LoopTimer {
  private let timer: UnsafeMutablePointer<uv_timer_t>

  init(_ timer: UnsafeMutablePointer<uv_timer_t>) {
    self.timer = timer
  }

  /// Whether it is going to call.
  public var isRunning: Bool {
    uv_is_active(UnsafeMutableRawPointer(timer).assumingMemoryBound(to: uv_handle_t.self)) != 0
  }

  /// Calls after some milliseconds, and then every so many; 0 for once. What it was going to do
  /// before is forgotten.
  public func start(afterMilliseconds: UInt64, everyMilliseconds: UInt64 = 0) {
    uv_timer_start(
      timer, { @Sendable handle in LoopCall.call(handle?.pointee.data) }, afterMilliseconds,
      everyMilliseconds)
  }

  /// Calls no more.
  public func stop() {
    uv_timer_stop(timer)
  }
}
