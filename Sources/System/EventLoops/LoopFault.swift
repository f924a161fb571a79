internal import CUV

/// A call of libuv that failed.
public nonisolated struct LoopFault: Error {
  /// A negative `UV_` code.
  public let status: Int32

  /// What libuv says about it.
  public var text: String { String(cString: uv_strerror(status)) }

  /// A call that gave this status.
  public init(status: Int32) {
    self.status = status
  }

  /// Throws if the status is a failure.
  public static func check(_ status: Int32) throws(LoopFault) {
    if status < 0 { throw LoopFault(status: status) }
  }
}
