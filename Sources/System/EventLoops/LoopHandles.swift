internal import CUV
import Synchronization

/// Repeatedly waits for events of a descriptor; can be ended before its loop.
@MainActor public final class LoopReader {
  private var poll: UnsafeMutablePointer<uv_poll_t>?
  private let call: LoopCall

  /// Calls back whenever the descriptor, which must be non-blocking, has one of the events or has
  /// failed.
  public init(
    _ descriptor: Int32, for events: LoopEvents = .readable, loop: EventLoop,
    perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let call = LoopCall(body)
    self.call = call
    let status = uv_poll_init(loop.loop, poll, descriptor)
    guard status == 0 else {
      poll.deallocate()
      throw LoopFault(status: status)
    }
    poll.pointee.data = Unmanaged.passUnretained(call).toOpaque()
    self.poll = poll
    do throws(LoopFault) {
      try wait(for: events)
    } catch {
      end()
      throw error
    }
  }

  isolated deinit { end() }

  /// Waits for these events from now on; for none if empty. Does nothing after `end()`.
  public func wait(for events: LoopEvents) throws(LoopFault) {
    guard let poll else { return }
    guard !events.isEmpty else {
      uv_poll_stop(poll)
      return
    }
    try LoopFault.check(
      uv_poll_start(poll, events.rawValue) { @Sendable poll, _, _ in
        LoopCall.call(poll?.pointee.data)
      })
  }

  /// Stops waiting; the descriptor can be closed afterwards. Must be called before the loop is
  /// closed.
  public func end() {
    guard let poll else { return }
    self.poll = nil
    uv_poll_stop(poll)
    poll.pointee.data = nil
    EventLoop.release(poll)
  }
}

/// What to wait for at a descriptor.
public nonisolated struct LoopEvents: OptionSet, Sendable {
  /// libuv's bits.
  public let rawValue: Int32

  /// Creates a set from libuv's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Something can be read, the end included.
  public static let readable = LoopEvents(rawValue: Int32(UV_READABLE.rawValue))
  /// Something can be written.
  public static let writable = LoopEvents(rawValue: Int32(UV_WRITABLE.rawValue))
  /// The peer has closed its side.
  public static let disconnected = LoopEvents(rawValue: Int32(UV_DISCONNECT.rawValue))
}

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

/// Wakes a loop up from any thread, at any time, even after the loop has ended.
public nonisolated final class WakeUp: Sendable {
  /// The address of the handle; `nil` from just before the loop is closed.
  private let handle: Mutex<UInt?>

  init(_ handle: UnsafeMutablePointer<uv_async_t>) {
    self.handle = Mutex(UInt(bitPattern: handle))
  }

  /// Wakes the loop up.
  public func send() {
    handle.withLock { address in
      guard let handle = address.flatMap(UnsafeMutablePointer<uv_async_t>.init(bitPattern:)) else {
        return
      }
      uv_async_send(handle)
    }
  }

  /// Makes `send()` do nothing from now on; called before the loop is closed.
  public func end() { handle.withLock { $0 = nil } }
}

/// The callback of a handle, referenced by the handle's `data`.
nonisolated final class LoopCall {
  private let body: LoopBody<Void>

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = LoopBody { body() }
  }

  /// Calls the callback that `data` points to, if any.
  static func call(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<LoopCall>.fromOpaque(data).takeUnretainedValue().body.call(())
  }
}

/// The body of a libuv callback. libuv calls back on the thread that runs the loop, which is the
/// main actor's. Only debug builds check this, because the check costs more than most callbacks do.
public nonisolated struct LoopBody<Argument>: Sendable {
  @usableFromInline let body: @Sendable (Argument) -> Void

  /// Wraps a closure.
  public init(_ body: @escaping @MainActor @Sendable (Argument) -> Void) {
    // The same cast as in `MainActor.assumeIsolated`, without its check.
    self.body = unsafeBitCast(body, to: (@Sendable (Argument) -> Void).self)
  }

  /// Calls the closure. Must only be called in libuv callbacks.
  @inlinable
  public func call(_ argument: Argument) {
    assert(isOnMainActor(), "libuv called on a thread that does not run the loop")
    body(argument)
  }
}

@usableFromInline
nonisolated func isOnMainActor() -> Bool {
  MainActor.assertIsolated()
  return true
}
