/// A part of a long list: how many results stand before it, and how many it has at most.
struct SearchPage: Hashable, Sendable {
  /// The most results that iTunes gives at once.
  static let limitMax: UInt64 = 200
  /// How many are asked for if the link does not say.
  static let limitUsual: UInt64 = 20

  let offset: UInt64
  /// 1 to `limitMax`.
  let limit: UInt64

  /// What is missing or no number has its usual value; a limit out of bounds has the nearest.
  init(offset: String? = nil, limit: String? = nil) {
    self.init(
      offset: offset.flatMap { UInt64($0) } ?? 0,
      limit: limit.flatMap { UInt64($0) } ?? Self.limitUsual)
  }

  private init(offset: UInt64, limit: UInt64) {
    self.offset = offset
    self.limit = min(Self.limitMax, max(1, limit))
  }

  /// The page behind this one, if this one is full; nobody says how many results there are.
  func next(found count: Int) -> SearchPage? {
    let (offset, isTooFar) = offset.addingReportingOverflow(limit)
    return isTooFar || UInt64(count) < limit ? nil : SearchPage(offset: offset, limit: limit)
  }

  /// The page before this one; `nil` for the first.
  var previous: SearchPage? {
    offset == 0 ? nil : SearchPage(offset: offset - min(offset, limit), limit: limit)
  }
}
