/// Android's `pathAdvancedPattern`, `queryAdvancedPattern` and `fragmentAdvancedPattern`.
///
///     x  \x           the unit x
///     .               any unit
///     [ab-z]  [^a]    a unit of a set, or outside of it
///     *  +            after a token: any number, at least one
///     {2} {2,} {2,4}  after a token: 2, at least 2, 2 to 4
///
/// Every token takes as many units as it can and never gives one back: `[a-z]*z` matches nothing.
package enum AdvancedGlob {
  package static func machine(of pattern: [UInt16]) throws(AdvancedGlobError) -> UnitMachine {
    let machine = UnitMachine(try AdvancedGlobParser.tokens(of: pattern))
    guard machine.stateCount - 1 <= AndroidLimits.globStatesMax else { throw .tooManyStates }
    return machine
  }
}

/// Why an advanced pattern is malformed. Android refuses to install an app with one.
package enum AdvancedGlobError: Error, Hashable, Sendable {
  case modifierWithoutToken
  case emptySet
  case setNotClosed
  case countNotClosed
  case countNotNumeric
  case countReversed
  case escapeAtEnd
  /// More than `AndroidLimits.advancedPatternUnitsMax` parsed units, the limit of Android.
  case tooLong
  /// More than `AndroidLimits.globStatesMax` states: a limit of this program.
  case tooManyStates

  /// What is wrong: one clause.
  package var message: String {
    switch self {
    case .modifierWithoutToken: "'*', '+' or '{' follows no token"
    case .emptySet: "a set is empty"
    case .setNotClosed: "a set has no closing ']'"
    case .countNotClosed: "a count has no closing '}'"
    case .countNotNumeric: "a count is not a number"
    case .countReversed: "the minimum of a count exceeds its maximum"
    case .escapeAtEnd: "it ends with a backslash"
    case .tooLong: "it is longer than Android permits"
    case .tooManyStates: "its counts add up to more than \(AndroidLimits.globStatesMax)"
    }
  }
}
