/// What a route may demand of a link beside its path.
struct LeafConditions {
  /// The base under which the path stands; nil for a path from inside.
  let base: Int?
  /// The bytes between `?` and `#`, none of them escaped.
  let query: UnsafeBufferPointer<UInt8>

  /// Whether an item is there for each condition, unless it is optional, and the first of its name
  /// fits.
  func fulfil(_ conditions: [TableRoute.Condition]) -> Bool {
    conditions.allSatisfy { condition in
      guard let value = first(condition.query.name) else { return condition.query.isOptional }
      return condition.query.type.fits(value)
    }
  }

  /// The value of the first item of that name.
  private func first(_ name: String) -> UnsafeBufferPointer<UInt8>? {
    var start = 0
    while start < query.count {
      var end = start
      var equals: Int?
      while end < query.count, query[end] != UInt8(ascii: "&") {
        if equals == nil, query[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      let nameEnd = equals ?? end
      let found = UnsafeBufferPointer(rebasing: query[start..<nameEnd])
      if start < end, isName(found, name) {
        return UnsafeBufferPointer(rebasing: query[(equals.map { $0 + 1 } ?? end)..<end])
      }
      start = end + 1
    }
    return nil
  }

  private func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ name: String) -> Bool {
    guard bytes.count == name.utf8.count else { return false }
    return name.utf8.elementsEqual(bytes)
  }
}
