public import Diagnostics

/// A value and its source position, for use in errors.
public struct Located<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// Where it is written; `nil` if unknown.
  public var position: SourcePosition?

  /// Creates a located value.
  public init(_ value: Value, at position: SourcePosition?) {
    self.value = value
    self.position = position
  }
}
