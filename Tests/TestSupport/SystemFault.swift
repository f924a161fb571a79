#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A call of the C library that a test needs and that failed.
public struct SystemFault: Error, CustomStringConvertible {
  /// The call and what `errno` said of it.
  public let description: String

  init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}
