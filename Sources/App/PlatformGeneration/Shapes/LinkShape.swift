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
  var query: [QueryParameter]
  let isCaseSensitive: Bool
  /// Whether its links open the app; otherwise the browser, or nothing.
  var isClaimed: Bool
  /// The links that the pieces take and the route does not: clauses.
  var gaps: [String] = []

  /// Whether a piece can span segments.
  var hasRest: Bool { segments.contains { $0.contains(.rest) } }

  var requiredItems: [QueryParameter] { query.filter { !$0.isOptional } }
}
