public import Diagnostics

/// A value and the place in a file (or in Swift code) that says it, so that an error can point
/// there.
public struct Located<Value: Sendable>: Sendable {
  /// What is said.
  public var value: Value
  /// Where it is said; `nil` if nobody wrote it down.
  public var position: SourcePosition?

  /// Puts a value and its place together.
  public init(_ value: Value, at position: SourcePosition?) {
    self.value = value
    self.position = position
  }
}
