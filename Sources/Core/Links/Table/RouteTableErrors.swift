public import Diagnostics

/// Everything that is wrong with a table, reported together.
public struct RouteTableErrors: Error, Hashable, CustomStringConvertible {
  /// At least one error, in the order of the routes.
  public let diagnostics: [Diagnostic]
  /// The routes with an error, as indices of the array that the table was built from. Of two that
  /// conflict, the later one.
  package let routes: Set<Int>
  /// Whether the routes were compared with each other: none has an error of its own.
  package let areCompared: Bool

  package init(_ diagnostics: [Diagnostic], routes: Set<Int>, areCompared: Bool) {
    self.diagnostics = diagnostics
    self.routes = routes
    self.areCompared = areCompared
  }

  /// The summaries, one per line.
  public var description: String { DiagnosticList(diagnostics).description }
}
