internal import CUV

/// Repeatedly waits until a descriptor is readable; can be ended before its loop.
@MainActor public final class LoopReader {
  private var poll: UnsafeMutablePointer<uv_poll_t>?
  private let call: LoopCall

  /// Calls back whenever the descriptor, which must be non-blocking, is readable or has failed.
  public init(
    _ descriptor: Int32, loop: EventLoop, perform body: @escaping @MainActor () -> Void
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
    let started = uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { @Sendable poll, _, _ in
      LoopCall.call(poll?.pointee.data)
    }
    guard started == 0 else {
      end()
      throw LoopFault(status: started)
    }
  }

  isolated deinit { end() }

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
