import Diagnostics

/// What a link opens.
public struct RouteMatch: Hashable, Sendable {
  /// The route's index in the array that the table was built from.
  public let route: Int
  /// One value for each of `RouteTable.parameters(of:)`, decoded once; `nil` for an absent optional
  /// parameter.
  public let values: [String?]
  /// All items of the link's query, declared or not.
  public let query: [QueryItem]
  /// The base that the link is under, as an index of `RouteTable.bases`; `nil` for an in-app path.
  public let base: Int?

  /// Equal byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.route == right.route && left.base == right.base && left.query == right.query
      && left.values.elementsEqual(right.values, by: sameBytes)
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(route)
    hasher.combine(query)
    hasher.combine(base)
    for case let value? in values { hasher.combine(TextBytes(value)) }
  }
}
