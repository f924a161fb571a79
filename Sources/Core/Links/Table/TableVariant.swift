/// One way to read a route's pattern, ready to match: single segments, then one automaton for the
/// rest if a piece can cross segments.
///
/// Two words, since lookups copy it; its contents are in the table's rows.
package struct TableVariant: Sendable {
  package enum Rest: Sendable {
    /// One or more segments, which are the value of one parameter.
    case all
    case program(Program)
  }

  /// The source of a path parameter's value.
  package struct Capture: Sendable {
    package enum Source: Sendable {
      /// The whole segment.
      case segment(Int)
      /// A capture of the segment's program.
      case piece(segment: Int, capture: Int)
      /// A capture of the rest's program; `isRaw` if it keeps empty segments.
      case rest(capture: Int, isRaw: Bool)
      case all
    }
    package let parameter: Int
    package let source: Source
  }

  /// The matchers of the segments.
  package struct Segments: RandomAccessCollection {
    fileprivate let shared: SharedRows
    fileprivate let range: Range<Int>

    package var startIndex: Int { 0 }
    package var endIndex: Int { range.count }
    package subscript(_ index: Int) -> SegmentMatcher {
      shared.rows.matchers[Int(shared.rows.segments[range.lowerBound + index])]
    }
  }

  private let shared: SharedRows
  private let index: Int

  init(_ shared: SharedRows, _ index: Int) {
    self.shared = shared
    self.index = index
  }

  package var route: Int { Int(shared.rows.variants[index].route) }

  /// Its index among the variants of its route.
  package var number: Int { index - Int(shared.rows.routes[route].variants) }

  package var segments: Segments {
    Segments(shared: shared, range: shared.rows.segments(of: index))
  }

  package var rest: Rest? {
    let rest = Int(shared.rows.variants[index].rest)
    return rest < 0 ? nil : shared.rows.rests[rest]
  }

  package var captures: ArraySlice<Capture> {
    let rows = shared.rows
    return rows.captures[
      Int(rows.variants[index].captures)..<Int(rows.variants[index + 1].captures)]
  }

  /// The language of the whole path, with captures.
  package var expression: Expression {
    let route = TableRoute(shared, route)
    return VariantLanguage(
      segments: route.specification.pattern.variants[number].segments, types: route.pathTypes,
      isCaseSensitive: route.specification.isCaseSensitive
    ).expression
  }
}
