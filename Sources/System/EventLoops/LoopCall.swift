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
