import CLibrary
public import CUV
import FileAccess

/// A libuv loop and its handles.
///
/// Handles live until `close()`, which must be called exactly once; their callbacks can be called
/// until then.
public final class EventLoop {
  /// The underlying loop, for direct calls to libuv.
  public let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private var handles: [UnsafeMutablePointer<uv_handle_t>] = []
  /// The objects that the handles' `data` pointers refer to.
  private var kept: [AnyObject] = []

  /// Creates a loop without handles.
  public init() throws(LoopFault) {
    try LoopFault.check(uv_loop_init(loop))
  }

  /// Processes events until `stop()`.
  public func run() {
    uv_run(loop, UV_RUN_DEFAULT)
  }

  /// Processes pending events without waiting.
  public func turn() {
    uv_run(loop, UV_RUN_NOWAIT)
  }

  /// Waits for an event or a due timer and processes it; returns at once if no handle is active.
  public func wait() {
    uv_run(loop, UV_RUN_ONCE)
  }

  /// A descriptor that becomes readable when `turn()` has events to process. An outer loop polls
  /// it, and also calls `turn()` after `timeoutMilliseconds`.
  public var descriptor: Int32 { uv_backend_fd(loop) }

  /// The maximum time an outer loop can wait for `descriptor`; -1 for no limit. Any operation on
  /// the loop can change it.
  public var timeoutMilliseconds: Int32 {
    // For a loop without active handles libuv reports 0, so that `uv_run` returns.
    uv_loop_alive(loop) == 0 ? -1 : uv_backend_timeout(loop)
  }

  /// The time of a monotonic clock, in nanoseconds.
  public static var nowNanoseconds: UInt64 { monotonicNanoseconds() }

  /// The time of the same clock, in milliseconds.
  public static var nowMilliseconds: UInt64 { nowNanoseconds / 1_000_000 }

  /// Closes a handle that the loop does not own, and frees it in a later turn.
  public static func release<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { handle in
      UnsafeMutableRawPointer(handle)?.deallocate()
    }
  }

  /// Makes `run()` return after the current callback.
  public func stop() {
    uv_stop(loop)
  }

  /// Closes all handles and frees the loop, which must not be used afterwards.
  public func close() {
    for handle in handles { uv_close(handle, nil) }
    uv_run(loop, UV_RUN_DEFAULT)  // Returns when all handles are closed.
    uv_loop_close(loop)
    for handle in handles { UnsafeMutableRawPointer(handle).deallocate() }
    handles = []
    kept = []
    loop.deallocate()
  }

  /// Calls back whenever the descriptor is readable or has failed.
  public func onReadable(_ descriptor: Int32, _ callback: uv_poll_cb) throws(LoopFault) {
    let flags = fcntl(descriptor, F_GETFL)
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    try adopt(poll, uv_poll_init(loop, poll, descriptor))
    // libuv makes the descriptor non-blocking, and with it the terminal shared with standard output
    // and the parent shell. The loop works without.
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    try LoopFault.check(uv_poll_start(poll, Int32(UV_READABLE.rawValue), callback))
  }

  /// Calls back whenever the descriptor is readable or has failed.
  public func onReadable(
    _ descriptor: Int32, perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    let place = handles.count
    try onReadable(descriptor) { @Sendable handle, _, _ in LoopCall.call(handle?.pointee.data) }
    handles[place].pointee.data = keep(LoopCall(body))
  }

  /// Calls back for every signal of that number. Returns the handle, to stop and restart it.
  @discardableResult
  public func onSignal(
    _ number: Int32, _ callback: uv_signal_cb
  ) throws(LoopFault) -> UnsafeMutablePointer<uv_signal_t> {
    let signal = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
    try adopt(signal, uv_signal_init(loop, signal))
    try LoopFault.check(uv_signal_start(signal, callback, number))
    return signal
  }

  /// Calls back for every signal of that number.
  public func onSignal(
    _ number: Int32, perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    let signal = try onSignal(number) { @Sendable handle, _ in LoopCall.call(handle?.pointee.data) }
    signal.pointee.data = keep(LoopCall(body))
  }

  /// Calls back in a later turn after a wake-up was sent. Several wake-ups can result in one call.
  public func onWakeUp(perform body: @escaping @MainActor () -> Void) throws(LoopFault) -> WakeUp {
    let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    try adopt(
      async,
      uv_async_init(loop, async) { @Sendable handle in LoopCall.call(handle?.pointee.data) })
    async.pointee.data = keep(LoopCall(body))
    return WakeUp(async)
  }

  /// Calls back in every turn, right before the loop waits.
  public func onWaiting(_ callback: uv_prepare_cb) throws(LoopFault) {
    let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    try adopt(prepare, uv_prepare_init(loop, prepare))
    try LoopFault.check(uv_prepare_start(prepare, callback))
  }

  /// Calls back in every turn, right before the loop waits.
  public func onWaiting(perform body: @escaping @MainActor () -> Void) throws(LoopFault) {
    let place = handles.count
    try onWaiting { @Sendable handle in LoopCall.call(handle?.pointee.data) }
    handles[place].pointee.data = keep(LoopCall(body))
  }

  /// Creates a stopped timer.
  public func timer() throws(LoopFault) -> UnsafeMutablePointer<uv_timer_t> {
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    try adopt(timer, uv_timer_init(loop, timer))
    return timer
  }

  /// Creates a stopped timer that calls `body` when it is due.
  public func timer(perform body: @escaping @MainActor () -> Void) throws(LoopFault) -> LoopTimer {
    let timer = try timer()
    timer.pointee.data = keep(LoopCall(body))
    return LoopTimer(timer)
  }

  /// Creates a stopped file-system watch whose `data` points to an object.
  func watch(data: AnyObject) throws(LoopFault) -> UnsafeMutablePointer<uv_fs_event_t> {
    let watch = UnsafeMutablePointer<uv_fs_event_t>.allocate(capacity: 1)
    try adopt(watch, uv_fs_event_init(loop, watch))
    watch.pointee.data = keep(data)
    return watch
  }

  /// Retains an object until the loop is closed. Returns the pointer for a handle's `data`.
  private func keep(_ object: AnyObject) -> UnsafeMutableRawPointer {
    kept.append(object)
    return Unmanaged.passUnretained(object).toOpaque()
  }

  /// Takes ownership of an initialized handle until the loop is closed; frees it and throws if its
  /// initialization failed.
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

/// A failed libuv call.
public nonisolated struct LoopFault: Error {
  /// The status, a negative `UV_` code.
  public let status: Int32

  /// libuv's description of the status.
  public var text: String { String(cString: uv_strerror(status)) }

  /// Creates a fault from a status.
  public init(status: Int32) {
    self.status = status
  }

  /// Throws if the status is negative.
  public static func check(_ status: Int32) throws(LoopFault) {
    if status < 0 { throw LoopFault(status: status) }
  }
}

/// A loop that is driven by an outer loop.
public protocol InnerLoop: AnyObject {
  /// A descriptor that becomes readable when there are events to process.
  var descriptor: Int32 { get }

  /// The maximum time until the next turn; -1 for no limit. Read before every wait.
  var timeoutMilliseconds: Int32 { get }

  /// Processes pending events without waiting.
  func turn()
}
