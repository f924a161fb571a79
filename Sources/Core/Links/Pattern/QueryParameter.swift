import Diagnostics

/// A query item that a route declares (docs/route-files.md).
public struct QueryParameter: Hashable, Sendable {
  /// The name, decoded.
  public let name: String
  /// The type that the first item of that name must fit.
  public let type: ValueType
  /// If false, the route matches only links that have the item: it is a condition. If true, the
  /// item may be absent, but must fit if it is present.
  public let isOptional: Bool
  /// Whether a value that does not fit counts as missing. The item is then optional, and no
  /// condition.
  public let ignoresMisfits: Bool

  /// Declares an item.
  public init(name: String, type: ValueType, isOptional: Bool, ignoresMisfits: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional || ignoresMisfits
    self.ignoresMisfits = ignoresMisfits
  }

  /// What the item requires of a link: that of an item that ignores misfits is fulfilled by any.
  var condition: QueryParameter {
    ignoresMisfits ? QueryParameter(name: name, type: .string, isOptional: true) : self
  }

  /// Equal byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.name, right.name) && left.type == right.type
      && left.isOptional == right.isOptional && left.ignoresMisfits == right.ignoresMisfits
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TextBytes(name))
    hasher.combine(type)
    hasher.combine(isOptional)
    hasher.combine(ignoresMisfits)
  }
}
