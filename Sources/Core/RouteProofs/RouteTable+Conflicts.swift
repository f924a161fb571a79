import Diagnostics
public import Links

extension RouteTable {
  /// Builds a table, and proves that no two of its routes conflict: of two that tie and share a
  /// link, all links of one are links of the other too, or every shared link opens a third route.
  ///
  /// - Throws: All errors of the routes themselves; if there are none, an error for every route
  ///   that conflicts with an earlier one.
  public convenience init(_ specifications: [RouteSpecification]) throws(RouteTableErrors) {
    var stepsLeft = Limits.comparisonStepsMax
    try self.init(specifications, stepsLeft: &stepsLeft)
  }

  /// - Parameter stepsLeft: The steps that all comparisons may take; reduced by those taken. If
  ///   they run out, every route that is left has an error.
  package convenience init(
    _ specifications: [RouteSpecification], stepsLeft: inout Int
  ) throws(RouteTableErrors) {
    let table = try RouteTable(unchecked: specifications)
    self.init(table, try table.settledTies(&stepsLeft))
  }

  /// The order of routes that tie and share a link.
  ///
  /// Only variants of equal rank can tie. Grouping them by their literal segments avoids most
  /// comparisons.
  ///
  /// - Throws: An error for every route that conflicts with an earlier one.
  private func settledTies(
    _ stepsLeft: inout Int
  ) throws(RouteTableErrors) -> RoutePrecedence {
    let keys = BucketKeys(shared.rows, ranks: ranks)
    var search = TieSearch(table: self, stepsMax: stepsLeft)
    defer { stepsLeft = search.stepsLeft }
    let fixed = variants.indices.filter { variants[$0].rest == nil }
    for bucket in buckets(of: fixed, keys.whole) { search.compare(bucket) { _, _ in true } }
    let rests = variants.indices.filter { variants[$0].rest != nil }
    let withRest = Set(rests.map { ranks[$0] })
    let all = rests.isEmpty ? [] : variants.indices.filter { withRest.contains(ranks[$0]) }
    for bucket in buckets(of: all, keys.beginnings)
    where bucket.contains(where: { variants[$0].rest != nil }) {
      // Two variants without a rest are compared above if necessary.
      search.compare(bucket) { $0.rest != nil || $1.rest != nil }
    }
    let errors = search.errors
    guard errors.isEmpty else {
      throw RouteTableErrors(
        errors.keys.ascending().compactMap { errors[$0] }, routes: Set(errors.keys),
        areCompared: true)
    }
    return RoutePrecedence(search.followers)
  }

  /// The groups of two or more variants with the same key, ordered by their first variants.
  private func buckets(of indices: [Int], _ keys: [UInt64]) -> [[Int]] {
    let sorted = indices.map { keys[$0] }.sorted()
    var repeated: [UInt64: [Int]] = [:]
    for (one, next) in zip(sorted, sorted.dropFirst()) where one == next { repeated[one] = [] }
    guard !repeated.isEmpty else { return [] }
    for index in indices { repeated[keys[index]]?.append(index) }
    return repeated.values.inOrder { $0[0] < $1[0] }
  }
}

/// Hashes of the rank and literal segments of each variant, ASCII in lower case. A collision only
/// costs a comparison.
private struct BucketKeys {
  /// Of all segments.
  private(set) var whole: [UInt64] = []
  /// Of the leading literals only: if one of two variants has a rest, later segments need not be
  /// aligned.
  private(set) var beginnings: [UInt64] = []

  init(_ rows: TableRows, ranks: [Int]) {
    let own = rows.matchers.map(Self.number(of:))
    let literals = rows.matchers.map(Self.isLiteral)
    whole.reserveCapacity(ranks.count)
    beginnings.reserveCapacity(ranks.count)
    for (index, order) in ranks.enumerated() {
      var key = FNV()
      key.add(UInt64(truncatingIfNeeded: order))
      var beginning: UInt64?
      for segment in rows.segments[rows.segments(of: index)] {
        if !literals[Int(segment)], beginning == nil { beginning = key.value }
        key.add(own[Int(segment)])
      }
      whole.append(key.value)
      beginnings.append(beginning ?? key.value)
    }
  }

  private static func isLiteral(_ matcher: SegmentMatcher) -> Bool {
    switch matcher {
    case .literal, .foldedLiteral: true
    case .free, .typed, .piece: false
    }
  }

  private static func number(of matcher: SegmentMatcher) -> UInt64 {
    var hash = FNV()
    if case .literal(let bytes) = matcher { hash.add(bytes.lazy.map { $0.folded }) }
    if case .foldedLiteral(let bytes) = matcher { hash.add(bytes.lazy.map { $0.folded }) }
    return hash.value
  }
}
