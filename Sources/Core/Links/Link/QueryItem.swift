import Diagnostics

/// One `name=value` of a link's query, decoded once; `+` stays `+` (docs/navigation.md).
public struct QueryItem: Hashable, Sendable {
  /// The text before the first `=`; may be empty.
  public let name: String
  /// The text after the first `=`; empty if there is none.
  public let value: String

  /// Pairs a name with a value, both decoded.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Equal byte for byte, not by String's canonical equivalence.
  public static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.name, right.name) && sameBytes(left.value, right.value)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TextBytes(name))
    hasher.combine(TextBytes(value))
  }
}
