/// Everything that is wrong with a table, reported together.
public struct RouteTableErrors: Error, Hashable, Sendable {
  /// At least one error, in the order of the routes.
  public let errors: [PatternError]

  package init(errors: [PatternError]) {
    self.errors = errors
  }
}
