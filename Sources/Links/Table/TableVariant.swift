/// One way to read a route's pattern, ready to match: segments one by one, and where a piece can
/// cross segments, one automaton for it and all that follows.
///
/// A class, because lookups hold on to one of many and copy none.
final class TableVariant: Sendable {
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

  /// What a path is run through, and where the values are found in it.
  struct Matchers {
    var segments: [SegmentMatcher] = []
    var rest: Rest?
    var captures: [Capture] = []
  }

  let route: Int
  /// The place among the variants of its route.
  let number: Int
  let segments: [SegmentMatcher]
  let rest: Rest?
  let captures: [Capture]
  /// Precedence as a key that sorts lexicographically; see `VariantCompiler`.
  let rank: [UInt32]
  /// The language of the whole path, captures left in.
  var expression: Expression { language.expression }

  private let language: VariantLanguage

  init(
    route: Int, number: Int, matchers: Matchers, rank: [UInt32], language: VariantLanguage
  ) {
    self.route = route
    self.number = number
    segments = matchers.segments
    rest = matchers.rest
    captures = matchers.captures
    self.rank = rank
    self.language = language
  }
}
