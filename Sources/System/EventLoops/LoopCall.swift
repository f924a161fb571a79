/// What is called for a handle; its `data` points here.
nonisolated final class LoopCall {
  private let body: LoopBody<Void>

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = LoopBody { body() }
  }

  /// Calls the one that the `data` of a handle points to, if there is one.
  static func call(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<LoopCall>.fromOpaque(data).takeUnretainedValue().body.call(())
  }
}
