/// A page of search results: the number of results before it, and the most that it holds.
struct SearchPage: Hashable, Sendable {
  /// The most results that iTunes returns at once.
  static let limitMax: UInt64 = 200
  /// The default number of results.
  static let limitUsual: UInt64 = 20

  let offset: UInt64
  /// From 1 to `limitMax`.
  let limit: UInt64

  /// Parses the items of a link. A missing or non-numeric item has its default; a limit out of
  /// bounds is clamped.
  init(offset: String? = nil, limit: String? = nil) {
    self.init(
      offset: offset.flatMap { UInt64($0) } ?? 0,
      limit: limit.flatMap { UInt64($0) } ?? Self.limitUsual)
  }

  private init(offset: UInt64, limit: UInt64) {
    self.offset = offset
    self.limit = min(Self.limitMax, max(1, limit))
  }

  /// The page after this one, if this one is full; the API does not report the number of results.
  func next(found count: Int) -> SearchPage? {
    let (offset, isTooFar) = offset.addingReportingOverflow(limit)
    return isTooFar || UInt64(count) < limit ? nil : SearchPage(offset: offset, limit: limit)
  }

  /// The page before this one; `nil` for the first.
  var previous: SearchPage? {
    offset == 0 ? nil : SearchPage(offset: offset - min(offset, limit), limit: limit)
  }
}
