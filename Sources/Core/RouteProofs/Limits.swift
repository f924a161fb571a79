/// Limits on the work of a proof; beyond them its answer is "undecided".
package enum Limits {
  /// Steps for comparing the routes of one table that tie; a table that takes more is rejected.
  package static let comparisonStepsMax = 4_000_000
  /// Routes matching one link that are searched for one that settles the tie of two others.
  static let contendersMax = 64
  /// Conflicts of a table that are checked for third routes, so that a table with thousands is
  /// refused at once; any later ones count as conflicts.
  static let settledConflictsMax = 64
  /// Steps for all questions about one table (`RouteSurvey`).
  package static let surveyStepsMax = 30_000_000
  /// Steps for the lookups of links that answer them.
  package static let lookupStepsMax = 10_000_000
  /// Numbers of 4 bytes in which one search keeps its states.
  static let membersStoredMax = 25_000_000
  /// Pairs of states that one search of two automata keeps, each about 100 bytes.
  package static let pairsStoredMax = 1_000_000
  /// Steps to find one value of a type.
  package static let sampleStepsMax = 200_000
  /// Steps to find values of all types that an analysis fills in.
  package static let samplesStepsMax = 2_000_000
  /// States visited to find one value of every class of an item's values that types distinguish.
  static let valueStatesMax = 10_000
  /// Queries tried in the search for one link.
  static let queryChoicesMax = 64
}
