/// What a table knows of its routes and their variants, row behind row: a million objects, each
/// with arrays of its own, would take longer to make than all else.
///
/// Numbers are of 32 bits: a table whose rows they could not count would need hundreds of gigabytes
/// before it came here.
package struct TableRows: Sendable {
  struct Route: Sendable {
    /// Where its variants begin; they end where those of the next route begin.
    let variants: Int32
    /// An index of `conditions`.
    let conditions: Int32
    /// An index of `basesUnder`.
    let basesUnder: Int32
    let parameterCount: Int32
  }

  struct Variant: Sendable {
    let route: Int32
    /// Where its segments and captures begin; they end where those of the next variant begin.
    let segments: Int32
    let captures: Int32
    /// An index of `rests`; -1 if there is none.
    var rest: Int32 = -1
  }

  let specifications: [RouteSpecification]
  /// Of each route, and behind the last one.
  var routes: [Route] = []
  /// Of each variant, and behind the last one.
  var variants: [Variant] = []
  /// The numbers of all segments of all variants.
  package var segments: [Int32] = []
  /// What each number of a segment means.
  package var matchers: [SegmentMatcher] = []
  var captures: [TableVariant.Capture] = []
  var rests: [TableVariant.Rest] = []
  /// The declared query items of routes that have any; the first is empty, for all others.
  var conditions: [[TableRoute.Condition]] = [[]]
  /// For each base of the table whether a route stands under it.
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

  /// The row of the variant whose segments and captures are appended next.
  func nextVariant(of route: Int) -> Variant {
    Variant(
      route: Int32(truncatingIfNeeded: route),
      segments: Int32(truncatingIfNeeded: segments.count),
      captures: Int32(truncatingIfNeeded: captures.count))
  }

  /// Where the segments of a variant stand.
  package func segments(of variant: Int) -> Range<Int> {
    Int(variants[variant].segments)..<Int(variants[variant + 1].segments)
  }
}

/// The rows of a table that is built, which each of its routes and variants holds on to.
package final class SharedRows: Sendable {
  package let rows: TableRows

  init(_ rows: TableRows) {
    self.rows = rows
  }
}
