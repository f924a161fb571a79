import Links

/// The links of one variant of a route under one base: what the generators translate.
///
/// The pieces take every link that the variant takes; if they take more, `gaps` says which.
struct LinkShape {
  /// An index of `AppDefinition.routes`.
  let route: Int
  /// An index of `RouteTable.bases`.
  let base: Int
  /// The segments of the path, or of the fragment under a base with routes there: those of the
  /// base first.
  var segments: [[TextPiece]]
  /// The number of segments that belong to the base, whose case always counts.
  var prefixCount = 0
  /// The declared query items.
  var query: [QueryParameter]
  /// Whether the case of literal text counts.
  let isCaseSensitive: Bool
  /// Whether its links open the app; otherwise the browser, or nothing.
  let isClaimed: Bool
  /// The links that the pieces take and the route does not: clauses.
  var gaps: [String] = []

  /// Whether a piece can span segments.
  var hasRest: Bool { segments.contains { $0.contains(.rest) } }

  /// Whether the last segment is any text across segments, and no other piece is.
  var hasSimpleRest: Bool {
    segments.last == [.rest] && !segments.dropLast().contains { $0.contains(.rest) }
  }

  /// The items that a link must have.
  var requiredItems: [QueryParameter] { query.filter { !$0.isOptional } }
}

extension LinkShape {
  /// Whether every link of another shape is one of this, as far as it is easy to see.
  func covers(_ other: LinkShape) -> Bool {
    guard narrowingItems.allSatisfy(other.query.contains) else { return false }
    guard isCaseSensitive == other.isCaseSensitive || !isCaseSensitive else { return false }
    if segments == other.segments { return true }
    guard !other.hasRest || other.hasSimpleRest else { return false }
    if hasRest {
      guard hasSimpleRest, other.segments.count >= segments.count else { return false }
      return zip(segments.dropLast(), other.segments).allSatisfy { covers($0, $1) }
    }
    return !other.hasRest && segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { covers($0, $1) }
  }

  /// The items that keep links from matching: those that are required or must fit a type.
  private var narrowingItems: [QueryParameter] {
    query.filter { !$0.isOptional || $0.type != .string }
  }

  private func covers(_ pieces: [TextPiece], _ others: [TextPiece]) -> Bool {
    SegmentTexts(pieces, isCaseSensitive: isCaseSensitive)
      .covers(SegmentTexts(others, isCaseSensitive: isCaseSensitive))
  }

  /// Whether some path may be one of both shapes; queries are not compared.
  func mayOverlap(_ other: LinkShape) -> Bool {
    let isCaseSensitive = isCaseSensitive && other.isCaseSensitive
    for (one, another) in zip(segments, other.segments) {
      if one.contains(.rest) || another.contains(.rest) { break }
      let texts = SegmentTexts(one, isCaseSensitive: isCaseSensitive)
      guard texts.mayOverlap(SegmentTexts(another, isCaseSensitive: isCaseSensitive)) else {
        return false
      }
    }
    let (count, otherCount) = (segments.count, other.segments.count)
    return count == otherCount || count < otherCount && hasRest
      || count > otherCount && other.hasRest
  }
}
