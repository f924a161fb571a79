import CLibrary
public import CUV

/// A libuv loop and everything that is waited for in it.
///
/// Handles live until `close()`, which must be called once; until then the closures may be called.
public final class EventLoop {
  /// What functions of libuv want.
  public let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private var handles: [UnsafeMutablePointer<uv_handle_t>] = []
  /// What the `data` of handles points to.
  private var kept: [AnyObject] = []

  /// A loop in which nothing is waited for.
  public init() throws(LoopFault) {
    try LoopFault.check(uv_loop_init(loop))
  }

  /// Serves what comes in until `stop()`.
  public func run() {
    uv_run(loop, UV_RUN_DEFAULT)
  }

  /// Serves what is there, without waiting.
  public func turn() {
    uv_run(loop, UV_RUN_NOWAIT)
  }

  /// Waits until something is there or a timer is due, and serves it; returns at once if nothing
  /// can come.
  public func wait() {
    uv_run(loop, UV_RUN_ONCE)
  }

  /// Can be read when `turn()` has something to serve, for a loop outside to wait on, which also
  /// gives it a turn when `timeoutMilliseconds` have passed.
  public var descriptor: Int32 { uv_backend_fd(loop) }

  /// How long an outer loop may wait for `descriptor`; -1 for ever. Changes with everything that is
  /// done in the loop.
  public var timeoutMilliseconds: Int32 {
    // Of a loop that waits for nothing libuv says 0, so that `uv_run` returns.
    uv_loop_alive(loop) == 0 ? -1 : uv_backend_timeout(loop)
  }

  /// Nanoseconds of a clock that only goes forwards.
  public static var nowNanoseconds: UInt64 { uv_hrtime() }

  /// Milliseconds of that clock.
  public static var nowMilliseconds: UInt64 { nowNanoseconds / 1_000_000 }

  /// Ends the waiting of one handle that is not among those which the loop keeps itself, and frees
  /// it in a later turn.
  public static func release<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { handle in
      UnsafeMutableRawPointer(handle)?.deallocate()
    }
  }

  /// Makes `run()` return once the call that is going on has returned.
  public func stop() {
    uv_stop(loop)
  }

  /// Ends all waiting and frees the loop; nothing may be called on it afterwards.
  public func close() {
    for handle in handles { uv_close(handle, nil) }
    uv_run(loop, UV_RUN_DEFAULT)  // Returns when all are closed.
    uv_loop_close(loop)
    for handle in handles { UnsafeMutableRawPointer(handle).deallocate() }
    handles = []
    kept = []
    loop.deallocate()
  }

  /// Calls whenever the descriptor can be read, or fails.
  public func onReadable(_ descriptor: Int32, _ callback: uv_poll_cb) throws(LoopFault) {
    let flags = fcntl(descriptor, F_GETFL)
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    try adopt(poll, uv_poll_init(loop, poll, descriptor))
    // libuv makes it non-blocking, and with it the terminal of everyone who shares it: standard
    // output, and the shell that started us. The loop can do without.
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    try LoopFault.check(uv_poll_start(poll, Int32(UV_READABLE.rawValue), callback))
  }

  /// Calls whenever the descriptor can be read, or fails.
  public func onReadable(
    _ descriptor: Int32, perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    let place = handles.count
    try onReadable(descriptor) { @Sendable handle, _, _ in LoopCall.call(handle?.pointee.data) }
    handles[place].pointee.data = keep(LoopCall(body))
  }

  /// Calls for every signal of that number. Returns what stops and starts that again.
  @discardableResult
  public func onSignal(
    _ number: Int32, _ callback: uv_signal_cb
  ) throws(LoopFault) -> UnsafeMutablePointer<uv_signal_t> {
    let signal = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
    try adopt(signal, uv_signal_init(loop, signal))
    try LoopFault.check(uv_signal_start(signal, callback, number))
    return signal
  }

  /// Calls for every signal of that number.
  public func onSignal(
    _ number: Int32, perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    let signal = try onSignal(number) { @Sendable handle, _ in LoopCall.call(handle?.pointee.data) }
    signal.pointee.data = keep(LoopCall(body))
  }

  /// Calls in a later turn after the wake-up was sent, once for all that were sent until then.
  public func onWakeUp(_ callback: uv_async_cb) throws(LoopFault) -> WakeUp {
    let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    try adopt(async, uv_async_init(loop, async, callback))
    return WakeUp(async)
  }

  /// Calls in a later turn after the wake-up was sent, once for all that were sent until then.
  public func onWakeUp(perform body: @escaping @MainActor () -> Void) throws(LoopFault) -> WakeUp {
    let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    try adopt(
      async,
      uv_async_init(loop, async) { @Sendable handle in LoopCall.call(handle?.pointee.data) })
    async.pointee.data = keep(LoopCall(body))
    return WakeUp(async)
  }

  /// Calls in every turn, right before the loop waits.
  public func onWaiting(_ callback: uv_prepare_cb) throws(LoopFault) {
    let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    try adopt(prepare, uv_prepare_init(loop, prepare))
    try LoopFault.check(uv_prepare_start(prepare, callback))
  }

  /// Calls in every turn, right before the loop waits.
  public func onWaiting(perform body: @escaping @MainActor () -> Void) throws(LoopFault) {
    let place = handles.count
    try onWaiting { @Sendable handle in LoopCall.call(handle?.pointee.data) }
    handles[place].pointee.data = keep(LoopCall(body))
  }

  /// A timer that does not run yet.
  public func timer() throws(LoopFault) -> UnsafeMutablePointer<uv_timer_t> {
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    try adopt(timer, uv_timer_init(loop, timer))
    return timer
  }

  /// A timer that does not run yet and calls when it is due.
  public func timer(perform body: @escaping @MainActor () -> Void) throws(LoopFault) -> LoopTimer {
    let timer = try timer()
    timer.pointee.data = keep(LoopCall(body))
    return LoopTimer(timer)
  }

  /// A watch of a file or folder that is not started yet, with what its `data` points to.
  func watch(data: AnyObject) throws(LoopFault) -> UnsafeMutablePointer<uv_fs_event_t> {
    let watch = UnsafeMutablePointer<uv_fs_event_t>.allocate(capacity: 1)
    try adopt(watch, uv_fs_event_init(loop, watch))
    watch.pointee.data = keep(data)
    return watch
  }

  /// Keeps an object until the loop is closed. Returns where a callback finds it.
  private func keep(_ object: AnyObject) -> UnsafeMutableRawPointer {
    kept.append(object)
    return Unmanaged.passUnretained(object).toOpaque()
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
