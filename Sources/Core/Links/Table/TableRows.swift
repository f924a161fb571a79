/// The routes of a table and their variants as rows of a few arrays: a million objects with arrays
/// of their own would dominate the time to build a table.
///
/// Indices have 32 bits: a table with more rows would need hundreds of gigabytes.
package struct TableRows: Sendable {
  struct Route: Sendable {
    /// The index of its first variant; the variants of the next route follow.
    let variants: Int32
    /// An index of `conditions`.
    let conditions: Int32
    /// An index of `basesUnder`.
    let basesUnder: Int32
    let parameterCount: Int32
  }

  struct Variant: Sendable {
    let route: Int32
    /// The indices of its first segment and capture; those of the next variant follow.
    let segments: Int32
    let captures: Int32
    /// An index of `rests`; -1 for none.
    var rest: Int32 = -1
  }

  let specifications: [RouteSpecification]
  /// One per route, and one after the last.
  var routes: [Route] = []
  /// One per variant, and one after the last.
  var variants: [Variant] = []
  /// The segments of all variants, as indices of `matchers`.
  package var segments: [Int32] = []
  package var matchers: [SegmentMatcher] = []
  var captures: [TableVariant.Capture] = []
  var rests: [TableVariant.Rest] = []
  /// The declared query items of routes that have any; the first entry is empty, for the others.
  var conditions: [[TableRoute.Condition]] = [[]]
  /// For each base of the table, whether a route is under it.
  var basesUnder: [[Bool]] = []

  /// Appends a route, before its variants.
  mutating func appendRoute(conditions: Int, parameterCount: Int) {
    routes.append(
      Route(
        variants: Int32(truncatingIfNeeded: variants.count),
        conditions: Int32(truncatingIfNeeded: conditions),
        basesUnder: Int32(truncatingIfNeeded: basesUnder.count - 1),
        parameterCount: Int32(truncatingIfNeeded: parameterCount)))
  }

  /// The row of a variant whose segments and captures are appended next.
  func nextVariant(of route: Int) -> Variant {
    Variant(
      route: Int32(truncatingIfNeeded: route),
      segments: Int32(truncatingIfNeeded: segments.count),
      captures: Int32(truncatingIfNeeded: captures.count))
  }

  /// The indices of a variant's segments.
  package func segments(of variant: Int) -> Range<Int> {
    Int(variants[variant].segments)..<Int(variants[variant + 1].segments)
  }
}

/// The rows of a built table, retained by its routes and variants.
package final class SharedRows: Sendable {
  package let rows: TableRows

  init(_ rows: TableRows) {
    self.rows = rows
  }
}
