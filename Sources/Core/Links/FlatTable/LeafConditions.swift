/// The parts of a link, apart from its path, that a route can have conditions on.
struct LeafConditions {
  /// The base that the path is under; `nil` for an in-app path.
  let base: Int?
  /// The bytes between `?` and `#`, escaped.
  let query: UnsafeBufferPointer<UInt8>

  /// Whether the query has an item for each condition that is not optional, and the first item of
  /// each name fits.
  func fulfil(_ conditions: [TableRoute.Condition]) -> Bool {
    guard !query.isEmpty else { return conditions.allSatisfy(\.query.isOptional) }
    return conditions.allSatisfy { condition in
      guard let value = RawQuery(query).firstValue(of: condition.query.name.utf8) else {
        return condition.query.isOptional
      }
      guard value.contains(UInt8(ascii: "%")) else { return condition.query.type.fits(value) }
      return condition.query.type.fits(Percent.decoded(value)[...])
    }
  }
}
