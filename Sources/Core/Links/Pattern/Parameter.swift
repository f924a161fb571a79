/// A named value that a route takes from a link: from the path, from a declared query item, or one
/// of its other parts.
public struct Parameter: Hashable, Sendable {
  /// The part of the link that has the value.
  public enum Place: Hashable, Sendable {
    case path
    case query
    case part(LinkPart)
  }

  /// The name, unique in its route; a wildcard without a name is called `0`, `1`, … in its order.
  public let name: String
  /// The type of the value.
  public let type: ValueType
  /// Whether the route also matches without it.
  public let isOptional: Bool
  /// The part of the link that has the value.
  public let place: Place
  /// Whether a value can span several segments: a wildcard, a repeated parameter, or an expression
  /// that matches `/`.
  public let spansSegments: Bool
  /// Whether a value of the query that does not fit the type counts as missing.
  public let ignoresMisfits: Bool

  /// Declares a parameter.
  public init(
    name: String, type: ValueType, isOptional: Bool, place: Place, spansSegments: Bool = false,
    ignoresMisfits: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.place = place
    self.spansSegments = spansSegments
    self.ignoresMisfits = ignoresMisfits
  }
}

/// A part of a link that can be a value of a route, called by its name (docs/route-files.md).
public enum LinkPart: String, Hashable, Sendable, CaseIterable {
  /// The scheme in lower case; absent for an in-app path.
  case scheme
  /// The host, with its port if that is not the scheme's own; in lower case for http and https.
  /// Absent for an in-app path, and if the link has none.
  case host
  /// The text between `?` and `#`, as it is in the link; absent if there is no `?`.
  case query
}
