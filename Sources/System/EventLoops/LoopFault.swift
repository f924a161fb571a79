internal import CUV

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
