internal import CUV

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A libuv loop and everything that is waited for in it.
///
/// Handles live until `close()`, which must be called once; until then the closures may be called.
final class EventLoop {
  private let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private var handles: [UnsafeMutablePointer<uv_handle_t>] = []

  init() throws(LoopFault) {
    try LoopFault.check(uv_loop_init(loop))
  }

  /// Serves what comes in until `stop()`.
  func run() {
    uv_run(loop, UV_RUN_DEFAULT)
  }

  /// Makes `run()` return once the call that is going on has returned.
  func stop() {
    uv_stop(loop)
  }

  /// Ends all waiting and frees the loop; nothing may be called on it afterwards.
  func close() {
    for handle in handles { uv_close(handle, nil) }
    uv_run(loop, UV_RUN_DEFAULT)  // Returns when all are closed.
    uv_loop_close(loop)
    for handle in handles { UnsafeMutableRawPointer(handle).deallocate() }
    handles = []
    loop.deallocate()
  }

  /// Calls whenever the descriptor can be read, or fails.
  func onReadable(_ descriptor: Int32, _ callback: uv_poll_cb) throws(LoopFault) {
    let flags = fcntl(descriptor, F_GETFL)
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    try adopt(poll, uv_poll_init(loop, poll, descriptor))
    // libuv makes it non-blocking, and with it the terminal of everyone who shares it: standard
    // output, and the shell that started us. The loop can do without.
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    try LoopFault.check(uv_poll_start(poll, Int32(UV_READABLE.rawValue), callback))
  }

  /// Calls for every signal of that number. Returns what stops and starts that again.
  @discardableResult
  func onSignal(
    _ number: Int32, _ callback: uv_signal_cb
  ) throws(LoopFault) -> UnsafeMutablePointer<uv_signal_t> {
    let signal = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
    try adopt(signal, uv_signal_init(loop, signal))
    try LoopFault.check(uv_signal_start(signal, callback, number))
    return signal
  }

  /// Calls in a later turn after the wake-up was sent, once for all that were sent until then.
  func onWakeUp(_ callback: uv_async_cb) throws(LoopFault) -> WakeUp {
    let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    try adopt(async, uv_async_init(loop, async, callback))
    return WakeUp(async)
  }

  /// A timer that does not run yet.
  func timer() throws(LoopFault) -> UnsafeMutablePointer<uv_timer_t> {
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    try adopt(timer, uv_timer_init(loop, timer))
    return timer
  }

  /// A watch of a file or folder that is not started yet. Its `data` is the given number.
  func watch(number: Int) throws(LoopFault) -> UnsafeMutablePointer<uv_fs_event_t> {
    let watch = UnsafeMutablePointer<uv_fs_event_t>.allocate(capacity: 1)
    try adopt(watch, uv_fs_event_init(loop, watch))
    watch.pointee.data = UnsafeMutableRawPointer(bitPattern: number)
    return watch
  }

  /// Keeps a handle until the loop is closed, if it was made.
  private func adopt<Handle>(
    _ handle: UnsafeMutablePointer<Handle>, _ status: Int32
  ) throws(LoopFault) {
    guard status == 0 else {
      handle.deallocate()
      throw LoopFault(status: status)
    }
    handles.append(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self))
  }
}
