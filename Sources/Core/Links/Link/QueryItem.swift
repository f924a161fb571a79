/// One `name=value` of a link's query, decoded once; `+` stays `+` (design §5.1).
public struct QueryItem: Hashable, Sendable {
  /// What stands before the first `=`; may be empty.
  public let name: String
  /// What stands after the first `=`; empty where there is none.
  public let value: String

  /// Pairs a name with a value, both decoded.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Equal byte for byte: String's own equality would take canonical equivalents for the same.
  public static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.name, right.name) && sameBytes(left.value, right.value)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hashBytes(of: name, into: &hasher)
    hashBytes(of: value, into: &hasher)
  }
}
