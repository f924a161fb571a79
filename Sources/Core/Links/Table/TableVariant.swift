/// One way to read a route's pattern, ready to match: segments one by one, and where a piece can
/// cross segments, one automaton for it and all that follows.
///
/// Two words, because lookups take one of many; what it tells stands in the table's rows.
struct TableVariant: Sendable {
  enum Rest: Sendable {
    /// One segment or more, all of it the value of this parameter.
    case all
    case program(Program)
  }

  /// Where a path parameter's value comes from.
  struct Capture: Sendable {
    enum Source: Sendable {
      /// The whole segment.
      case segment(Int)
      /// A capture of the segment's program.
      case piece(segment: Int, capture: Int)
      /// A capture of the rest's program; `isRaw` if it keeps empty segments.
      case rest(capture: Int, isRaw: Bool)
      case all
    }
    let parameter: Int
    let source: Source
  }

  /// What each segment must be.
  struct Segments: RandomAccessCollection {
    fileprivate let shared: SharedRows
    fileprivate let range: Range<Int>

    var startIndex: Int { 0 }
    var endIndex: Int { range.count }
    subscript(_ index: Int) -> SegmentMatcher {
      shared.rows.matchers[Int(shared.rows.segments[range.lowerBound + index])]
    }
  }

  private let shared: SharedRows
  private let index: Int

  init(_ shared: SharedRows, _ index: Int) {
    self.shared = shared
    self.index = index
  }

  var route: Int { Int(shared.rows.variants[index].route) }

  /// The place among the variants of its route.
  var number: Int { index - Int(shared.rows.routes[route].variants) }

  var segments: Segments { Segments(shared: shared, range: shared.rows.segments(of: index)) }

  var rest: Rest? {
    let rest = Int(shared.rows.variants[index].rest)
    return rest < 0 ? nil : shared.rows.rests[rest]
  }

  var captures: ArraySlice<Capture> {
    let rows = shared.rows
    return rows.captures[
      Int(rows.variants[index].captures)..<Int(rows.variants[index + 1].captures)]
  }

  /// The language of the whole path, captures left in.
  var expression: Expression {
    let route = TableRoute(shared, route)
    return VariantLanguage(
      segments: route.specification.pattern.variants[number].segments, types: route.pathTypes,
      isCaseSensitive: route.specification.isCaseSensitive
    ).expression
  }
}
