/// Everything that is wrong with a table, told at once.
public struct RouteTableErrors: Error, Hashable, Sendable {
  /// At least one error, in the order of the routes.
  public let errors: [PatternError]
}
