/// How much work a proof may take before its answer is "undecided".
package enum Limits {
  /// Steps that one table may spend on comparing routes that tie.
  package static let comparisonStepsMax = 4_000_000
  /// Steps that the search for one route's witness may take.
  package static let witnessStepsMax = 2_000_000
  /// Steps that all questions about one table may take together (`RouteSurvey`).
  package static let surveyStepsMax = 50_000_000
  /// Steps that the comparison of one route with another table may take even if others have used
  /// up all that there are.
  package static let comparedRouteStepsMin = 20_000
  /// Places of an automaton that reads the links of a redirect.
  package static let sourcePlacesMax = 20_000
  /// Redirects that are followed one after the other: as many as `Navigation` goes through.
  package static let redirectsFollowedMax = 8
  /// Courses that redirects can give the links of one route, as far as they are looked at.
  package static let coursesMax = 128
  /// About what a lookup spends on one node of the table, or on one expression or type that a
  /// segment does not fit, in nanoseconds.
  package static let tryNanoseconds = 15
  /// About what an expression that has no table of states takes for each byte of a link and each
  /// state that it can be in, in nanoseconds.
  package static let stateNanoseconds = 25
  /// Queries that the search for one route's witness tries.
  package static let queryChoicesMax = 64
  /// Overlaps with other routes that are looked at to find one link that a route loses.
  package static let overlapsTriedMax = 64
}
