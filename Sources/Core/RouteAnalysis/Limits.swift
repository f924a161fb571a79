/// Limits on the work of an analysis, and what work takes.
package enum Limits {
  /// The approximate time of a lookup for one node of the table, or for one expression or type that
  /// a segment does not fit.
  package static let tryNanoseconds = 15
  /// The approximate time of an expression without a DFA for each byte of a link and each state
  /// that it can be in.
  static let stateNanoseconds = 25
  /// Overlaps with other routes tried to find links that a route loses.
  static let overlapsTriedMax = 64
}
