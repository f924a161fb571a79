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
    // By index: a copy of a condition would retain its name and its type.
    return conditions.indices.allSatisfy { index in
      guard let value = RawQuery(query).firstValue(of: conditions[index].query.name.utf8) else {
        return conditions[index].query.isOptional
      }
      guard value.contains(UInt8(ascii: "%")) else {
        return conditions[index].query.type.fits(value)
      }
      return conditions[index].query.type.fits(Percent.decoded(value)[...])
    }
  }
}
