/// Limits on the work of a comparison; beyond them a route is undecided.
package enum Limits {
  /// Steps for comparing two tables; each takes longer than those of a survey.
  package static let comparedStepsMax = 15_000_000
  /// Steps that the comparison of one route with another table may take even if no others are left.
  package static let comparedRouteStepsMin = 20_000
  /// Steps that these comparisons may take together.
  static let comparedRoutesStepsMax = 4_000_000
  /// Steps for an instruction of an automaton that a comparison keeps.
  static let stepsPerInstruction = 8
  /// Steps for looking up a link in both tables.
  static let stepsPerLink = 64
  /// States of the automaton that reads the links of a redirect.
  static let preimageStatesMax = 20_000
  /// Redirects followed in sequence, as many as `Navigation` follows.
  static let redirectsFollowedMax = 8
  /// Paths through redirects for the links of one route.
  static let redirectPathsMax = 128
}
