internal import CUV
import Synchronization

/// Makes the loop take a turn; from any thread, and at any time, even after the loop has ended.
public nonisolated final class WakeUp: Sendable {
  /// The address of the handle; `nil` once the loop is about to end.
  private let handle: Mutex<UInt?>

  init(_ handle: UnsafeMutablePointer<uv_async_t>) {
    self.handle = Mutex(UInt(bitPattern: handle))
  }

  /// Makes it take a turn.
  public func send() {
    handle.withLock { address in
      guard let handle = address.flatMap(UnsafeMutablePointer<uv_async_t>.init(bitPattern:)) else {
        return
      }
      uv_async_send(handle)
    }
  }

  /// The loop ends: nothing is sent any more.
  public func end() { handle.withLock { $0 = nil } }
}
