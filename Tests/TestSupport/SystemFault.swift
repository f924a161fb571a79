import CLibrary

/// A failed call of the C library.
public struct SystemFault: Error, CustomStringConvertible {
  /// The call and its `errno` as text.
  public let description: String

  init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}
