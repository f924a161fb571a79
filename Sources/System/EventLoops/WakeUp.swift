internal import CUV
import Synchronization

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
