public import Links

extension RouteTable {
  /// Builds a table, and proves that no two of its routes conflict.
  ///
  /// - Throws: Everything that is wrong with the routes themselves; if nothing is, every route that
  ///   ties with an earlier one and shares a link with it.
  public init(_ specifications: [RouteSpecification]) throws(RouteTableErrors) {
    try self.init(unchecked: specifications)
    let conflicts = conflicts()
    guard conflicts.isEmpty else { throw RouteTableErrors(errors: conflicts) }
  }
}
