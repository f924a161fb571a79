import Languages

/// What a rule requires of a link's query.
public enum QueryPattern: Hashable, Sendable {
  /// The whole query matches, as in `"?": "a=1"`.
  case text(PartPattern)
  /// Each named item matches; further items are free, as in `"?": { "a": "1" }`.
  case items([ItemPattern])
}

/// What a rule requires of the items with one name.
public struct ItemPattern: Hashable, Sendable {
  /// Which of the items with the name must match.
  public enum Quantifier: Hashable, Sendable {
    /// Each of them; without any, the empty text must match (Apple).
    case every
    /// At least one (Android).
    case some
  }

  /// The name.
  public let name: [UInt8]
  /// The pattern of the values; an item without `=` has an empty one.
  public let value: PartPattern
  /// Which items must match.
  public let quantifier: Quantifier
  /// The name as a pattern, read as the value is. Whether Apple ignores the case of names is not
  /// documented; here it does so with that of values.
  let namePattern: PartPattern

  /// A pattern for the items with a name.
  public init(
    name: [UInt8], value: PartPattern, quantifier: Quantifier, isCaseSensitive: Bool = true
  ) {
    self.name = name
    self.value = value
    self.quantifier = quantifier
    namePattern = PartPattern(
      Glob(literal: name, isCaseSensitive: isCaseSensitive), isDecoded: value.isDecoded)
  }

  /// Whether a query, as written in a link, has the required items.
  public func matches(_ query: [UInt8]) -> Bool {
    ItemsMachine([self]).matches(query)
  }
}
