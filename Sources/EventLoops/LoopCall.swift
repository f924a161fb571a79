/// What is called for a handle; its `data` points here.
final class LoopCall {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// The one that the `data` of a handle points to.
  static func find(_ data: UnsafeMutableRawPointer?) -> LoopCall? {
    data.map { Unmanaged<LoopCall>.fromOpaque($0).takeUnretainedValue() }
  }
}
